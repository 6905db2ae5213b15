"""The lines by which SQLite is asked whole questions."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import OperationalError

from app.storage import schema
from app.storage.engine import Database, open_engine
from app.tables.errors import Busy

pytestmark = pytest.mark.anyio


@pytest.fixture
async def lite(migrated_sqlite: Path, tmp_path: Path) -> AsyncIterator[Database]:
    file = tmp_path / "yeti.db"
    shutil.copy(migrated_sqlite, file)
    database = open_engine(f"sqlite+aiosqlite:///{file}")
    yield database
    await database.dispose()


async def test_the_answer_is_that_of_any_other_line_and_up_to_date(lite: Database) -> None:
    """Nothing is held open between two questions: what was saved meanwhile is seen."""
    query = select(schema.limits).order_by(schema.limits.c.key)
    assert list(await lite.rows(query)) == []
    for key in ("a", "b"):
        async with lite.write() as connection:
            await connection.execute(insert(schema.limits).values(key=key, until=7))
        async with lite.ask() as connection:
            wanted = (await connection.execute(query)).all()
        assert list(await lite.rows(query)) == list(wanted)
    assert len(wanted) == 2


async def test_a_question_cannot_write(lite: Database) -> None:
    with pytest.raises((OperationalError, Busy)):
        await lite.rows(insert(schema.limits).values(key="a", until=7).returning(schema.limits.c.key))
    assert list(await lite.rows(select(schema.limits))) == []


async def test_every_line_of_a_file_opens_that_file(migrated_sqlite: Path, tmp_path: Path) -> None:
    """Also where its name has signs that mean something in an address: no other file is made or read."""
    file = tmp_path / "a?b %41.db"
    shutil.copy(migrated_sqlite, file)
    database = open_engine(f"sqlite+aiosqlite:///{tmp_path}/a%3Fb%20%2541.db")
    try:
        async with database.write() as connection:
            await connection.execute(insert(schema.limits).values(key="a", until=7))
        assert await database.in_one_go(lambda line: line.execute("DELETE FROM limits").rowcount == 1)
        assert list(await database.rows(select(schema.limits))) == []
        assert {one.name.partition("-")[0] for one in tmp_path.iterdir()} == {file.name}  # noqa: ASYNC240  # a folder of a test
    finally:
        await database.dispose()
