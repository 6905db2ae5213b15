"""A database that cannot write: nothing is a bug, nothing is stored by halves, and it goes on by itself afterwards."""

import shutil
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from sqlite3 import OperationalError
from urllib.parse import urlsplit

import asyncpg
import pytest
from sqlalchemy import event, insert, text
from sqlalchemy.exc import DBAPIError

from app.players.limits import RateLimit
from app.storage import schema
from app.storage.busy import patience
from app.storage.counters import SqlCounters
from app.storage.engine import Database, open_engine
from app.storage.health import DatabaseHealth
from app.storage.write_probe import WriteProbe
from app.tables.errors import Busy, CannotWrite

pytestmark = pytest.mark.anyio


async def write(database: Database, key: str) -> None:
    async with database.write() as connection:
        rows = [{"key": f"{key} {n}".ljust(100), "until": 0} for n in range(60)]
        await connection.execute(insert(schema.limits), rows)


async def count(database: Database) -> int:
    async with database.read() as connection:
        number: int = (await connection.execute(text("SELECT count(*) FROM limits"))).scalar_one()
        return number


@pytest.fixture
async def full(migrated_sqlite: Path, tmp_path: Path) -> AsyncIterator[tuple[Database, dict[str, int]]]:
    """An SQLite file that may grow by as many pages as `room` says from the next transaction on."""
    file = tmp_path / "yeti.db"
    shutil.copy(migrated_sqlite, file)
    database = open_engine(f"sqlite+aiosqlite:///{file}")
    room = {"pages": 1_000_000}

    @event.listens_for(database.writer.sync_engine, "checkout")
    def limit(connection: object, _record: object, _proxy: object) -> None:
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages + room['pages']}")
        cursor.close()

    yield database, room
    await database.dispose()


async def test_a_full_disk_is_told_and_found_out_when_there_is_room(
    full: tuple[Database, dict[str, int]],
) -> None:
    """Every write is refused whole, reading goes on, the limiter lets nobody through, and a try of our own tells when
    there is room again.
    """
    database, room = full
    writing = WriteProbe(database)
    await write(database, "before")
    room["pages"] = 0
    for _ in range(3):
        with pytest.raises(CannotWrite):
            await write(database, "full")
    assert database.refuses_writes
    assert await count(database) == 60

    async def knock() -> None:
        for n in range(500):
            await SqlCounters(database).take(f"{n}".ljust(100), RateLimit(1, 60_000), 0)

    with pytest.raises(CannotWrite):
        await knock()
    with pytest.raises(CannotWrite):
        await writing.round()
    assert database.refuses_writes
    room["pages"] = 1_000_000
    await writing.round()
    assert not database.refuses_writes
    await write(database, "after")


async def test_a_file_that_has_become_read_only(full: tuple[Database, dict[str, int]]) -> None:
    """The same for a file system that only reads."""
    database, _ = full

    @event.listens_for(database.writer.sync_engine, "begin")
    def only_read(connection: object) -> None:
        connection.exec_driver_sql("PRAGMA query_only = ON")  # type: ignore[attr-defined]

    with pytest.raises(CannotWrite):
        await write(database, "read-only")
    assert await count(database) == 0


@pytest.mark.postgres
async def test_a_server_that_only_reads_is_left(migrated_postgres: str) -> None:
    """After a failover: writes are refused, reading goes on, and the lines to the old server are given up, so that
    the next try may reach another one.
    """
    database = open_engine(migrated_postgres, 2)
    plain = migrated_postgres.replace("+asyncpg", "")
    name = urlsplit(plain).path.removeprefix("/")
    line = await asyncpg.connect(plain)
    try:
        before = await count(database)
        await line.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await database.dispose()
        database = open_engine(migrated_postgres, 2)
        with pytest.raises(CannotWrite):
            await write(database, "standby")
        assert database.refuses_writes
        assert await count(database) == before
        await line.execute("SET default_transaction_read_only = off")
        await line.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        with suppress(CannotWrite):  # on a line of the time before, which goes by it
            await WriteProbe(database).round()
        await WriteProbe(database).round()
        assert not database.refuses_writes
    finally:
        await line.execute("SET default_transaction_read_only = off")
        await line.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await line.close()
        await database.dispose()


@pytest.mark.postgres
async def test_a_line_opened_while_nothing_could_be_written_is_not_asked_again(
    migrated_postgres: str,
) -> None:
    """It goes on saying that the database only reads, whatever the database says to others meanwhile."""
    plain = migrated_postgres.replace("+asyncpg", "")
    name = urlsplit(plain).path.removeprefix("/")
    line = await asyncpg.connect(plain)
    database = open_engine(migrated_postgres, 1)
    condition = DatabaseHealth(database)
    try:
        await line.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        assert (await condition.look())["database"] == "read-only"
        await line.execute("SET default_transaction_read_only = off")
        await line.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        found = [(await condition.look())["database"] for _ in range(3)]
        assert found[-1] == "ok", found
    finally:
        await line.execute("SET default_transaction_read_only = off")
        await line.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await line.close()
        await database.dispose()


@pytest.mark.postgres
async def test_a_write_in_a_transaction_that_only_reads_stays_a_bug(migrated_postgres: str) -> None:
    """It is not the database's fault, and no line is given up for it."""
    database = open_engine(migrated_postgres, 1)
    with pytest.raises(DBAPIError, match="read-only"):
        async with database.read() as connection:
            await connection.execute(text("DELETE FROM limits"))
    assert not database.refuses_writes
    await database.dispose()


@pytest.mark.parametrize(
    ("name", "raised"),
    [
        ("SQLITE_CANTOPEN", Busy),
        ("SQLITE_IOERR_READ", Busy),
        ("SQLITE_READONLY_RECOVERY", Busy),
        ("SQLITE_READONLY", DBAPIError),
    ],
)
async def test_a_reading_the_disk_refuses_is_no_bug_of_ours(name: str, raised: type[Exception]) -> None:
    """Whoever reads is told to try again; a write where nothing should be written stays a bug."""
    error = OperationalError(name)
    error.sqlite_errorname = name
    with pytest.raises(raised), patience(writes=False):
        raise DBAPIError("SELECT 1", None, error)
