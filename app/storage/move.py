"""From SQLite to Postgres: every row of every table, in one transaction, once and into an empty database only."""

import contextlib
from collections.abc import Iterator, Mapping

from sqlalchemy import Table, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.storage import schema
from app.storage.engine import open_engine
from app.storage.migrate import unhurried
from app.storage.single_server import sole_server
from app.storage.starting import CannotStart, in_words, none_yet, prepare, see_schema

rows_at_once = 500


class MoveRefused(Exception):
    """The message is one line for the person at the terminal."""


async def move(source: str, target: str) -> Mapping[str, int]:
    """Copies the database at `source` (SQLite) to `target` (Postgres, empty); both in SQLAlchemy's form. The rows of
    each table. No server may run on the source meanwhile, and it stays as it is. Whatever goes wrong, the target
    holds nothing. Raises MoveRefused, CannotStart.
    """
    if not source.startswith("sqlite") or not target.startswith("postgresql"):
        raise MoveRefused("A move leads from sqlite:///FILE to postgresql://user:password@host/name.")
    with _named("--from"), in_words(source), sole_server(source):
        await see_schema(source)
        with _named("--to"), in_words(target):
            async with unhurried(target) as there, there.connect() as connection:
                await _see_that_empty(connection)
            await prepare(target)
            return await _copy(source, target)


@contextlib.contextmanager
def _named(option: str) -> Iterator[None]:
    """What is wrong with a database is said of the option it was given by. An empty file is no source."""
    try:
        yield
    except CannotStart as error:
        words = (
            f"There is no database of ours at {option}. Correct it." if str(error) == none_yet else str(error)
        )
        raise CannotStart(words.replace("DATABASE_URL", option)) from error


async def _see_that_empty(connection: AsyncConnection) -> None:
    names = set(
        (
            await connection.scalars(
                text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
            )
        ).all()
    )
    if names - set(schema.metadata.tables) - {"alembic_version"}:
        raise MoveRefused("The target holds tables of another program. Give an empty database.")
    for table in schema.metadata.sorted_tables:
        if table.name in names and await _count(connection, table):
            raise MoveRefused(
                f"The target is not empty: there are rows in {table.name}. Give an empty database (createdb NAME)."
            )


async def _copy(source: str, target: str) -> Mapping[str, int]:
    tables = schema.metadata.sorted_tables  # whom others point at comes first
    engine, copied = open_engine(source, pool_size=1), dict[str, int]()
    try:
        async with engine.read() as here, unhurried(target) as there, there.begin() as connection:
            every = ", ".join(table.name for table in tables)
            await connection.execute(text(f"LOCK TABLE {every} IN EXCLUSIVE MODE"))
            await _see_that_empty(connection)
            for table in tables:
                rows = await here.stream(select(table))
                async for some in rows.mappings().partitions(rows_at_once):
                    await connection.execute(table.insert(), [dict(row) for row in some])
                await _number_on(connection, table)
                copied[table.name] = await _count(connection, table)
                wanted = await _count(here, table)
                if copied[table.name] != wanted:
                    raise MoveRefused(f"{table.name}: {wanted} rows, of which {copied[table.name]} arrived.")
    finally:
        await engine.dispose()
    return copied


async def _number_on(connection: AsyncConnection, table: Table) -> None:
    """Rows to come are numbered after those that have come."""
    column = table.autoincrement_column
    if column is not None:
        last = select(func.max(column)).scalar_subquery()
        sequence = func.pg_get_serial_sequence(table.name, column.name)
        await connection.execute(select(func.setval(sequence, func.coalesce(last, 1), last.is_not(None))))


async def _count(connection: AsyncConnection, table: Table) -> int:
    return (await connection.scalar(select(func.count()).select_from(table))) or 0
