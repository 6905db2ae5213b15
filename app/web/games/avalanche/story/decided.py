"""Whom the clock decided for: the one thing the story needs to know about who acted. And what it need not know."""

from collections.abc import Sequence

from app.games.avalanche import events as e
from app.tables.model import Actor, EventsOf


def decided(story: Sequence[EventsOf]) -> dict[int, tuple[int, ...]]:
    """Version -> the seats whose choices the clock made for its decision. Named once, with the last of them."""
    found: dict[int, tuple[int, ...]] = {}
    before: EventsOf | None = None
    for part in story:
        if part.actor == Actor.CLOCK and part.seat is not None:
            seats: tuple[int, ...] = (part.seat,)
            if before is not None and before.version in found and before.decision == part.decision:
                seats = (*found.pop(before.version), *seats)
            found[part.version] = seats
        before = part
    return found


def without_last_locks(story: Sequence[EventsOf]) -> tuple[EventsOf, ...]:
    """The story up to where people began to lock in. The log says nothing of that, unless the clock did it for them."""
    end = len(story)
    while (
        end and story[end - 1].actor != Actor.CLOCK and all(is_lock(event) for event in story[end - 1].events)
    ):
        end -= 1
    return tuple(story[:end])


def is_lock(event: object) -> bool:
    return isinstance(event, e.SelectionLocked | e.SelectionTakenBack)
