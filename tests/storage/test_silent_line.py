"""A line to Postgres that goes silent: neither an answer nor an end. Every wait on it has a limit."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from sqlalchemy import text

from app.settings import database_url
from app.storage import clock, connection_limits
from app.storage.clock import DatabaseClock
from app.storage.engine import Database, open_engine
from app.storage.table_repository import SqlTableRepository
from app.tables.errors import Busy
from app.tables.ports import Saving, StoredTable
from tests.storage.conftest import emptied
from tests.storage.test_table_rows import a_table
from tools.proxy import Proxy

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

limit_s = 60.0
"""Far above every limit of the lines and what a loaded machine adds; without them these waits have no end at all."""


@pytest.fixture
async def silent(
    migrated_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Database, Proxy]]:
    """A database behind a line in our hands, with short limits."""
    monkeypatch.setattr(connection_limits, "greeting_s", 0.3)
    monkeypatch.setattr(connection_limits, "borrowed_s", 0.6)
    monkeypatch.setattr(connection_limits, "rested_s", 0.0)
    parts = urlsplit(migrated_postgres)
    proxy = Proxy([parts.port or 5432])
    await proxy.start()
    user = parts.netloc.rpartition("@")[0]
    database = open_engine(
        database_url(f"postgresql://{user}@{proxy.address}{parts.path}?connect_timeout=1"), 3
    )
    yield database, proxy
    proxy.release()
    await database.dispose()
    await proxy.stop()


async def ask(database: Database) -> None:
    async with database.ask() as connection:
        await connection.execute(text("SELECT 1"))


async def lines_made(database: Database) -> None:
    """Three lines that answer. On a loaded machine one may seem silent for as long as is borne here: then once more."""
    async with asyncio.timeout(limit_s):
        while True:
            with suppress(Busy):
                async with asyncio.TaskGroup() as group:
                    for _ in range(3):
                        group.create_task(ask(database))
                return


@pytest.mark.parametrize("how", ["ask", "read", "write"])
async def test_whoever_waits_on_a_silent_line_is_told_to_try_again(
    silent: tuple[Database, Proxy], how: str
) -> None:
    """Before the first word, between two words, and before the last one; and right after the network is back
    everything works, though the old lines stay dead for ever.
    """
    database, proxy = silent
    await lines_made(database)
    for word in ("first", "next", "last"):

        async def work(word: str = word) -> None:
            if word == "first":
                proxy.swallow()
            async with getattr(database, how)() as connection:
                await connection.execute(text("SELECT 1"))
                if word == "next":
                    proxy.swallow()
                    await connection.execute(text("SELECT 2"))
                proxy.swallow()

        with suppress(Busy):  # what only reads has said its last word before the end of its transaction
            await asyncio.wait_for(work(), limit_s)
            assert word == "last"
            assert how == "ask"
        proxy.release()
        await lines_made(database)


async def test_who_gives_up_waiting_leaves_nothing_behind(silent: tuple[Database, Proxy]) -> None:
    """A request that was answered by "busy" is cancelled: its line is given back, dead or not, within the limits."""
    database, proxy = silent
    await lines_made(database)
    for _ in range(2):
        proxy.swallow()
        waiting = [asyncio.create_task(ask(database)) for _ in range(6)]
        await asyncio.sleep(0.1)
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=limit_s)
        assert all(task.done() for task in waiting)
        proxy.release()
        await lines_made(database)


async def test_a_silent_line_holds_up_no_goodbye(silent: tuple[Database, Proxy]) -> None:
    """Closing the pool ends in time, whatever its lines do."""
    database, proxy = silent
    await lines_made(database)
    proxy.swallow()
    asking = asyncio.create_task(ask(database))
    await asyncio.sleep(0.05)
    await asyncio.wait_for(database.dispose(), limit_s)
    with pytest.raises(Busy):
        await asking


async def test_health_is_false_on_a_silent_line(silent: tuple[Database, Proxy]) -> None:
    """It is said, and not waited for."""
    database, proxy = silent
    table_repository = SqlTableRepository(database)
    async with asyncio.timeout(limit_s):
        while not await table_repository.healthy():
            continue
    proxy.swallow()
    assert not await asyncio.wait_for(table_repository.healthy(), limit_s)


async def test_a_clock_measured_over_a_stillness_is_not_believed(
    silent: tuple[Database, Proxy], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's answer is from some moment between the question and now: after a long wait that says nothing."""
    database, _ = silent
    measured = DatabaseClock(database)
    await measured.measure()
    before = measured._offset
    asked = iter((1_000_000, 1_060_000))
    monkeypatch.setattr(clock, "now_ms", lambda: next(asked))
    await measured.measure()
    assert measured._offset == before


@pytest.mark.parametrize("rests_s", [0.0, 0.5])
async def test_who_stands_still_in_a_save_loses_the_table_and_is_told_to_try_again(
    migrated_postgres: str, monkeypatch: pytest.MonkeyPatch, rests_s: float
) -> None:
    """A process that was stopped keeps nobody from the table, and is busy when it wakes, whether it has already read
    the server's last word or not; nothing of its save is stored.
    """
    monkeypatch.setitem(connection_limits.server_settings, "idle_in_transaction_session_timeout", "300ms")
    async with emptied(migrated_postgres) as stopped:
        other = open_engine(migrated_postgres, 1)
        table = a_table(1)
        await SqlTableRepository(stopped).insert(StoredTable(table, None, b""))

        async def save() -> None:
            async with SqlTableRepository(stopped).hold(table.id) as held:
                time.sleep(0.6)  # noqa: ASYNC251  # the whole process stands still
                await asyncio.sleep(rests_s)
                await held.save(Saving(replace(table, version=2), 1))

        with pytest.raises(Busy):
            await save()
        async with SqlTableRepository(other).hold(table.id) as held:
            assert held.table.version == 1
            await held.save(Saving(replace(table, version=2), 1))
        await ask(stopped)
        await other.dispose()
