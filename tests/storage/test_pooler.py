"""pgbouncer in front of Postgres: by session it works, by transaction it is refused at the start."""

import asyncio

import pytest
from sqlalchemy import text

from app.realtime.hub import Hub
from app.realtime.postgres_bus import PostgresBus
from app.settings import database_url
from app.storage.engine import open_engine
from app.storage.starting import CannotStart, prepare
from app.tables.model import Announcement
from tools.pooler import pgbouncer, pooler

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.postgres,
    pytest.mark.skipif(pgbouncer() is None, reason="NO PGBOUNCER: apt-get install pgbouncer"),
]


async def test_by_session_everything_works(migrated_postgres: str) -> None:
    """Start, reads, writes with our limits, and news between two processes."""
    async with pooler(migrated_postgres, "session") as address:
        url = database_url(address)
        await prepare(url)
        database = open_engine(url, 2)
        async with database.write() as connection:
            assert (await connection.execute(text("SHOW lock_timeout"))).scalar_one() == "4s"
            assert (await connection.execute(text("SHOW statement_timeout"))).scalar_one() == "6s"
            idle = await connection.execute(text("SHOW idle_in_transaction_session_timeout"))
            assert idle.scalar_one() == "5s"
        async with database.read() as connection:
            await connection.execute(text("SELECT 1"))
        await database.dispose()
        hubs = Hub(), Hub()
        buses = [PostgresBus(url, hub) for hub in hubs]
        tasks = [asyncio.create_task(bus.run()) for bus in buses]
        async with asyncio.timeout(10):
            await asyncio.gather(*(bus.listening.wait() for bus in buses))
            listener = hubs[1].join("t", None)
            await asyncio.sleep(0)
            listener.mark.clear()
            buses[0].publish(Announcement("t", 2))
            await listener.mark.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_by_transaction_is_refused_in_words(migrated_postgres: str) -> None:
    """One line that says what to set."""
    async with pooler(migrated_postgres, "transaction") as address:
        with pytest.raises(CannotStart, match="pool_mode = session"):
            await prepare(database_url(address))
