"""The steps of one round of a replay: what can be seen after each beat, every hand open.

A step is a beat of the story (`beats.py`) and the public view folded as far as it; nothing is played by rules again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.games.avalanche import events as e
from app.games.avalanche.events import Phase
from app.games.avalanche.fold import fold
from app.games.avalanche.motion import lengths
from app.games.avalanche.views import OpenView, PublicView
from app.tables.model import EventsOf
from app.web.games.avalanche.story.beats import Beat, beats_of
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.story.pacing import paced

unseen = frozenset({"restore"})
"""Beats that only serve the motion."""


@dataclass(frozen=True, slots=True)
class PlayerHand:
    """One player's open hand. `played`: those of its cards that lie revealed on the table."""

    player: int
    cards: tuple[str, ...]
    played: frozenset[str]


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
    flat = [(part.version, event) for part in story for event in part.events]
    # What belongs to the next round is told there.
    ends = [i for i, (_, event) in enumerate(flat) if isinstance(event, (e.RoundStarted, e.HeatStarted))]
    flat = flat[: ends[0]] if ends else flat
    steps = [ReplayStep(None, opening.public, open_hands(opening.hands, ()))]
    table = RoundCards(opening, following)
    view = opening.public
    early: list[Any] = []
    for events, beats in groups(flat, wording):
        # Locked selections before the reveal are no step: with every hand open they would say nothing.
        early += events
        told = [beat for beat in beats if worth(beat, steps[-1])]
        if not told and len(steps) == 1:
            continue
        view = fold(view, early)
        table.take(early)
        early = []
        hands = table.hands(view.hand_sizes)
        now = ReplayStep(None, shown(view, table), hands, table.revealed, tuple(table.after))
        if told:
            steps += [replace(now, beat=beat) for beat in told]
        else:
            steps[-1] = replace(now, beat=steps[-1].beat)
    return tuple(steps)


def groups(flat: Sequence[tuple[int, Any]], wording: EventWording) -> list[tuple[list[Any], list[Beat]]]:
    """Every event once, with the beats that tell it: a jump together with the ride after it."""
    found = []
    used: set[int] = set()
    ms = lengths([event for _version, event in flat])
    for index, (_version, event) in enumerate(flat):
        if index in used:
            continue
        before = set(used)
        beats = beats_of(wording, event, flat, index, used)
        beats = paced(beats, event, ms[index] + sum(ms[at] for at in used - before))
        found.append(([event, *(flat[at][1] for at in sorted(used - before))], beats))
    return found


def worth(beat: Beat, before: ReplayStep) -> bool:
    """Whether a beat is a step of its own: that everybody draws is said once."""
    again = beat.kind == "draw" and before.beat is not None and before.beat.kind == "draw"
    return bool(beat.sentence) and beat.kind not in unseen and not again


def shown(view: PublicView, table: "RoundCards") -> PublicView:
    """The view as a step shows it: a phase names a decision that is open, and a replay waits for nobody. What the next
    advance may cover is marked until it has come.
    """
    if view.phase is Phase.OVER:
        return view
    return replace(view, phase=Phase.DISCARD if table.advanced else Phase.YETI)


def open_hands(hands: Sequence[Sequence[str]], played: Sequence[str]) -> tuple[PlayerHand, ...]:
    return tuple(
        PlayerHand(player, tuple(cards), frozenset(played) & frozenset(cards))
        for player, cards in enumerate(hands)
    )


class RoundCards:
    """Whose cards are where while a round goes by."""

    def __init__(self, opening: OpenView, following: OpenView | None) -> None:
        same = following is not None and following.public.heat == opening.public.heat
        self.following = following if same else None
        self.cards = [list(hand) for hand in opening.hands]
        self.revealed: e.CardsRevealed | None = None
        self.after: list[Any] = []
        self.drawn: set[int] = set()
        self.advanced = False

    def take(self, events: Sequence[Any]) -> None:
        for event in events:
            if self.revealed is not None:
                self.after.append(event)
            match event:
                case e.CardsRevealed():
                    self.revealed = event
                case e.CardsDiscarded(player=int(player)) if event.from_hand:
                    self.cards[player] = [card for card in self.cards[player] if card not in event.cards]
                case e.CardDrafted():
                    self.cards[event.player].append(event.card)
                case e.CardDrawn():
                    self.drawn.add(event.player)
                case e.AvalancheAdvanced():
                    self.advanced = True

    def hands(self, sizes: Sequence[int]) -> tuple[PlayerHand, ...]:
        """A card that was played stays in sight, ringed, until the hand is as full as in the next round. `sizes`: of
        the hands by now; between two draws of one player nobody knows which card came first.
        """
        played = [card for play in self.revealed.plays for card in play.cards] if self.revealed else []
        now = list(open_hands(self.cards, played))
        if self.following is not None:
            for player, hand in enumerate(open_hands(self.following.hands, ())):
                if player in self.drawn and len(hand.cards) == sizes[player]:
                    now[player] = hand
        return tuple(now)
