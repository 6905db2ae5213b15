"""How every change of a table is made: hold it, decide, save, and only then tell.

Decisions are functions given by the use cases, and what follows from every save by `Consequences`; here is the one
way they are carried out, and the only place that saves.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import msgspec

from app import metrics
from app.games.kernel.contract import Game
from app.games.kernel.extensions import PerSeat
from app.tables.changes import Change, Consequences, Decide, Logged, Step
from app.tables.concerned import concerned_by
from app.tables.errors import NoSuchTable, Refusal
from app.tables.log_ends import KeptUnitOfWork, NeedsHold
from app.tables.model import Announcement, EventsOf, Snapshot, Status, Table
from app.tables.play.hearing import StoryPart
from app.tables.ports import (
    Bus,
    Clock,
    DueRow,
    LogEntry,
    News,
    OpenPosition,
    Saving,
    StoredTable,
    TableRepository,
    UnitOfWork,
)
from app.tables.snapshots import Snapshots

T = TypeVar("T")


class CommandExecutor:
    def __init__(
        self,
        repository: TableRepository,
        bus: Bus,
        games: Mapping[str, Game],
        clock: Clock,
        *,
        news: News,
        consequences: Consequences,
    ) -> None:
        self.repository = repository
        self.clock = clock
        self.snapshots = Snapshots(repository, games, news)
        self.beaten_at: int | None = None
        self.due_saved: list[Callable[[tuple[DueRow, ...]], None]] = []
        """Called after a save with all that is due for its table, if anything is."""
        self._bus = bus
        self._consequences = consequences
        self._running: set[asyncio.Task[Any]] = set()

    @property
    def games(self) -> Mapping[str, Game]:
        return self.snapshots.games

    def moment(self) -> int:
        """Now, for whoever acts without being asked (epoch ms): the last heartbeat's. After a stillness of this process
        nothing is done about what it has missed before the heartbeat has found the stillness out.
        """
        return self.clock() if self.beaten_at is None else self.beaten_at

    async def id_of(self, code: str) -> str:
        """Raises NoSuchTable."""
        return await self.snapshots.id_of(code)

    async def find(self, code: str) -> Snapshot:
        """The table of this code as it is stored now, none that is closed. Raises NoSuchTable."""
        return await self.snapshots.of_code(code, self.snapshots.stored)

    async def snapshot(self, table_id: str) -> Snapshot:
        """The table as it is stored now. Raises NoSuchTable."""
        return await self.snapshots.stored(table_id)

    async def change(self, table_id: str, decide: Decide, *, is_action: bool = False) -> Snapshot:
        """Holds the table, lets `decide` look and choose, saves, then announces. Raises what `decide` raises.

        A caller who goes away does not stop it halfway: what was begun is saved and told. `is_action`: it is an action
        of the game, which is first tried on the table as this process knows it; then `decide` may be asked twice.
        """
        return await self.whole(self._change(table_id, decide, is_action=is_action))

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

        async def decide(held: UnitOfWork, game: Game, _state: Any) -> Change | None:
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

    async def _change(self, table_id: str, decide: Decide, *, is_action: bool) -> Snapshot:
        began = time.perf_counter()
        done = await self._changed_at_once(table_id, decide, began) if is_action else None
        if done is not None:
            return done
        async with self.repository.hold(table_id) as held:
            table = held.table
            if table.status is Status.CLOSED:
                raise NoSuchTable(table.code)
            game = self.games[table.game]
            state = self._state_of(held, game)
            change = await decide(held, game, state)
            if change is None:
                return self.snapshots.keep(Snapshot(table, state))
            saving, after = self._saving(held, game, state, change)
            entry = saving.entry
            if entry is not None and saving.table.status is Status.OVER and table.status is Status.PLAYING:
                saving = replace(saving, positions=await self._positions(held, game, saving))
            await held.save(saving)
        before, entries = Snapshot(table, state), held.entries + (saving.entry is not None)
        now = Snapshot(saving.table, after)
        return self._saved(before, now, change, saving, entries=entries, began=began)

    async def _changed_at_once(self, table_id: str, decide: Decide, began: float) -> Snapshot | None:
        """An action on the table as this process knows it, saved in one piece if that is still what is stored. None:
        nothing was done, and the table has to be held. So it is for whatever is not plain: a refusal, a repeat, an end.
        """
        async with self.repository.turn(table_id):
            kept, end = self.snapshots.kept(table_id), self.snapshots.log_ends.of(table_id)
            if kept is None or end is None or end.version != kept.table.version:
                return None
            game, look = self.games[kept.table.game], partial(self.repository.earlier, table_id)
            held = KeptUnitOfWork(kept.table, end, look)
            try:
                change = await decide(held, game, kept.state)
            except (NeedsHold, Refusal):
                return None
            if change is None or not held.bears(change):
                return None
            saving, after = self._saving(held, game, kept.state, change)
            if saving.table.seats != kept.table.seats:
                return None
            if not await self.repository.append(saving, held.taken):
                self.snapshots.forget(table_id)
                return None
            now = Snapshot(saving.table, after)
            return self._saved(kept, now, change, saving, entries=end.entries + 1, began=began)

    def _saving(self, held: UnitOfWork, game: Game, state: Any | None, change: Change) -> tuple[Saving, Any]:
        """What is to be written, and the game's state after it."""
        now = self.clock()
        last_human_at = now if change.by_human else held.table.last_human_at
        table = replace(change.table, version=held.table.version + 1, last_human_at=last_human_at)
        after = state if change.state is None else change.state
        events = () if change.logged is None else change.logged.events
        step = Step(held.table, game, (state, after), events, change.by, now)
        table = self._consequences.table_after(table, step)
        table = replace(table, concerned=concerned_by(held.table, table, change.concerns, change.logged))
        saving = Saving(
            table=table,
            at=now,
            state=None if change.state is None else game.encode_state(change.state),
            entry=None if change.logged is None else _entry(held, game, table.version, change.logged, now),
            due=self._consequences.due_after(table, step),
            bans=change.bans,
        )
        return saving, after

    async def _positions(self, held: UnitOfWork, game: Game, saving: Saving) -> tuple[OpenPosition, ...]:
        ended = StoredTable(saving.table, saving.state, held.secret, held.contributions)
        entries = [*await held.log(), *((saving.entry,) if saving.entry else ())]
        return self._consequences.positions_after(game, ended, tuple(entries))

    def _saved(
        self, before: Snapshot, saved: Snapshot, change: Change, saving: Saving, *, entries: int, began: float
    ) -> Snapshot:
        """Remembers and tells what stands in the database by now."""
        table, game = saved.table, self.games[saved.table.game]
        self.snapshots.keep(saved)
        self.snapshots.saved(table, _told(table, change.logged, saving.at))
        moved = (
            before.state is not None
            and change.state is not None
            and game.decision(before.state) != game.decision(saved.state)
        )
        by_table = saved.state is not None and not isinstance(game, PerSeat)
        decision = game.decision(saved.state) if by_table else None
        self.snapshots.log_ends.saved(table, entries, decision=decision, entry=saving.entry)
        if moved:
            metrics.resolved(table.game, table.id, table.version, began)
        self._bus.publish(Announcement(table.id, table.version))
        if saving.due:
            for told in self.due_saved:
                told(saving.due)
        return saved

    def _state_of(self, held: UnitOfWork, game: Game) -> Any | None:
        kept = self.snapshots.kept(held.table.id)
        if kept is not None and kept.table.version == held.table.version:
            return kept.state
        raw = held.state()
        return None if raw is None else game.decode_state(raw)


def _told(table: Table, logged: Logged | None, at: int) -> StoryPart | None:
    """What the save tells of the game, as the log will tell it; None for nothing."""
    if logged is None or not (logged.events or logged.private):
        return None
    actor = logged.actor.value
    public = EventsOf(table.version, logged.decision, logged.seat, actor, logged.events, at)
    return StoryPart(public, logged.private)


def _entry(held: UnitOfWork, game: Game, version: int, logged: Logged, now: int) -> LogEntry:
    return LogEntry(
        number=held.entries + 1,
        version=version,
        decision=logged.decision,
        seat=logged.seat,
        actor=logged.actor.value,
        key=logged.key,
        action=logged.action,
        answer=None if logged.answer is None else msgspec.to_builtins(logged.answer),
        events=tuple(game.encode_event(event) for event in logged.events),
        private=tuple(replace(one, event=game.encode_event(one.event)) for one in logged.private),
        at=now,
        moment=logged.moment,
    )
