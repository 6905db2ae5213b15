"""The part of a table's log that one reader may see: public events, and those private to the reader's seat. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.games.kernel.contract import Game, PrivateEvent
from app.tables.model import EventsOf
from app.tables.ports import LogEntry


@dataclass(frozen=True, slots=True)
class StoryPart:
    """`public`: what everybody hears of one version, with nothing else in it."""

    public: EventsOf
    private: tuple[PrivateEvent, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class TableStory:
    """A stretch of a table's log, oldest first. `public`: what everybody may hear; versions without any left out.
    `listeners`: the seats that hear more.
    """

    public: tuple[EventsOf, ...]
    listeners: frozenset[int]
    _parts: tuple[StoryPart, ...] = field(repr=False)

    @staticmethod
    def of(game: Game, entries: Sequence[LogEntry], *, over: bool) -> "TableStory":
        """`over`: the game has ended, so what opens with its end is public."""
        return story_of([part_of(game, entry, over=over) for entry in entries])

    def between(self, first: int, last: int) -> "TableStory":
        """The same from version `first` to version `last`, both included."""
        return story_of([part for part in self._parts if first <= part.public.version <= last])

    def told_to(self, seat: int | None) -> Sequence[EventsOf]:
        """All that the listener may hear, each event at its place. `seat` None: the public story."""
        if seat not in self.listeners:
            return self.public
        told = (_with(part, seat) for part in self._parts)
        return tuple(part for part in told if part.events)

    def heard_by(self, seat: int | None) -> Sequence[EventsOf]:
        """The private events of this seat."""
        heard = ((part.public, _heard(part, seat)) for part in self._parts)
        return tuple(
            replace(public, events=tuple(one.event for one in private))
            for public, private in heard
            if private
        )


def story_of(parts: Sequence[StoryPart]) -> TableStory:
    """Of these versions, oldest first."""
    listeners = frozenset(seat for part in parts for one in part.private for seat in one.seats)
    return TableStory(tuple(part.public for part in parts if part.public.events), listeners, tuple(parts))


def part_of(game: Game, entry: LogEntry, *, over: bool) -> StoryPart:
    """The events of one entry of the log, as they were decoded. `over`: as in `TableStory.of`."""
    private = tuple(replace(one, event=game.decode_event(one.event)) for one in entry.private)
    events = tuple(game.decode_event(raw) for raw in entry.events)
    public = EventsOf(entry.version, entry.decision, entry.seat, entry.actor, events, entry.at)
    if not over or not any(one.opens for one in private):
        return StoryPart(public, private)
    # What opens is heard at its place; what does not is counted on from there.
    closed, opened = [], []
    for one in private:
        if one.opens:
            opened.append(one)
        else:
            earlier = sum(other.after <= one.after for other in opened)
            closed.append(replace(one, after=one.after + earlier))
    return StoryPart(replace(public, events=_merged(events, opened)), tuple(closed))


def _heard(part: StoryPart, seat: int | None) -> list[PrivateEvent]:
    return [one for one in part.private if seat in one.seats]


def _with(part: StoryPart, seat: int | None) -> EventsOf:
    return replace(part.public, events=_merged(part.public.events, _heard(part, seat)))


def _merged(events: Sequence[Any], private: Sequence[PrivateEvent]) -> tuple[Any, ...]:
    """Private events among the public ones, each after so many of them."""
    placed = [(number, 1, event) for number, event in enumerate(events, start=1)]
    placed += [(one.after, 2, one.event) for one in private]
    return tuple(event for _, _, event in sorted(placed, key=lambda entry: entry[:2]))
