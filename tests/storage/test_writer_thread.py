"""The line by which SQLite writes an action in one go."""

import shutil
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from app.storage import writer_thread
from app.storage.engine import Database, open_engine
from app.tables.errors import CannotWrite

pytestmark = pytest.mark.anyio


@pytest.fixture
async def lite(migrated_sqlite: Path, tmp_path: Path) -> AsyncIterator[Database]:
    file = tmp_path / "yeti.db"
    shutil.copy(migrated_sqlite, file)
    database = open_engine(f"sqlite+aiosqlite:///{file}")
    yield database
    await database.dispose()


def a_row(connection: sqlite3.Connection) -> bool:
    connection.execute("INSERT INTO limits (key, until) VALUES ('a', 0)")
    return True


async def test_a_line_opened_while_the_file_took_no_writes_is_left(
    lite: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite opens a file it may not write for reading alone, and the line stays so: the next action has another."""
    opened = []

    def connect(file: str, **more: Any) -> sqlite3.Connection:
        line = sqlite3.connect(file, **more)
        if not opened:
            line.execute("PRAGMA query_only = ON")
        opened.append(line)
        return line

    monkeypatch.setattr(writer_thread, "connect", connect)
    with pytest.raises(CannotWrite):
        await lite.in_one_go(a_row)
    assert await lite.in_one_go(a_row)
    assert len(opened) == 2


async def test_so_is_one_of_the_pool(lite: Database) -> None:
    """The same for every other save."""
    opened = []

    @event.listens_for(lite.writer.sync_engine, "connect")
    def only_reads(connection: Any, _record: object) -> None:
        opened.append(connection)
        if len(opened) == 1:
            connection.cursor().execute("PRAGMA query_only = ON")

    with pytest.raises(CannotWrite):
        async with lite.write() as connection:
            await connection.execute(text("DELETE FROM limits"))
    async with lite.write() as connection:
        await connection.execute(text("DELETE FROM limits"))
    assert len(opened) == 2


async def test_a_transaction_that_cannot_be_undone_stands_in_nobodys_way(lite: Database) -> None:
    """Whatever an action leaves behind on its line, the next one begins anew."""

    def fails(connection: sqlite3.Connection) -> bool:
        connection.execute("COMMIT")
        connection.execute("BEGIN")
        connection.execute("SAVEPOINT s")
        connection.close()
        raise ValueError

    for _ in range(2):
        with pytest.raises(ValueError):  # noqa: PT011  # our own
            await lite.in_one_go(fails)
    assert await lite.in_one_go(a_row)
