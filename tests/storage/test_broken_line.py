"""A line to Postgres that the server has ended between two questions: the driver finds a goodbye it has not asked for,
and says that it is confused instead of that the line is lost.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.storage.engine import Database, open_engine
from app.tables.errors import Busy

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


@pytest.fixture
async def one_line(migrated_postgres: str) -> AsyncIterator[Database]:
    database = open_engine(migrated_postgres, 1)
    yield database
    await database.dispose()


async def line_of(database: Database) -> int:
    """By the number the server gives it."""
    number: int = await database.fetch_value("SELECT pg_backend_pid()")
    return number


def confused(monkeypatch: pytest.MonkeyPatch, question: str, number: int) -> None:
    """The line of this number fails at whatever is asked this way."""
    asks = getattr(asyncpg.Connection, question)

    async def ask(line: Any, *about: Any, **more: Any) -> Any:
        if line.get_server_pid() == number:
            raise asyncpg.InternalClientError(
                "cannot switch to state 12; another operation (2) is in progress"
            )
        return await asks(line, *about, **more)

    monkeypatch.setattr(asyncpg.Connection, question, ask)


@pytest.mark.parametrize("way", ["read", "write", "ask"])
async def test_whoever_meets_it_is_told_to_try_again_by_another(
    one_line: Database, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    opened: Callable[[], AbstractAsyncContextManager[AsyncConnection]] = getattr(one_line, way)
    before = await line_of(one_line)
    confused(monkeypatch, "prepare", before)
    with pytest.raises(Busy):
        async with opened() as connection:
            await connection.execute(text("SELECT 1"))
    assert await line_of(one_line) != before


async def test_so_is_an_action_in_one_piece(one_line: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    before = await line_of(one_line)
    confused(monkeypatch, "fetchval", before)
    with pytest.raises(Busy):
        await one_line.fetch_value("SELECT 1")
    assert await line_of(one_line) != before
