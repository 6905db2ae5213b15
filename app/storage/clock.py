"""One clock for all processes: the database's. Each keeps how far its own is off, so that reading costs nothing."""

from sqlalchemy import text

from app.clock import now_ms
from app.storage.engine import Database
from app.tables.clocks.periodic import PeriodicTasks

measure_s = 30.0
again_s = 2.0
longest_answer_ms = 2000


class DatabaseClock:
    """Called: UTC epoch ms by the database's clock; on SQLite, which has none of its own, this machine's."""

    def __init__(self, database: Database, tasks: PeriodicTasks | None = None) -> None:
        self._database = database
        self._tasks = tasks or PeriodicTasks()
        self._offset = 0

    def __call__(self) -> int:
        return now_ms() + self._offset

    async def measure(self) -> bool:
        """Finds out how far this machine's clock is off, to about half a round trip. An answer after a long wait is
        from some moment of that wait, so it says nothing: False, and the clock goes on as it went.
        """
        if not self._database.is_postgres:
            return True
        async with self._database.ask() as connection:
            before = now_ms()
            query = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
            there: int = (await connection.execute(query)).scalar_one()
            after = now_ms()
        if not 0 <= after - before <= longest_answer_ms:
            return False
        self._offset = there - (before + after) // 2
        return True

    async def run(self) -> None:
        """Measures now and then until it is cancelled."""
        await self._tasks.go_on("clock", self._round, every_s=measure_s, first_s=measure_s)

    async def _round(self) -> float:
        return measure_s if await self.measure() else again_s
