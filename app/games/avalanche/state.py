"""The whole of a game at one moment, secrets included. Not here: any rule.

Mutable for speed: every step works on a copy made by `clone`, so to everybody outside a state is a value.
Cards are indices in the deck, nodes ints of the mountain.
"""

from typing import NamedTuple

from app.games.avalanche.actions import Select
from app.games.avalanche.deck import Deck
from app.games.avalanche.events import Event, Phase
from app.games.avalanche.mountain import Mountain
from app.games.avalanche.variant import Variant
from app.games.kernel.stream import Stream

RACING, BURIED, FINISHED = 0, 1, 2

Log = list[Event] | None
"""Where a step writes its events; None = nobody wants them (simulations)."""


class Turned(NamedTuple):
    """A revealed play. `speed` = number or sum (AV-06), `jump` = the wish (AV-28)."""

    skier: int
    cards: tuple[int, ...]
    speed: int
    jump: bool


class RaceState:
    """Per skier: `status`, `at`, `line`, `rockets`, `stacks`; per player: `hands` (sorted), `selections`,
    `points`.

    `pile[drawn:]` = the deck, next card first. `awaited` = players who owe the decision, `owed` = cards each
    of them must give up (phase discard). `table` = this round's plays in move order once revealed; `cleared`
    = skiers whose cards of `table` already lie elsewhere. `draft_order` = skiers still to draft, next first.
    """

    __slots__ = (
        "at", "avalanche_at", "avalanche_speed", "awaited", "cleared", "decision", "deck", "discard",
        "display", "draft_order", "drawn", "finished", "hands", "heat", "hit", "limit", "line", "mountain",
        "owed", "phase", "pile", "points", "racing", "reach", "reason", "rockets", "round", "selections",
        "stacks", "status", "stream", "table", "variant", "winners", "yeti", "yeti_cards",
    )  # fmt: skip

    def __init__(self, deck: Deck, variant: Variant, mountain: Mountain, stream: Stream) -> None:
        skiers, players = variant.skiers, variant.players
        self.deck = deck
        self.variant = variant
        self.mountain = mountain
        self.stream = stream
        self.decision = 0
        self.heat = 1
        self.round = 1
        self.phase = Phase.SELECT
        self.pile: tuple[int, ...] = ()
        self.drawn = 0
        self.discard: list[int] = []
        self.hands: list[tuple[int, ...]] = [()] * players
        self.display: tuple[int, ...] = ()
        self.status = [RACING] * skiers
        self.racing = tuple(range(skiers))
        self.at = [0] * skiers
        self.line = tuple(range(1, skiers + 1))
        self.rockets = [True] * skiers
        self.stacks: list[tuple[tuple[int, ...], ...]] = [()] * skiers
        self.yeti = 0
        self.avalanche_at = 0
        self.avalanche_speed = 0
        self.points = [0] * players
        self.finished: tuple[int, ...] = ()
        self.selections: list[Select | None] = [None] * players
        self.awaited: tuple[int, ...] = ()
        self.owed: tuple[int, ...] = ()
        self.reach: int | None = None
        self.limit: int | None = None
        self.table: tuple[Turned, ...] = ()
        self.cleared: tuple[int, ...] = ()
        self.yeti_cards: tuple[int, ...] = ()
        self.hit: tuple[int, ...] = ()
        self.draft_order: tuple[int, ...] = ()
        self.winners: tuple[int, ...] | None = None
        self.reason: str | None = None

    def clone(self) -> "RaceState":
        new = RaceState.__new__(RaceState)
        new.deck = self.deck
        new.variant = self.variant
        new.mountain = self.mountain
        new.stream = self.stream
        new.decision = self.decision
        new.heat = self.heat
        new.round = self.round
        new.phase = self.phase
        new.pile = self.pile
        new.drawn = self.drawn
        new.discard = self.discard[:]
        new.hands = self.hands[:]
        new.display = self.display
        new.status = self.status[:]
        new.racing = self.racing
        new.at = self.at[:]
        new.line = self.line
        new.rockets = self.rockets[:]
        new.stacks = self.stacks[:]
        new.yeti = self.yeti
        new.avalanche_at = self.avalanche_at
        new.avalanche_speed = self.avalanche_speed
        new.points = self.points[:]
        new.finished = self.finished
        new.selections = self.selections[:]
        new.awaited = self.awaited
        new.owed = self.owed
        new.reach = self.reach
        new.limit = self.limit
        new.table = self.table
        new.cleared = self.cleared
        new.yeti_cards = self.yeti_cards
        new.hit = self.hit
        new.draft_order = self.draft_order
        new.winners = self.winners
        new.reason = self.reason
        return new

    def uphill(self) -> list[int]:
        """Racing skiers, farthest uphill first; on one space the largest line number is farthest (AV-02,
        AV-40).
        """
        at, line = self.at, self.line
        return sorted(self.racing, key=lambda skier: (at[skier], -line[skier]))

    def racing_of(self, player: int) -> tuple[int, ...]:
        """Racing skiers of a player, () for a seat that is none."""
        racing = self.racing
        if not self.variant.two:
            return (player,) if player in racing else ()
        if not 0 <= player < self.variant.players:
            return ()
        return tuple([skier for skier in self.variant.skiers_of[player] if skier in racing])
