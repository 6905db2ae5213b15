"""Housekeeping: tables nobody is at end, unfinished ones go after a while, finished games stay.

Every process may do it at any time; nothing here ever touches a table people are at, because whatever ends a
table looks again under its lock.
"""

from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass, replace
from typing import Any, Protocol

import structlog

from app.games.kernel.contract import Game
from app.settings import Settings
from app.tables.clocks.deadlines import by_days_s
from app.tables.clocks.periodic import PeriodicTasks
from app.tables.errors import NoSuchTable
from app.tables.executor import CommandExecutor
from app.tables.model import Status, Table
from app.tables.ports import Presence

log = structlog.get_logger("keeping")

round_s = 60.0
limit_s = 300.0
"""For a round: after a long absence there may be many batches to take away."""

purge_every_ms = 3_600_000
day_ms = 24 * 3_600_000
batch = 200


@dataclass(frozen=True, slots=True)
class Purged:
    """What was taken away: unfinished tables, lines of chat, people who never sat down and did not come back, and
    small things past their time.
    """

    tables: int = 0
    chat: int = 0
    people: int = 0
    rest: int = 0

    def __add__(self, other: "Purged") -> "Purged":
        return Purged(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


class HousekeepingStore(Protocol):
    async def deserted(self, now: int, grace: int, most: int) -> Sequence[str]:
        """Ids of open tables without people for `grace` ms, longest first; of those with a clock by days,
        for two of its decisions.
        """
        ...

    async def purge(self, before: int, now: int, most: int) -> Purged:
        """Takes away at most `most` closed tables nobody was at since `before`, the chat of tables that have
        been over for as long, at most `most` people without a seat, a recovery key or an address who have not been
        here since, and what has expired by `now`.
        """
        ...


def grace_of(table: Table, grace: int) -> int:
    """Ms a table may be without people."""
    return 2 * table.settings.clock * 1000 if table.settings.clock >= by_days_s else grace


class Housekeeping:
    def __init__(
        self,
        executor: CommandExecutor,
        presence: Presence,
        store: HousekeepingStore,
        settings: Settings,
        tasks: PeriodicTasks | None = None,
    ) -> None:
        self._executor = executor
        self._presence = presence
        self._store = store
        self._settings = settings
        self._tasks = tasks or PeriodicTasks()
        self._purged_at = 0

    async def run(self) -> None:
        """Works until it is cancelled."""
        await self._tasks.go_on("housekeeping", self.round, every_s=round_s, first_s=round_s, limit_s=limit_s)

    async def round(self) -> None:
        """Ends what nobody is at; now and then takes away what has had its time."""
        await self.end_deserted()
        now = self._executor.moment()
        if now - self._purged_at >= purge_every_ms:
            self._purged_at = now
            await self.purge()

    async def end_deserted(self) -> int:
        """How many tables were ended: not finished, their codes free again."""
        now = self._executor.moment()
        ended = 0
        for table_id in await self._store.deserted(now, self._settings.table_grace_ms, batch):
            if not self._presence.present(table_id):
                ended += await self._end(table_id, now)
        return ended

    async def purge(self, days: int | None = None) -> Purged:
        """Everything past its time (KEEP_DAYS, or `days`), in small batches."""
        now = self._executor.moment()
        before = now - (self._settings.keep_days if days is None else days) * day_ms
        whole = Purged()
        while True:
            part = await self._store.purge(before, now, batch)
            whole += part
            if max(part.tables, part.people) < batch:
                break
        if whole != Purged():
            log.info("purged", **asdict(whole))
        return whole

    async def _end(self, table_id: str, now: int) -> bool:
        def end(table: Table, _game: Game) -> Table:
            # Looked at again under the lock: somebody may have come, or acted, since.
            deserted = now - table.last_human_at >= grace_of(table, self._settings.table_grace_ms)
            is_open = table.status in (Status.LOBBY, Status.PLAYING)
            return replace(table, status=Status.CLOSED) if deserted and is_open else table

        try:
            return (await self._executor.change_table_by_id(table_id, end)).status is Status.CLOSED
        except NoSuchTable:
            return False


async def close(executor: CommandExecutor, name: str) -> Table:
    """The operator ends an open table, by its id or code. Raises NoSuchTable."""
    table_id = name if len(name) == 32 else await executor.id_of(name)

    def end(table: Table, _game: Any) -> Table:
        if table.status is Status.OVER:
            raise NoSuchTable(name)
        return replace(table, status=Status.CLOSED)

    return await executor.change_table_by_id(table_id, end)
