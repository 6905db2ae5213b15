"""One clock for all processes: the database's. Each keeps how far its own is off, so that reading costs nothing."""

import asyncio

import structlog
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from app.clock import now_ms
from app.storage.engine import Database

log = structlog.get_logger("clock")

measure_s = 30.0


class DatabaseClock:
    """Called: UTC epoch ms by the database's clock; on SQLite, which has none of its own, this machine's."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._offset = 0

    def __call__(self) -> int:
        return now_ms() + self._offset

    async def measure(self) -> None:
        """Finds out how far this machine's clock is off, to about half a round trip."""
        if not self._database.is_postgres:
            return
        async with self._database.ask() as connection:
            before = now_ms()
            query = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
            there: int = (await connection.execute(query)).scalar_one()
            self._offset = there - (before + now_ms()) // 2

    async def run(self) -> None:
        """Measures now and then until it is cancelled."""
        while True:
            await asyncio.sleep(measure_s)
            try:
                await self.measure()
            except (SQLAlchemyError, OSError) as error:
                log.warning("clock not measured", fault=type(error).__name__)
