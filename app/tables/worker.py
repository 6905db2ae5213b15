"""What falls due is done here: bots' choices, those of people whose clock has run out, and the end of a chair's
time. Every process may run one; each row is done once.

A row is claimed for a while, the choice is computed outside every lock and outside the event loop, and
posted by the same path as a person's. The row goes in the transaction that stores the action, so a worker
that dies in between leaves it to the next one.
"""

import asyncio
import secrets
import traceback
from typing import Any

import structlog

from app.games.kernel.contract import Game
from app.tables import acting, chairs, rematching
from app.tables.errors import Busy, Illegal, Malformed, NoSuchTable, Refusal
from app.tables.facade import Tables
from app.tables.model import Snapshot, Status
from app.tables.ports import Due

log = structlog.get_logger("worker")

lease_ms = 30_000
"""How long a claimed row is left alone: far longer than any bot thinks."""

batch = 20
poll_s = 1.0
"""How often to look for rows other processes have written; our own wake the worker at once."""


beat_ms = 1000
outage_ms = 3000
"""Without a beat for so long no server was there, and no clock ran: nobody is punished for our absence."""


class Worker:
    def __init__(self, tables: Tables) -> None:
        self._desk = tables.desk
        self._beaten_at = 0

    async def run(self) -> None:
        """Works until it is cancelled."""
        while True:
            self._desk.due_came.clear()
            wait_s = poll_s
            try:
                await self.beat()
                await self.run_due(self._desk.clock())
                upcoming = await self._desk.cupboard.next_due()
                if upcoming is not None:
                    wait_s = min(poll_s, max(0.0, (upcoming - self._desk.clock()) / 1000))
            except Busy:
                log.warning("database busy")
            except Exception as error:  # noqa: BLE001  # the worker outlives whatever one round meets
                log.error("worker failed", fault=fault(error))  # noqa: TRY400  # see `fault`
            try:
                await asyncio.wait_for(self._desk.due_came.wait(), wait_s)
            except TimeoutError:
                continue

    async def beat(self) -> None:
        """Says that a server is alive. After an outage clocks grow by it, before anything due is looked at."""
        now = self._desk.clock()
        if now - self._beaten_at < beat_ms:
            return
        gap = await self._desk.cupboard.beat(now, outage_ms)
        self._beaten_at = now
        if gap:
            log.info("clocks extended", ms=gap)

    async def run_due(self, now: int) -> int:
        """Does everything due by `now` (epoch ms); the number of actions taken."""
        upcoming = await self._desk.cupboard.next_due()
        if upcoming is None or upcoming > now:
            return 0
        rows = await self._desk.cupboard.claim(now, now + lease_ms, batch)
        return sum(await asyncio.gather(*(self._do(row) for row in rows)))

    async def _do(self, due: Due) -> bool:
        try:
            snapshot = await self._desk.snapshot(due.table_id)
        except NoSuchTable:
            return False
        if due.kind == chairs.kind:
            return await rematching.release(self._desk, due)
        game = self._desk.games[snapshot.table.game]
        if snapshot.table.status is not Status.PLAYING or game.decision(snapshot.state) != due.decision:
            return False
        action = await asyncio.to_thread(choice, game, snapshot, due.seat)
        if action is None:
            return False
        try:
            return await acting.act_for(self._desk, due, action)
        except (Illegal, Malformed) as refused:
            log.warning("bot chose what it may not", table=due.table_id, reason=refused.reason)
            legal = game.legal_actions(snapshot.state, due.seat)
            return await acting.act_for(self._desk, due, legal[secrets.randbelow(len(legal))])
        except Refusal as refused:
            # Overtaken: the decision is over, or the owner is back.
            log.info("bot overtaken", table=due.table_id, seat=due.seat, reason=refused.reason)
            return False


def choice(game: Game, snapshot: Snapshot, seat: int) -> Any | None:
    """A bot's action, from what a player in its place would know; None if nothing is asked of the seat.

    A bot that fails must not hold up its table: then any legal action will do.
    """
    legal = game.legal_actions(snapshot.state, seat)
    if not legal:
        return None
    level = snapshot.table.seats[seat].bot_level or game.bot_levels[0]
    try:
        return game.choose(level, game.view(snapshot.state, seat), legal, secrets.randbelow)
    except Exception as error:  # noqa: BLE001  # see above
        log.error("bot failed", table=snapshot.table.id, level=level, fault=fault(error))  # noqa: TRY400  # see `fault`
        return legal[secrets.randbelow(len(legal))]


def fault(error: Exception) -> str:
    """What went wrong and where, without the message: a game's errors may name the cards of a hand."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"
