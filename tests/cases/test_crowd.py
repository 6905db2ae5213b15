"""Years of games lie in the database: the server starts as if they did not."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.engine import Engine

from app.main import create_app
from app.settings import Settings, database_url
from app.storage.engine import open_engine
from app.storage.schema import actions, chat, occupancy, positions, seats, tables
from tools.crowd import fill

pytestmark = pytest.mark.anyio

growing = {table.name for table in (tables, seats, occupancy, actions, positions, chat)}
most_bytes = 64_000
"""Of a finished game, everything included: seats, log, one open position a round, indexes."""


@pytest.fixture
def statements() -> Iterator[set[tuple[str, Any]]]:
    """Everything that is asked of any database, from here on."""
    asked: set[tuple[str, Any]] = set()

    def note(_connection: Any, _cursor: Any, statement: str, given: Any, _context: Any, many: bool) -> None:
        if not many and statement.split(maxsplit=1)[0] in ("SELECT", "UPDATE", "DELETE", "WITH"):
            asked.add((statement, tuple(given) if isinstance(given, list | tuple) else ()))

    event.listen(Engine, "before_cursor_execute", note)
    yield asked
    event.remove(Engine, "before_cursor_execute", note)


async def test_a_start_reads_nothing_table_by_table(tmp_path: Path, statements: set[tuple[str, Any]]) -> None:
    """500 finished and 50 active games: nothing the server asks in its first seconds walks through games, seats or
    logs, whatever their number; and a finished game is bounded in bytes. `python -m tools.crowd` measures 10,000.
    """
    url = f"sqlite:///{tmp_path / 'yeti.db'}"
    made = await fill(url, 500, 50)
    assert made["rows"]["tables"] >= 550
    assert made["bytes a finished game"] < most_bytes
    statements.clear()
    settings = Settings.from_environment({"DATABASE_URL": url, "LOG_LEVEL": "ERROR"})
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        async with asyncio.timeout(60):
            while not any("claim" in sql or "min(due" in sql for sql, _ in statements):  # noqa: ASYNC110  # no event
                await asyncio.sleep(0.05)
        await app.state.services.tables.executor.repository.healthy()
    asked = set(statements)
    assert asked
    database = open_engine(database_url(url))
    try:
        async with database.read() as connection:
            for sql, given in asked:
                if "alembic" in sql or "sqlite_master" in sql:
                    continue
                plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", given)
                steps = [row[3] for row in plan]
                walked = [step for step in steps if step.startswith("SCAN") and step.split()[1] in growing]
                assert not walked, (sql, steps)
            assert (await connection.execute(text("SELECT count(*) FROM tables"))).scalar_one() >= 550
    finally:
        await database.dispose()
