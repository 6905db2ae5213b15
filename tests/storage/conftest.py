"""The same tests on memory, SQLite and Postgres. Databases are made and dropped here, never shared or borrowed."""

import asyncio
import os
import secrets
import shutil
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import delete

from app.settings import database_url
from app.storage import schema
from app.storage.engine import Database, open_engine
from app.storage.guest_repository import SqlGuestRepository
from app.storage.migrate import migrate
from app.storage.table_repository import SqlTableRepository
from app.tables.ports import TableRepository
from tests.benches import everybody
from tests.memory_repository import MemoryTableRepository

server = os.environ.get("TEST_POSTGRES_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
in_ci = os.environ.get("CI", "").lower() == "true"


def apart(work: Coroutine[Any, Any, None]) -> None:
    """Runs in a loop of its own: a fixture may be asked for while the test's loop is running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


async def _command(sql: str) -> None:
    connection = await asyncpg.connect(server, timeout=3)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


@pytest.fixture
def empty_postgres() -> Iterator[str]:
    """The address of a database without anything in it, dropped afterwards."""
    yield from _made_database()


@pytest.fixture
def another_empty_postgres() -> Iterator[str]:
    """One more."""
    yield from _made_database()


@pytest.fixture(scope="session")
def migrated_postgres() -> Iterator[str]:
    """One migrated database for all tests of the run; each test finds it empty."""
    for url in _made_database():
        apart(migrate(url))
        yield url


def _made_database() -> Iterator[str]:
    name = f"yeti_test_{secrets.token_hex(6)}"
    try:
        apart(_command(f"CREATE DATABASE {name}"))
    except (OSError, TimeoutError, asyncpg.PostgresError) as missing:
        if in_ci:
            raise
        pytest.skip(
            f"NO POSTGRES at TEST_POSTGRES_URL ({type(missing).__name__}): tests of storage are incomplete"
        )
    try:
        yield database_url(f"{server.rpartition('/')[0]}/{name}")
    finally:
        apart(_command(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("sqlite") / "migrated.db"
    apart(migrate(database_url(f"sqlite:///{file}")))
    return file


def migrated(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    if kind == "postgres":
        address: str = request.getfixturevalue("migrated_postgres")
        return address
    file = folder / "yeti.db"
    shutil.copy(request.getfixturevalue("migrated_sqlite"), file)
    return database_url(f"sqlite:///{file}")


@asynccontextmanager
async def emptied(url: str) -> AsyncIterator[Database]:
    """The migrated database without rows, but for the people all tests know."""
    database = open_engine(url)
    try:
        async with database.write() as connection:
            for table in reversed(schema.metadata.sorted_tables):
                await connection.execute(delete(table))
            rows = [{"id": p.id, "name": p.name, "created_at": 0} for p in everybody]
            await connection.execute(schema.players.insert(), rows)
        yield database
    finally:
        await database.dispose()


on_postgres = pytest.param("postgres", marks=pytest.mark.postgres)


@pytest.fixture(params=["sqlite", on_postgres])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a migrated database."""
    return migrated(request.param, request, tmp_path)


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    async with emptied(url) as database:
        yield database


@pytest.fixture
def table_repository(database: Database) -> SqlTableRepository:
    return SqlTableRepository(database)


@pytest.fixture
def guest_rows(database: Database) -> SqlGuestRepository:
    return SqlGuestRepository(database)


@pytest.fixture(params=["memory", "sqlite", on_postgres])
async def repository(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[TableRepository]:
    """Every kind of cupboard: the one in memory, and the real one on both engines."""
    if request.param == "memory":
        memory = MemoryTableRepository()
        memory.people = {person.id: person for person in everybody}
        yield memory
        return
    async with emptied(migrated(request.param, request, tmp_path)) as database:
        yield SqlTableRepository(database)
