"""Looks after tables nobody acts at: the role of a host who is gone passes on. Runs in every process, for the
tables with a page open in it; whoever comes second finds it done.
"""

import asyncio

import structlog

from app.tables.errors import Busy, NoSuchTable
from app.tables.facade import Tables
from app.tables.hosts import pass_on
from app.tables.worker import fault

log = structlog.get_logger("caretaker")

round_s = 2.0
touch_ms = 60_000


class Caretaker:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._touched_at = 0

    async def run(self) -> None:
        """Works until it is cancelled."""
        while True:
            await asyncio.sleep(round_s)
            try:
                await self.round()
            except Busy:
                log.warning("database busy")
            except Exception as error:  # noqa: BLE001  # the next round may find the database well again
                log.error("caretaker failed", fault=fault(error))  # noqa: TRY400  # see `fault`

    async def round(self) -> None:
        """One look at every table somebody has open here."""
        desk, presence = self._tables.desk, self._tables.presence
        now = desk.clock()
        hosts = await desk.cupboard.hosts(presence.tables())
        for table_id, host in hosts.items():
            since = presence.absent_since(table_id, host)
            if since is not None and now - since >= self._tables.settings.host_grace_ms:
                await self._pass_on(table_id, host)
        if now - self._touched_at >= touch_ms:
            self._touched_at = now
            await desk.cupboard.touch({t: presence.present(t) for t in hosts}, now)

    async def _pass_on(self, table_id: str, host: str) -> None:
        present = self._tables.presence.present(table_id)
        try:
            await self._tables.desk.change_table_by_id(
                table_id, lambda table, _: pass_on(table, host, present)
            )
        except NoSuchTable:
            return
