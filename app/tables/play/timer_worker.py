"""Timers of rules: when one is due the game itself is asked what time has done. A loop of its own, so that no bot that
thinks holds up a reveal, and with a short lease: a table does not wait long for a process that died.

A row is an alarm clock and no more: an action does first whatever was due before it. So an alarm that comes late, or
twice, or in another process, changes nothing.
"""

import asyncio

from app.tables.clocks import table_time
from app.tables.clocks.periodic import PeriodicTasks
from app.tables.errors import NoSuchTable
from app.tables.play import acting
from app.tables.play.due_worker import DueWorker
from app.tables.ports import DueRow
from app.tables.service import TableService

lease_ms = 2_000
batch = 50
poll_s = 0.5
late_s = 10.0


class TimerWorker:
    def __init__(self, tables: TableService, worker: DueWorker, tasks: PeriodicTasks | None = None) -> None:
        """`worker`: of the same process, for its heartbeat: after an outage no timer goes before it has been found
        out.
        """
        self._executor = tables.executor
        self._worker = worker
        self._tasks = tasks or PeriodicTasks()
        self._came = asyncio.Event()
        self._executor.due_saved.append(self._saved)

    async def run(self) -> None:
        """Works until it is cancelled."""
        await self._tasks.go_on("timers", self.round, every_s=poll_s, late_s=late_s, wake=self._came)

    def _saved(self, rows: tuple[DueRow, ...]) -> None:
        if any(row.kind == table_time.kind for row in rows):
            self._came.set()

    async def round(self) -> float:
        """Ticks whatever is due; seconds until the next timer."""
        self._came.clear()
        now = self._executor.clock()
        await self._worker.beat(now)
        await self.run_due(now)
        upcoming = await self._executor.repository.next_due(timers=True)
        if upcoming is None:
            return poll_s
        return min(poll_s, max(0.0, (upcoming - self._executor.clock()) / 1000))

    async def run_due(self, now: int) -> int:
        """Ticks every table whose timer is due by `now` (epoch ms); the number of those at which something came of
        it.
        """
        upcoming = await self._executor.repository.next_due(timers=True)
        if upcoming is None or upcoming > now:
            return 0
        rows = await self._executor.repository.claim(now, now + lease_ms, batch, timers=True)
        return sum(await asyncio.gather(*(self._tick(row.table_id) for row in rows)))

    async def _tick(self, table_id: str) -> bool:
        try:
            return await acting.tick(self._executor, table_id)
        except NoSuchTable:
            return False
