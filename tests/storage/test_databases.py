"""What only a real database can show: fences, history, readers beside a writer, secrets in errors."""

import asyncio
import sqlite3
import time
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from app.storage import connection_limits, schema
from app.storage.engine import Database, open_engine
from app.storage.table_repository import SqlTableRepository
from app.storage.unit_of_work import LostUpdate
from app.tables.errors import Busy
from app.tables.model import Announcement
from app.tables.ports import Saving, StoredTable
from tests.benches import Bench, mira, otto
from tests.storage.test_table_rows import a_table, an_entry

pytestmark = pytest.mark.anyio


async def test_a_save_must_be_the_next_version(table_repository: SqlTableRepository) -> None:
    """The version is a fence: a save for any other than the next one is a bug, and stores nothing."""
    table = a_table(1)
    await table_repository.insert(StoredTable(table, None, b""))
    for version in (1, 3):
        with pytest.raises(LostUpdate):
            async with table_repository.hold(table.id) as held:
                await held.save(Saving(replace(table, version=version), 1))
    assert await table_repository.versions([table.id]) == {table.id: (1, 0)}


async def test_reading_does_not_wait_for_a_writer(table_repository: SqlTableRepository) -> None:
    """While a table is held, everybody reads its last saved state."""
    table = a_table(1)
    await table_repository.insert(StoredTable(table, None, b""))
    async with table_repository.hold(table.id) as held:
        await held.save(Saving(replace(table, version=2), 1))
        async with asyncio.timeout(60):
            stored = await table_repository.read(table.id)
    assert stored is not None
    assert stored.table.version == 1


async def test_tables_do_not_wait_for_one_another_on_postgres(
    table_repository: SqlTableRepository, url: str
) -> None:
    """A row is locked, not the table of tables. SQLite has one writer for all, by its nature."""
    if url.startswith("sqlite"):
        return
    await table_repository.insert(StoredTable(a_table(1), None, b""))
    await table_repository.insert(StoredTable(a_table(2, "ABCDEF"), None, b""))
    async with (
        asyncio.timeout(60),
        table_repository.hold(a_table(1).id),
        table_repository.hold(a_table(2).id) as held,
    ):
        await held.save(Saving(replace(a_table(2, "ABCDEF"), version=2), 1))


async def test_readers_cannot_write(database: Database) -> None:
    """A read transaction that writes is refused by the database on Postgres, and by us nowhere else needed."""
    if not database.is_postgres:
        return
    with pytest.raises(DBAPIError, match="read-only"):
        async with database.read() as connection:
            await connection.execute(text("DELETE FROM players"))


async def test_errors_of_the_database_hold_no_values(table_repository: SqlTableRepository) -> None:
    """An error that is logged must not carry a secret: parameters are hidden."""
    table = a_table(1)
    await table_repository.insert(StoredTable(table, None, b"TOPSECRET"))
    entry = replace(an_entry(1, 2), events=({"secret": "TOPSECRET"},))

    async def save_one_number_twice() -> None:
        async with table_repository.hold(table.id) as held:
            for version in (2, 3):
                saved = replace(table, version=version)
                await held.save(Saving(saved, 1, {"s": "TOPSECRET"}, replace(entry, version=version)))

    with pytest.raises(DBAPIError) as failed:
        await save_one_number_twice()
    assert "TOPSECRET" not in str(failed.value)
    assert "TOPSECRET" not in repr(failed.value)


async def test_decks_are_kept_by_hash(table_repository: SqlTableRepository) -> None:
    """A deck is stored once, however many tables use it."""
    for number, code in enumerate(("ABCDEF", "KRT7Q4")):
        table = replace(a_table(number, code), deck_hash="d" * 64)
        await table_repository.insert(StoredTable(table, None, b""), {"cards": [1, 2]})
    assert await table_repository.deck("d" * 64) == {"cards": [1, 2]}
    assert await table_repository.deck("e" * 64) is None


async def test_what_is_announced_is_committed(table_repository: SqlTableRepository) -> None:
    """Whoever reads the moment an announcement comes finds the version it speaks of: commit first, then tell."""
    bench = Bench(table_repository)
    found: list[asyncio.Task[tuple[int, int]]] = []

    def publish(announcement: Announcement) -> None:
        async def look() -> tuple[int, int]:
            versions = await table_repository.versions([announcement.table_id])
            return announcement.version, versions[announcement.table_id][0]

        found.append(asyncio.create_task(look()))

    bench.bus.publish = publish  # type: ignore[method-assign]
    table = await bench.game(mira, otto)
    await asyncio.gather(*found)
    await bench.pick(table, mira, 1)
    seen = await asyncio.gather(*found)
    assert [announced for announced, _ in seen] == [2, 3, 4]
    assert all(stored >= announced for announced, stored in seen)


async def test_who_sat_where_is_history(table_repository: SqlTableRepository, database: Database) -> None:
    """From the start on, every change of who acts for a seat is kept with its version."""
    bench = Bench(table_repository)
    table = await bench.game(mira, otto)
    await bench.tables.agree_to_bot(table.code, otto.id)
    await bench.tables.take_back(table.code, otto.id)
    rows = schema.occupancy.c
    async with database.read() as connection:
        query = select(rows.version, rows.seat, rows.player, rows.acts).order_by(rows.id)
        history = [tuple(row) for row in await connection.execute(query)]
    assert history == [
        (3, 0, mira.id, "human"),
        (3, 1, otto.id, "human"),
        (4, 1, otto.id, "bot"),
        (5, 1, otto.id, "human"),
    ]


async def test_a_game_survives_the_process(table_repository: SqlTableRepository, url: str) -> None:
    """Another process that knows nothing reads the same state, and plays on from it."""
    bench = Bench(table_repository)
    table = await bench.game(mira, otto)
    await bench.pick(table, mira, 3)
    other_database = open_engine(url)
    other = Bench(SqlTableRepository(other_database))
    assert await other.tables.snapshot(table.id) == await bench.tables.snapshot(table.id)
    await other.pick(table, otto, 1)
    assert (await bench.state(table)).sums == (3, 1)
    await other_database.dispose()


async def hang_up(database: Database) -> None:
    """The server ends every line but the one that asks for it, as it does when it is restarted."""
    async with database.write() as connection:
        await connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )


async def lines_of(database: Database, count: int) -> None:
    """Makes so many lines, and lets them rest."""
    async with AsyncExitStack() as stack:
        for _ in range(count):
            connection = await stack.enter_async_context(database.ask())
            await connection.execute(text("SELECT 1"))


@pytest.mark.parametrize("rested", [True, False])
async def test_lines_the_server_has_ended_are_made_anew(
    database: Database, url: str, monkeypatch: pytest.MonkeyPatch, rested: bool
) -> None:
    """Of those that rested nobody notices anything. Whoever asks on one that was used a moment ago is told to try
    again, once: then all lines are new.
    """
    if not database.is_postgres:
        return
    monkeypatch.setattr(connection_limits, "rested_s", 0 if rested else 60)
    await lines_of(database, 4)
    other = open_engine(url)
    await hang_up(other)
    await other.dispose()
    if not rested:
        with pytest.raises(Busy):
            await lines_of(database, 4)
    await lines_of(database, 4)


async def test_a_server_that_cannot_be_reached_is_busy() -> None:
    """While Postgres is started anew people are told to try again, and nothing is called a bug."""
    gone = open_engine("postgresql+asyncpg://nobody@127.0.0.1:1/nothing")
    for opening in (gone.ask, gone.read, gone.write):
        with pytest.raises(Busy):
            async with opening():
                pass
    await gone.dispose()


async def test_health_is_false_without_a_database() -> None:
    """A database that is not there is said so, within two seconds, without raising."""
    gone = open_engine("postgresql+asyncpg://nobody@127.0.0.1:1/nothing")
    assert not await SqlTableRepository(gone).healthy()
    await gone.dispose()


async def test_a_new_file_that_is_taken_is_waited_for_without_holding_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process makes the file this moment: a connection tries again, and others are served meanwhile."""

    def sleeps(_seconds: float) -> None:
        raise AssertionError("the loop sleeps")

    monkeypatch.setattr(time, "sleep", sleeps)
    file, tries = tmp_path / "new.db", asyncio.Event()
    database = open_engine(f"sqlite+aiosqlite:///{file}")
    real = asyncio.sleep

    async def counted(seconds: float) -> None:
        tries.set()
        await real(seconds)

    monkeypatch.setattr("app.storage.engine.asyncio.sleep", counted)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # refused at once, whatever the timeout
        other.execute("CREATE TABLE first (id INTEGER)")

        async def ask() -> object:
            async with database.ask() as connection:
                return (await connection.execute(text("PRAGMA journal_mode"))).scalar()

        asked = asyncio.create_task(ask())
        async with asyncio.timeout(20):
            await tries.wait()
            other.execute("COMMIT")
            assert await asked == "wal"
    await database.dispose()
