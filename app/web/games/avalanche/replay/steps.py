"""The steps of one round of a replay: what can be seen after each beat, every hand open.

A step is a beat of the story (`beats.py`) with the public view after it; nothing is played by rules again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.games.avalanche import events as e
from app.games.avalanche.events import Phase
from app.games.avalanche.round_cards import PlayerHand, RoundCards
from app.games.avalanche.views import OpenView, PublicView
from app.tables.model import EventsOf
from app.web.games.avalanche.story.beats import Beat, beat_of, told_in
from app.web.games.avalanche.story.event_wording import EventWording


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """`beat`: None for the round's beginning. `revealed`: None before it. `after`: the events since."""

    beat: Beat | None
    view: PublicView
    hands: tuple[PlayerHand, ...]
    revealed: e.CardsRevealed | None = None
    after: tuple[Any, ...] = ()


def steps_of(
    opening: OpenView, story: Sequence[EventsOf], following: OpenView | None, wording: EventWording
) -> tuple[ReplayStep, ...]:
    """The beginning, then every beat. `following`: the opening of the next round, None after the last; it knows what
    was drawn, which no event says.
    """
    cards = RoundCards(opening, following)
    steps = [ReplayStep(None, opening.public, cards.hands(opening.public.hand_sizes))]
    for _part, moment, ms in told_in(story, opening.public):
        if isinstance(moment.what, (e.RoundStarted, e.HeatStarted)):
            break  # it belongs to the next round and is told there
        cards.take(moment.events)
        beat = beat_of(wording, moment, ms) if moment.told else None
        spoken = beat is not None and bool(beat.sentence)
        if not spoken and len(steps) == 1:
            continue  # selections that are locked in are no step: with every hand open they would say nothing
        assert moment.after is not None, "folded from the opening on"
        hands = cards.hands(moment.after.hand_sizes)
        now = ReplayStep(beat, shown(moment.after, cards), hands, cards.revealed, tuple(cards.after))
        if spoken:
            steps.append(now)
        else:
            steps[-1] = replace(now, beat=steps[-1].beat)
    return tuple(steps)


def shown(view: PublicView, cards: RoundCards) -> PublicView:
    """The view as a step shows it: a phase names a decision that is open, and a replay waits for nobody. What the next
    advance may cover is marked until it has come.
    """
    if view.phase is Phase.OVER:
        return view
    return replace(view, phase=Phase.DISCARD if cards.advanced else Phase.YETI)
