"""Does what is due: choices of bots, choices for people whose clock has run out, and the release of held seats. Every
process may run one; each row is done once.

A row is claimed for a while, the choice is computed outside every lock and outside the event loop, and
posted by the same path as a person's. The row goes in the transaction that stores the action, so a worker
that dies in between leaves it to the next one.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Any

import structlog

from app import metrics
from app.games.kernel.contract import Game
from app.games.kernel.extensions import Defaulting, Dropping, number_for, usual_bot_level
from app.games.kernel.listing import has_choice, legal_list
from app.tables.after import rematch
from app.tables.clocks import deadlines
from app.tables.clocks.periodic import PeriodicTasks, fault
from app.tables.errors import Illegal, Malformed, NoSuchTable, Refusal
from app.tables.model import Snapshot, Status
from app.tables.play import acting
from app.tables.ports import DueRow
from app.tables.seats import held_seats
from app.tables.service import TableService

log = structlog.get_logger("worker")

lease_ms = 10_000
"""How long a claimed row is left alone: longer than any bot thinks, and no longer than people like to wait for one
whose process died.
"""

batch = 20
poll_s = 1.0
"""How often to look for rows other processes have written; our own wake the worker at once."""

late_s = 10.0
"""Without a round for so long this process is of no use to a table with a clock or a bot."""

beat_ms = 1000
outage_ms = 3000
"""Without a beat for so long no server was there, and no clock ran: nobody is punished for our absence."""


class DueWorker:
    def __init__(self, tables: TableService, tasks: PeriodicTasks | None = None) -> None:
        self._executor = tables.executor
        self._tasks = tasks or PeriodicTasks()
        self._beaten_at = 0
        self._came = asyncio.Event()
        self._executor.due_saved.append(lambda _rows: self._came.set())

    async def run(self) -> None:
        """Works until it is cancelled."""
        await self._tasks.go_on("worker", self.round, every_s=poll_s, late_s=late_s, wake=self._came)

    async def round(self) -> float:
        """A heartbeat, and whatever is due at that same moment: if the server stands still in between, what it has
        missed is left to the next round, which begins by finding out that it stood. Seconds until something is due.
        """
        self._came.clear()
        now = self._executor.clock()
        await self.beat(now)
        await self.run_due(now)
        upcoming = await self._executor.repository.next_due()
        if upcoming is None:
            return poll_s
        return min(poll_s, max(0.0, (upcoming - self._executor.clock()) / 1000))

    async def beat(self, now: int | None = None) -> None:
        """Says that a server is alive. After an outage clocks grow by it, before anything due is looked at."""
        now = self._executor.clock() if now is None else now
        if now - self._beaten_at < beat_ms:
            return
        gap = await self._executor.repository.beat(now, outage_ms)
        self._beaten_at = self._executor.beaten_at = now
        if gap:
            log.info("clocks extended", ms=gap)

    async def run_due(self, now: int) -> int:
        """Does everything due by `now` (epoch ms); the number of actions taken."""
        upcoming = await self._executor.repository.next_due()
        if upcoming is None or upcoming > now:
            return 0
        metrics.deadline_lag.observe(max(0, now - upcoming) / 1000)
        rows = await self._executor.repository.claim(now, now + lease_ms, batch)
        return sum(await asyncio.gather(*(self._do(row) for row in rows)))

    async def _do(self, due: DueRow) -> bool:
        try:
            snapshot = await self._executor.snapshots.recent(due.table_id)
        except NoSuchTable:
            return False
        if due.kind == held_seats.kind:
            return await rematch.release(self._executor, due)
        game = self._executor.games[snapshot.table.game]
        if snapshot.table.status is not Status.PLAYING:
            return False
        if number_for(game, snapshot.state, due.seat) != due.decision:
            return False
        action = await asyncio.to_thread(decided, game, snapshot, due)
        if action is None:
            return False
        try:
            return await acting.act_for(self._executor, due, action)
        except (Illegal, Malformed) as refused:
            log.warning("bot chose what it may not", table=due.table_id, reason=refused.reason)
            legal = legal_list(game, snapshot.state, due.seat)
            return await acting.act_for(self._executor, due, legal[secrets.randbelow(len(legal))])
        except Refusal as refused:
            # Overtaken: the decision is over, or the owner is back.
            log.info("bot overtaken", table=due.table_id, seat=due.seat, reason=refused.reason)
            return False


def decided(game: Game, snapshot: Snapshot, due: DueRow) -> Any | None:
    """The action for a due row; None if nothing is asked of the seat. What a game says of seats that have dropped out,
    or whose time has run out, comes before a bot's choice; a game that fails at it is helped by a bot.
    """
    rule: Callable[[Any, int], Any] | None = None
    if isinstance(game, Dropping) and snapshot.table.seats[due.seat].dropped:
        rule = game.dropped
    elif isinstance(game, Defaulting) and due.kind == deadlines.kind:
        rule = game.default
    if rule is None or not has_choice(game, snapshot.state, due.seat):
        return choice(game, snapshot, due.seat)
    try:
        return rule(snapshot.state, due.seat)
    except Exception as error:  # noqa: BLE001  # as in `choice`
        log.error("rule failed", table=snapshot.table.id, fault=fault(error))  # noqa: TRY400  # see `fault`
        return choice(game, snapshot, due.seat)


def choice(
    game: Game, snapshot: Snapshot, seat: int, draw: Callable[[int], int] = secrets.randbelow
) -> Any | None:
    """A bot's action, from what a player in its place would know; None if nothing is asked of the seat. `draw(n)` gives
    a random int in 0..n-1.

    A bot that fails must not hold up its table: then any legal action will do.
    """
    legal = legal_list(game, snapshot.state, seat)
    if not legal:
        return None
    level = snapshot.table.seats[seat].bot_level or usual_bot_level(game)
    try:
        return game.choose(level, game.view(snapshot.state, seat), legal, draw)
    except Exception as error:  # noqa: BLE001  # see above
        log.error("bot failed", table=snapshot.table.id, level=level, fault=fault(error))  # noqa: TRY400  # see `fault`
        return legal[draw(len(legal))]
