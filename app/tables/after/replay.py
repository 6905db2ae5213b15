"""A race that is over, shown again: what is kept for it when it ends, and what a replay is made of.

While a game runs nothing is laid open anywhere. The transition that ends it plays its log again from the seed and
keeps one open position a round (decision 10); if that does not lead where the game has ended, nothing is kept, and
the end is not held up by it.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import structlog

from app.games.kernel.contract import Game, GameError, Replayable
from app.tables.after.record import actions_of, steps_in
from app.tables.errors import NoSuchTable, Unfit
from app.tables.model import EventsOf, Status, Table
from app.tables.play.hearing import TableStory
from app.tables.ports import LogEntry, OpenPosition, StoredTable, TableRepository
from app.tables.seeds import seed_of

log = structlog.get_logger("replays")

kept_replays = 32
"""Finished races kept decoded in memory; the oldest used goes first."""


@dataclass(frozen=True, slots=True)
class ReplayRoundView:
    """One notch of a replay: the open view before a round's choices, and everything that followed up to the next."""

    opening: Any = field(repr=False)
    story: tuple[EventsOf, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Replay:
    """`before`: what happened before the first round's choices. `rounds` are numbered from 1 through all heats."""

    table: Table
    before: tuple[EventsOf, ...]
    rounds: tuple[ReplayRoundView, ...]


def laid_open(game: Game, stored_table: StoredTable, entries: Sequence[LogEntry]) -> tuple[OpenPosition, ...]:
    """The open positions of a game that is over, from its whole log; () for a game that is none of those that can be
    replayed, or whose log does not lead to the end it had: rules that changed under a running game must not be
    passed off as what was played.
    """
    table = stored_table.table
    if table.status is not Status.OVER or stored_table.state is None or not isinstance(game, Replayable):
        return ()
    seed = seed_of(stored_table.secret, stored_table.contributions)
    taken = steps_in(entries)
    try:
        actions = actions_of(game, taken)
        found, last = game.positions(table.options, len(table.seats), seed, actions, table.deck_hash)
    except (GameError, ValueError, LookupError) as error:
        log.warning("no_replay", table=table.id, error=str(error))
        return ()
    if game.open_position(last) != game.open_position(game.decode_state(stored_table.state)):
        log.warning("no_replay", table=table.id, error="another end")
        return ()
    # What was there before anybody acted is the log's first entry.
    numbers = [entries[0].number if entries else 0, *(entry.number for entry in taken)]
    return tuple(
        OpenPosition(place, numbers[count], position)
        for place, (count, position) in enumerate(found, start=1)
    )


class Replays:
    """Races that are over, by the table's id: 128 random bits, so whoever has it was given it."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._kept: OrderedDict[str, tuple[tuple[EventsOf, ...], tuple[ReplayRoundView, ...]]] = OrderedDict()

    async def of(self, stored_table: StoredTable, game: Game) -> Replay:
        """The replay of a table read just now, so its names are those of today. Raises NoSuchTable for a game that
        is not over, as for a table that there is not; Unfit(no_replay) where its rounds cannot be shown.
        """
        table = stored_table.table
        if table.status is not Status.OVER:
            raise NoSuchTable(table.id)
        if table.id not in self._kept:
            self._kept[table.id] = await self._read(stored_table, game)
            while len(self._kept) > kept_replays:
                self._kept.popitem(last=False)
        self._kept.move_to_end(table.id)
        before, rounds = self._kept[table.id]
        return Replay(table, before, rounds)

    async def _read(
        self, stored_table: StoredTable, game: Game
    ) -> tuple[tuple[EventsOf, ...], tuple[ReplayRoundView, ...]]:
        table = stored_table.table
        entries = await self._repository.log(table.id)
        # A game that ended before positions were kept still has its log.
        positions = await self._repository.positions(table.id) or laid_open(game, stored_table, entries)
        if not positions or not isinstance(game, Replayable):
            raise Unfit("no_replay")
        ends = [*(position.entry for position in positions[1:]), None]
        first = positions[0].entry
        return _events(game, entries, 0, first), tuple(
            ReplayRoundView(
                game.opened(position.position, table.deck_hash),
                _events(game, entries, position.entry, end),
            )
            for position, end in zip(positions, ends, strict=True)
        )


def _events(game: Game, entries: Sequence[LogEntry], after: int, until: int | None) -> tuple[EventsOf, ...]:
    """Events of the entries numbered above `after`, up to `until`: public ones, and those that open with the end."""
    told = [e for e in entries if e.number > after and (until is None or e.number <= until)]
    return tuple(replace(part, at=0) for part in TableStory.of(game, told, over=True).public)
