"""Looks after tables nobody acts at: the role of a host who is gone passes on. Runs in every process, for the
tables with a page open in it; whoever comes second finds it done.
"""

from app.tables.clocks.periodic import PeriodicTasks
from app.tables.errors import NoSuchTable
from app.tables.host.host import pass_on
from app.tables.service import TableService

round_s = 2.0
touch_ms = 60_000


class HostSuccession:
    def __init__(self, tables: TableService, tasks: PeriodicTasks | None = None) -> None:
        self._tables = tables
        self._tasks = tasks or PeriodicTasks()
        self._touched_at = 0

    async def run(self) -> None:
        """Works until it is cancelled."""
        await self._tasks.go_on("succession", self.round, every_s=round_s, first_s=round_s)

    async def round(self) -> None:
        """One look at every table somebody has open here."""
        executor, presence = self._tables.executor, self._tables.presence
        now = executor.moment()
        hosts = await executor.repository.hosts(presence.tables())
        for table_id, host in hosts.items():
            since = presence.absent_since(table_id, host)
            if since is not None and now - since >= self._tables.settings.host_grace_ms:
                await self._pass_on(table_id, host)
        if now - self._touched_at >= touch_ms:
            self._touched_at = now
            await executor.repository.touch({t: presence.present(t) for t in hosts}, now)

    async def _pass_on(self, table_id: str, host: str) -> None:
        present = self._tables.presence.present(table_id)
        try:
            await self._tables.executor.change_table_by_id(
                table_id, lambda table, _: pass_on(table, host, present)
            )
        except NoSuchTable:
            return
