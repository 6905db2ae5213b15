"""How every change of a table is made: hold it, decide, save, and only then tell.

Decisions are functions given by the use cases; here is what they have in common, and the only place that
saves.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import msgspec

from app.games.kernel.contract import Game, Json
from app.tables.calling import calls_due
from app.tables.chairs import arrived, chairs_due
from app.tables.clocks import deadlines_due, timed
from app.tables.codes import normal_code
from app.tables.errors import NoSuchTable
from app.tables.model import Actor, Announcement, Answer, Snapshot, Status, Table
from app.tables.notes import noted
from app.tables.play import bots_due
from app.tables.ports import Bus, Clock, Cupboard, Drawer, Due, Entry, Held, OpenPosition, Saving
from app.tables.replaying import laid_open

T = TypeVar("T")

kept_snapshots = 512
"""Decoded states kept in memory; the oldest used goes first."""


@dataclass(frozen=True, slots=True)
class Logged:
    """What a change leaves in the log. `action` and `seat` None: what no seat did."""

    decision: int
    events: tuple[Any, ...]
    seat: int | None = None
    actor: Actor = Actor.HUMAN
    key: str | None = None
    action: Json | None = field(repr=False, default=None)
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What a use case wants of a held table. `state` None = the game did not move. The version is the desk's
    business. `by`: the person whose doing it is; `bans`: who may not come to this table any more.
    """

    table: Table
    state: Any | None = field(repr=False, default=None)
    logged: Logged | None = None
    by_human: bool = True
    by: str | None = None
    bans: tuple[str, ...] = ()


Decide = Callable[[Held, Game, Any | None], Awaitable[Change | None]]
"""Given the held table, its game and the decoded state (None in the lobby): the change, or None for none."""


class Desk:
    def __init__(
        self,
        cupboard: Cupboard,
        bus: Bus,
        games: Mapping[str, Game],
        clock: Clock,
        bot_delay_ms: int,
        *,
        notice_ms: int | None = None,
    ) -> None:
        """`notice_ms`: how long a choice waits before somebody who is away is told; None = nobody can be."""
        self.cupboard = cupboard
        self.games = games
        self.clock = clock
        self.due_came = asyncio.Event()
        self._bus = bus
        self._bot_delay_ms = bot_delay_ms
        self._notice_ms = notice_ms
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()
        self._running: set[asyncio.Task[Any]] = set()

    async def id_of(self, code: str) -> str:
        """Raises NoSuchTable."""
        normal = normal_code(code)
        table_id = await self.cupboard.id_of(normal) if normal else None
        if table_id is None:
            raise NoSuchTable(code)
        return table_id

    async def snapshot(self, table_id: str) -> Snapshot:
        """The table as it is stored now. Raises NoSuchTable."""
        kept = self._snapshots.get(table_id)
        if kept is not None:
            stored = (await self.cupboard.versions([table_id])).get(table_id)
            if stored is not None and stored[0] == kept.table.version:
                # A line of chat is no reason to read the game again.
                table = replace(kept.table, chat_version=stored[1])
                return self._keep(kept if table == kept.table else Snapshot(table, kept.state))
        drawer = await self.cupboard.read(table_id)
        if drawer is None:
            raise NoSuchTable(table_id)
        return self._keep(self.opened(drawer))

    def opened(self, drawer: Drawer) -> Snapshot:
        raw = drawer.state
        return Snapshot(
            drawer.table, None if raw is None else self.games[drawer.table.game].decode_state(raw)
        )

    async def change(self, table_id: str, decide: Decide) -> Snapshot:
        """Holds the table, lets `decide` look and choose, saves, then announces. Raises what `decide` raises.

        A caller who goes away does not stop it halfway: what was begun is saved and told.
        """
        return await self.whole(self._change(table_id, decide))

    async def change_table(
        self, code: str, make: Callable[[Table, Game], Table], *, by: str | None = None
    ) -> Table:
        """A change of the table alone, found by its code; one that makes an equal table is none. `by`: the
        person whose doing it is.
        """
        return await self.change_table_by_id(await self.id_of(code), make, by=by)

    async def change_table_by_id(
        self, table_id: str, make: Callable[[Table, Game], Table], *, by: str | None = None
    ) -> Table:
        """The same, by the table's id."""

        async def decide(held: Held, game: Game, _state: Any) -> Change | None:
            table = make(held.table, game)
            return None if table == held.table else Change(table, by=by, by_human=by is not None)

        return (await self.change(table_id, decide)).table

    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs to its end even if the caller is cancelled."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    async def settle(self) -> None:
        """Waits for everything begun; for a shutdown."""
        await asyncio.gather(*self._running, return_exceptions=True)

    def announce(self, announcement: Announcement) -> None:
        """Tells of something that was saved elsewhere than here."""
        self._bus.publish(announcement)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            # Read, so that a refusal whose caller has gone is no warning.
            task.exception()

    async def _change(self, table_id: str, decide: Decide) -> Snapshot:
        async with self.cupboard.hold(table_id) as held:
            table = held.table
            if table.status is Status.CLOSED:
                raise NoSuchTable(table.code)
            game = self.games[table.game]
            state = self._state_of(held, game)
            change = await decide(held, game, state)
            if change is None:
                return self._keep(Snapshot(table, state))
            saved, due = await self._save(held, game, state, change)
        self._keep(saved)
        self._bus.publish(Announcement(table_id, saved.table.version))
        if due:
            self.due_came.set()
        return saved

    async def _save(
        self, held: Held, game: Game, state: Any | None, change: Change
    ) -> tuple[Snapshot, tuple[Due, ...]]:
        now = self.clock()
        version = held.table.version + 1
        last_human_at = now if change.by_human else held.table.last_human_at
        table = replace(change.table, version=version, last_human_at=last_human_at)
        after = state if change.state is None else change.state
        events = () if change.logged is None else change.logged.events
        table = arrived(table, change.by)
        table = replace(table, notes=noted(held.table, table, change.by, now))
        table = timed(table, game, before=state, after=after, events=events, now=now)
        bots = bots_due(table, game, after, now + self._bot_delay_ms)
        call_at = None if self._notice_ms is None else now + self._notice_ms
        calls = calls_due(table, game, after, call_at)
        due = (*bots, *deadlines_due(table, game, after), *chairs_due(table), *calls)
        encoded = None if change.state is None else game.encode_state(change.state)
        entry = None if change.logged is None else _entry(held, game, version, change.logged, now)
        positions: tuple[OpenPosition, ...] = ()
        if entry is not None and table.status is Status.OVER and held.table.status is Status.PLAYING:
            drawer = Drawer(table, encoded, held.secret, held.contributions)
            positions = laid_open(game, drawer, [*await held.log(), entry])
        await held.save(
            Saving(
                table=table,
                at=now,
                state=encoded,
                entry=entry,
                due=due,
                bans=change.bans,
                positions=positions,
            )
        )
        return Snapshot(table, after), due

    def _state_of(self, held: Held, game: Game) -> Any | None:
        kept = self._snapshots.get(held.table.id)
        if kept is not None and kept.table.version == held.table.version:
            return kept.state
        raw = held.state()
        return None if raw is None else game.decode_state(raw)

    def _keep(self, snapshot: Snapshot) -> Snapshot:
        kept = self._snapshots.get(snapshot.table.id)
        if kept is None or kept.table.version <= snapshot.table.version:
            self._snapshots[snapshot.table.id] = snapshot
            self._snapshots.move_to_end(snapshot.table.id)
            while len(self._snapshots) > kept_snapshots:
                self._snapshots.popitem(last=False)
        return snapshot


def _entry(held: Held, game: Game, version: int, logged: Logged, now: int) -> Entry:
    return Entry(
        number=held.entries + 1,
        version=version,
        decision=logged.decision,
        seat=logged.seat,
        actor=logged.actor.value,
        key=logged.key,
        action=logged.action,
        answer=None if logged.answer is None else msgspec.to_builtins(logged.answer),
        events=tuple(game.encode_event(event) for event in logged.events),
        at=now,
    )
