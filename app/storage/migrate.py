"""Brings a database up to the present schema, at start-up or by `alembic`: the same migrations both ways."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import text
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from app.database_url import driver_address
from app.storage.connection_limits import ConnectionLimits, keepalive_settings
from app.storage.engine import open_engine

folder = Path(__file__).resolve().parents[2] / "migrations"
migration_s = 600.0
"""For all of it, other processes' migrations before ours included."""

migration_lock = 0x59455449
"""Number of the advisory lock under which one process migrates while others wait."""


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration; with a connection the migrations run inside its transaction."""
    made = Config()
    made.set_main_option("script_location", str(folder).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


async def migrate(url: str, revision: str = "head") -> None:
    """Upgrades the database at `url` (SQLAlchemy's form). Several processes may do so at once."""
    if url.startswith("postgresql"):
        async with (
            unhurried(url) as engine,
            asyncio.timeout(migration_s),
            engine.begin() as connection,
        ):
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": migration_lock})
            await connection.run_sync(lambda sync: command.upgrade(config(sync), revision))
        return
    database = open_engine(url, pool_size=1)
    try:
        async with database.write() as connection:
            await connection.run_sync(lambda sync: command.upgrade(config(sync), revision))
    finally:
        await database.dispose()


@asynccontextmanager
async def unhurried(url: str) -> AsyncIterator[AsyncEngine]:
    """A Postgres whose statements may take `migration_s`: under the limits of everyday work a large table could not be
    changed. Its lines are broken off at the end.
    """
    lines = ConnectionLimits(driver_address(url) | {"command_timeout": migration_s}, keepalive_settings)
    try:
        yield create_async_engine(
            "postgresql+asyncpg://", async_creator=lines.connect, poolclass=NullPool, hide_parameters=True
        )
    finally:
        lines.break_off()
