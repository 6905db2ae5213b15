"""How long the beats of one event are on the page: what `games/avalanche/motion.py` says of its events."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.games.avalanche import events as e
from app.games.avalanche.motion import reveal_ms

if TYPE_CHECKING:
    from app.web.games.avalanche.story.beats import Beat


def paced(told: "list[Beat]", event: Any, ms: int) -> "list[Beat]":
    """The beats of one event with their lengths: `ms` of it and all that is told with it."""
    if not told:
        return told
    first, *others = told
    if not isinstance(event, e.CardsRevealed):
        return [replace(first, ms=ms), *others]
    total = others.pop(0)
    return [replace(first, ms=reveal_ms(event)), replace(total, ms=ms - reveal_ms(event)), *others]
