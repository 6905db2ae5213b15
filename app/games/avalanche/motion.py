"""How long the story of a round takes to be shown, from its events alone. Nominal: one reader's own speed changes
nothing for the others.

The table's clock waits for it, so that nobody loses time to watching. The beats on the page are as long as said here.
Time is spent where something happens: skiers to whom nothing happens set off one after the other and ski together.
"""

from collections.abc import Sequence
from typing import Any

from app.games.avalanche import events as e

all_in_ms = 250
turn_each_ms = 90
turn_ms = 260
tension_ms = 500
last_turn_ms = 320
tick_ms = 40
words_ms = 400
alone_ms = 500
space_ms = 90
apart_ms = 120
settle_ms = 180
push_ms = 90
jump_ms = 760
walk_ms = 220
hit_ms = 240
stay_ms = 300
bank_ms = 260
banks_at_most_ms = 1300
same_ms = 120
"""What happens to several at once starts so far apart."""

patience_ms = 12_000
"""A story longer than that goes faster, twice as fast at most."""


def reveal_ms(event: e.CardsRevealed) -> int:
    """The cards slide out and turn, slowest first, all but the fastest; alone, the one card is turned and counted."""
    if len(event.plays) < 2:
        return alone_ms
    return all_in_ms + turn_each_ms * (len(event.plays) - 1) + turn_ms


def total_ms(event: e.CardsRevealed) -> int:
    """The fastest turns, point by point; before it a moment of nothing if it can still go either way."""
    if len(event.plays) < 2:
        return 0
    wait = tension_ms if decisive(event) else 0
    return wait + last_turn_ms + tick_ms * event.plays[0].speed + words_ms


def decisive(event: e.CardsRevealed) -> bool:
    """Whether the fastest play decides if the limit is kept, as far as one can see before it is turned."""
    before = event.total - event.plays[0].speed
    return event.limit is not None and before <= event.limit < before + 10


def lengths(events: Sequence[Any]) -> list[int]:
    """The ms each of these events adds to the story; 0 = it is told in the log alone, or by what comes with it."""
    found = [alone(event) for event in events]
    for index, event in enumerate(events):
        following = events[index + 1] if index + 1 < len(events) else None
        match event:
            case e.RocketJumped():
                for at in taken_along(event, events, index):
                    found[at] = 0
            case e.Crashed() if isinstance(following, e.Crashed):
                found[index] = same_ms
            case e.SkierBuried() if isinstance(following, e.SkierBuried):
                found[index] = same_ms
            case e.YetiMoved() if not event.route and not isinstance(following, e.YetiHit):
                found[index] = stay_ms
            case e.CardDrawn() if drawn_before(events[:index]):
                found[index] = 0
    for run in rides(events, found):
        rest = max(apart_ms * place + found[index] for place, index in enumerate(run))
        for index in run[:-1]:
            found[index] = apart_ms
        found[run[-1]] = rest - apart_ms * (len(run) - 1) + settle_ms
    return found


def alone(event: Any) -> int:
    """How many ms an event takes with nothing before or after it."""
    match event:
        case e.CardsRevealed():
            return reveal_ms(event) + total_ms(event)
        case e.Crashed() | e.SkierBuried():
            return 700
        case e.RocketJumped():
            return jump_ms
        case e.SkierMoved():
            return space_ms * max(1, event.end - event.start - event.pushed) + push_ms * event.pushed
        case e.SkierFinished():
            return 900
        case e.JumpRefused():
            return 450
        case e.YetiCardRevealed():
            return 500
        case e.YetiMoved():
            return walk_ms * len(event.route)
        case e.YetiHit():
            return hit_ms
        case e.AvalancheQuickened():
            return 250
        case e.AvalancheAdvanced():
            return min(bank_ms * (event.end - event.start), banks_at_most_ms)
        case e.CardsDiscarded():
            return 400 if gives_up(event) else 0
        case e.CardDrawn() | e.CardDrafted():
            return 350
        case e.HeatEnded():
            return 1200
        case e.GameEnded():
            return 400
    return 0


def gives_up(event: e.CardsDiscarded) -> bool:
    """Whether a player loses cards of the hand by it; played ones go without a word."""
    return event.player is not None and event.from_hand > 0 and event.reason in {"half", "hit"}


def motion_ms(events: Sequence[Any]) -> int:
    """How many ms pass until the story of these events is over, at normal speed."""
    whole = sum(lengths(events))
    return whole if whole <= patience_ms else max(whole // 2, patience_ms)


def rides(events: Sequence[Any], found: Sequence[int]) -> list[list[int]]:
    """Runs of rides with nothing to be seen between them, as indices; rides that belong to a jump are none."""
    runs: list[list[int]] = []
    open_run = False
    for index, event in enumerate(events):
        if isinstance(event, e.SkierMoved) and found[index]:
            if not open_run:
                runs.append([])
            runs[-1].append(index)
            open_run = True
        elif found[index]:
            open_run = False
    return runs


def taken_along(jump: e.RocketJumped, events: Sequence[Any], index: int) -> list[int]:
    """The events after the jump at `index` that are part of it: its ride, and the avalanche it quickens."""
    found: list[int] = []
    for at in range(index + 1, len(events)):
        event = events[at]
        if isinstance(event, e.AvalancheQuickened) and event.cause == "jump" and not found:
            found.append(at)
        elif isinstance(event, e.SkierMoved) and event.skier == jump.skier:
            return [*found, at]
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
    last = next((event for event in reversed(before) if alone(event) or isinstance(event, lines)), None)
    return isinstance(last, e.CardDrawn)
