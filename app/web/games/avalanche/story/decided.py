"""Whom the clock decided for: the one thing the story needs to know about who acted."""

from collections.abc import Sequence

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
