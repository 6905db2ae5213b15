"""The wiring of the numbers: what is looked at whenever they are read, and what is counted now and then."""

from collections.abc import Callable

from app import metrics
from app.realtime.hub import Hub
from app.storage.engine import Database
from app.storage.health import DatabaseHealth
from app.tables.clocks.periodic import PeriodicTasks
from app.tables.model import Status
from app.web.routes.health import own_version

every_s = 15.0


class TableMetrics:
    def __init__(self, database: Database, hub: Hub, tasks: PeriodicTasks, condition: DatabaseHealth) -> None:
        self._tasks = tasks
        self._condition = condition
        self._works: set[str] = set()
        metrics.info.info({"version": own_version()})
        metrics.watch(metrics.sockets, hub.sockets)
        metrics.watch(metrics.writable, lambda: not database.refuses_writes)
        metrics.watch(metrics.pool.labels("used"), database.borrowed)
        metrics.watch(metrics.pool.labels("open"), database.standing)
        metrics.watch(metrics.pool.labels("most"), lambda: database.most)

    async def run(self) -> None:
        """Counts until it is cancelled."""
        await self._tasks.go_on("numbers", self.round, every_s=every_s)

    def _age(self, work: str) -> Callable[[], float]:
        return lambda: self._tasks.ages()[work]

    async def round(self) -> None:
        for work in self._tasks.ages().keys() - self._works:
            self._works.add(work)
            metrics.watch(metrics.work_age.labels(work), self._age(work))
        counts = await self._condition.tables()
        for status in Status:
            metrics.tables.labels(status.value).set(counts.get(status.value, 0))
