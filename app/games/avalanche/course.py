"""A race round by round, read from its events and from nothing else. Not here: what is counted (`tally.py`) and what
decided it (`causes.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.games.avalanche.deck import deck_by_hash
from app.games.avalanche.events import Event, HeatStarted, RoundStarted
from app.games.avalanche.fold import blank, fold
from app.games.avalanche.mountain import Mountain, mountain_of
from app.games.avalanche.variant import variant_of
from app.games.avalanche.views import PublicView, SkierState

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class RaceRound:
    """One round: the public view `before` its first and `after` its last event. A new heat belongs to the next."""

    before: PublicView
    after: PublicView
    events: tuple[Event, ...]

    @property
    def number(self) -> int:
        return self.after.round

    @property
    def heat(self) -> int:
        return self.after.heat

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def of(self, kind: type[E], skiers: Sequence[int]) -> list[E]:
        """Events of one kind about these skiers."""
        return [event for event in self.all(kind) if getattr(event, "skier", None) in skiers]


def rounds_of(
    events: Sequence[Event], players: int, options: Sequence[str], deck: str
) -> tuple[RaceRound, ...]:
    """The rounds of a race from all its events, oldest first; () if its beginning is missing. `deck`: its hash."""
    if not events or not isinstance(events[0], HeatStarted) or events[0].heat != 1:
        return ()
    view = blank(variant_of(players, options), deck)
    rounds: list[RaceRound] = []
    before, own = view, list[Event]()
    started = False
    for event in events:
        if isinstance(event, HeatStarted | RoundStarted):
            if started:
                rounds.append(RaceRound(before, view, tuple(own)))
            started = isinstance(event, RoundStarted)
            view = fold(view, [event])
            before, own = view, []
            continue
        view = fold(view, [event])
        own.append(event)
    if started:
        rounds.append(RaceRound(before, view, tuple(own)))
    return tuple(rounds)


def ground(view: PublicView) -> Mountain:
    """The mountain a view is about."""
    deck = deck_by_hash(view.deck_hash)
    return mountain_of(deck, tuple(deck.index[card] for card in view.mountain))


def yeti_space(view: PublicView) -> int:
    """The yeti's column as a space: 0 above the mountain, one more than the last once he has left it."""
    mountain = ground(view)
    if view.yeti == "out":
        return mountain.spaces + 1
    return mountain.nodes[view.yeti] >> 1


def order(view: PublicView) -> list[int]:
    """All skiers, the first first: over the line, then still racing by place, then the buried by place."""
    rank = {SkierState.RACING: 0, SkierState.BURIED: 1}
    rest = [s for s, skier in enumerate(view.skiers) if skier.state is not SkierState.FINISHED]
    rest.sort(key=lambda s: (rank[view.skiers[s].state], -view.skiers[s].at, view.skiers[s].line))
    return [*view.finished, *rest]


def own_skiers(view: PublicView, player: int) -> tuple[int, ...]:
    return tuple(s for s, skier in enumerate(view.skiers) if skier.player == player)


def behind(view: PublicView, skier: int) -> int:
    """Snowbanks between the avalanche and a skier; 1 = the next bank is the skier's own, 0 and less = covered."""
    return ground(view).bank_at[view.skiers[skier].at] - view.avalanche_at
