"""How long the story of a round takes to be shown, from its events alone. Nominal: one reader's own speed changes
nothing for the others.

The table's clock waits for it, so that nobody loses time to watching. The beats on the page are as long as said here.
Time is spent where something happens: skiers to whom nothing happens set off one after the other and ski together.
"""

from collections.abc import Mapping, Sequence

from app.games.avalanche import events as e
from app.games.avalanche.story import (
    CardsDrawn,
    CardsTurned,
    Happening,
    LimitJudged,
    Moment,
    SkierJumped,
    YetiWalked,
    moments,
    runs,
)

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
"""What happens to several at once starts so far apart."""

settle_ms = 180
push_ms = 90
jump_ms = 760
walk_ms = 220
hit_ms = 240
stay_ms = 300
draw_ms = 350
bank_ms = 260
banks_at_most_ms = 1300

patience_ms = 12_000
"""A story longer than that goes faster, twice as fast at most."""


always: Mapping[type, int] = {
    e.Crashed: 700,
    e.SkierBuried: 700,
    e.SkierFinished: 900,
    e.JumpRefused: 450,
    e.YetiCardRevealed: 500,
    e.AvalancheQuickened: 250,
    e.CardsDiscarded: 400,
    e.HeatEnded: 1200,
    e.GameEnded: 400,
}
"""Events that take as many ms whatever they say; what is in no list takes none."""


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


def lengths(found: Sequence[Moment]) -> list[int]:
    """The ms each of these moments adds to the story; 0 = it is told in the log alone."""
    ms = [alone(moment.what) if moment.told else 0 for moment in found]
    for run in runs(found):
        whole = max(apart_ms * place + ms[index] for place, index in enumerate(run))
        if isinstance(found[run[0]].what, e.SkierMoved):
            whole += settle_ms
        for index in run[:-1]:
            ms[index] = apart_ms
        ms[run[-1]] = whole - apart_ms * (len(run) - 1)
    return ms


def alone(what: Happening) -> int:
    """How many ms it takes with nothing before or after it."""
    match what:
        case CardsTurned(reveal):
            return reveal_ms(reveal)
        case LimitJudged(reveal):
            return total_ms(reveal)
        case SkierJumped():
            return jump_ms
        case YetiWalked(walk, hits):
            return walk_ms * len(walk.route) + hit_ms * len(hits) or stay_ms
        case CardsDrawn() | e.CardDrafted() | e.MulliganDecided(cards=(_, *_)):
            return draw_ms
        case e.SkierMoved():
            return space_ms * max(1, what.end - what.start - what.pushed) + push_ms * what.pushed
        case e.AvalancheAdvanced():
            return min(bank_ms * (what.end - what.start), banks_at_most_ms)
    return always.get(type(what), 0)


def motion_ms(events: Sequence[e.Event]) -> int:
    """How many ms pass until the story of these events is over, at normal speed."""
    whole = sum(lengths(moments(events)))
    return whole if whole <= patience_ms else max(whole // 2, patience_ms)
