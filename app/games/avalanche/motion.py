"""How long the story of a round takes to be shown, from its events alone. Nominal: one reader's own speed changes
nothing for the others.

The table's clock waits for it, so that nobody loses time to watching. The beats on the page are as long as said here.
"""

from collections.abc import Sequence
from typing import Any

from app.games.avalanche import events as e

reveal_ms = 1300
total_ms = 900
walk_ms = 280
hit_ms = 260
stay_ms = 400

patience_ms = 12_000
"""A story longer than that goes faster, twice as fast at most."""


def length(event: Any) -> int:
    """How many ms an event takes, shown by itself; 0 = it is told in the log alone, or by what comes with it."""
    match event:
        case e.CardsRevealed():
            return reveal_ms + total_ms
        case e.Crashed():
            return 800
        case e.RocketJumped():
            return 1000
        case e.SkierMoved():
            return 110 * max(1, event.end - event.start) + 200
        case e.SkierFinished():
            return 1600
        case e.JumpRefused():
            return 700
        case e.YetiCardRevealed():
            return 900
        case e.YetiMoved():
            return walk_ms * len(event.route)
        case e.YetiHit():
            return hit_ms
        case e.AvalancheQuickened():
            return 400
        case e.AvalancheAdvanced():
            return 325 * (event.end - event.start)
        case e.SkierBuried():
            return 1400
        case e.CardsDiscarded():
            return 600 if gives_up(event) else 0
        case e.CardDrawn() | e.CardDrafted():
            return 500
        case e.HeatEnded():
            return 2000
        case e.GameEnded():
            return 600
    return 0


def gives_up(event: e.CardsDiscarded) -> bool:
    """Whether a player loses cards of the hand by it; played ones go without a word."""
    return event.player is not None and event.from_hand > 0 and event.reason in {"half", "hit"}


def motion_ms(events: Sequence[Any]) -> int:
    """How many ms pass until the story of these events is over, at normal speed."""
    whole = sum(length(event) for event in events) - shared_ms(events)
    return whole if whole <= patience_ms else max(whole // 2, patience_ms)


def shared_ms(events: Sequence[Any]) -> int:
    """What is counted twice in single events: a jump takes its ride and the avalanche it quickens along, and all draw
    at once. A yeti who stays has his moment, too: that counts the other way.
    """
    found = 0
    for index, event in enumerate(events):
        if isinstance(event, e.RocketJumped):
            found += sum(length(one) for one in taken_along(event, events[index + 1 :]))
        elif isinstance(event, e.YetiMoved) and not event.route:
            hit = index + 1 < len(events) and isinstance(events[index + 1], e.YetiHit)
            found -= 0 if hit else stay_ms
        elif isinstance(event, e.CardDrawn) and drawn_before(events[:index]):
            found += length(event)
    return found


def taken_along(jump: e.RocketJumped, after: Sequence[Any]) -> list[Any]:
    """The events of `after` that belong to the jump: its ride, and the avalanche it quickens."""
    found: list[Any] = []
    for event in after:
        if isinstance(event, e.AvalancheQuickened) and event.cause == "jump" and not found:
            found.append(event)
        elif isinstance(event, e.SkierMoved) and event.skier == jump.skier:
            return [*found, event]
        elif not isinstance(event, e.YetiCardRevealed):
            break
    return found


def drawn_before(before: Sequence[Any]) -> bool:
    """Whether somebody has drawn just now, so that this card is one of the same drawing."""
    lines = (
        e.HeatStarted,
        e.RoundStarted,
        e.MulliganDecided,
        e.RocketsRestored,
        e.DeckReshuffled,
        e.YetiMoved,
    )
    last = next((event for event in reversed(before) if length(event) or isinstance(event, lines)), None)
    return isinstance(last, e.CardDrawn)
