"""The way up and down, on both engines."""

import ast
import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.util.exc import CommandError
from sqlalchemy import inspect

from app.settings import database_url
from app.storage.engine import open_engine
from app.storage.migrate import config, migrate

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without anything in it."""
    if request.param == "postgres":
        address: str = request.getfixturevalue("empty_postgres")
        return address
    return database_url(f"sqlite:///{tmp_path / 'folder' / 'yeti.db'}")


targets = {"downgrade": ["base"], "upgrade": ["head"]}


async def tables(url: str) -> set[str]:
    database = open_engine(url)
    async with database.read() as connection:
        names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    await database.dispose()
    return set(names)


async def run(url: str, *names: str) -> None:
    database = open_engine(url)
    try:
        async with database.write() as connection:
            for name in names:
                await connection.run_sync(
                    lambda sync, name=name: getattr(command, name)(config(sync), *targets.get(name, []))
                )
    finally:
        await database.dispose()


async def test_up_check_down_up(empty: str) -> None:
    """From nothing to the present schema, which is what the code says; down to nothing, and up again."""
    await migrate(empty)
    there = await tables(empty)
    assert {
        "tables",
        "seats",
        "occupancy",
        "players",
        "sessions",
        "actions",
        "due",
        "bans",
        "chat",
        "decks",
    } <= there
    await run(empty, "check")
    await run(empty, "downgrade")
    assert await tables(empty) <= {"alembic_version"}
    await run(empty, "upgrade", "check")
    assert await tables(empty) == there


async def test_drift_is_noticed(empty: str) -> None:
    """A schema that lost a column does not pass the check."""
    await migrate(empty)
    database = open_engine(empty)
    async with database.write() as connection:
        await connection.exec_driver_sql("ALTER TABLE tables DROP COLUMN previous_id")
    await database.dispose()
    with pytest.raises(CommandError):
        await run(empty, "check")


async def test_several_processes_may_migrate_at_once(empty: str) -> None:
    """The first does the work, the others wait and find it done."""
    await asyncio.gather(*(migrate(empty) for _ in range(3)))
    await run(empty, "check")


def test_by_hand(tmp_path: Path) -> None:
    """`alembic upgrade head` and `alembic check` do the same, with the address from DATABASE_URL."""
    env = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}"}
    root = Path(__file__).parents[2]
    for words in (["upgrade", "head"], ["check"]):
        subprocess.run(
            [sys.executable, "-m", "alembic", *words], cwd=root, env=env, check=True, capture_output=True
        )


def test_migrations_only_add() -> None:
    """Servers of the version before work on while the new schema is there (docs/operations.md, rolling upgrades): a
    migration adds tables, indexes and columns that may be left out, and takes nothing away.
    """
    versions = Path(__file__).parents[2] / "migrations" / "versions"
    newer = [file for file in sorted(versions.glob("*.py")) if file.name > "0007"]
    assert newer
    for file in newer:
        (upgrade,) = [
            node
            for node in ast.parse(file.read_text()).body
            if isinstance(node, ast.FunctionDef) and node.name == "upgrade"
        ]
        for call in [node for node in ast.walk(upgrade) if isinstance(node, ast.Call)]:
            if not isinstance(call.func, ast.Attribute) or ast.unparse(call.func.value) != "op":
                continue
            assert call.func.attr in {"create_table", "create_index", "add_column", "f"}, (
                file.name,
                call.func.attr,
            )
            if call.func.attr == "add_column":
                words = ast.unparse(call)
                assert "nullable=True" in words or "server_default=" in words, (file.name, words)
