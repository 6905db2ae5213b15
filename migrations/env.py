"""Runs the migrations on a connection handed in by the app, or on one of its own for `alembic` by hand."""

import asyncio

from alembic import context
from sqlalchemy.engine import Connection

from app.settings import Settings
from app.storage.engine import open_engine
from app.storage.schema import metadata


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        # SQLite cannot alter a table: batch mode copies it.
        render_as_batch=True,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_by_hand() -> None:
    database = open_engine(Settings.from_environment().database_url, pool_size=1)
    try:
        async with database.write() as connection:
            await connection.run_sync(run)
    finally:
        await database.dispose()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    asyncio.run(run_by_hand())
