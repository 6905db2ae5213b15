"""The whole of a game at one moment, secrets included. Not here: any rule.

Mutable for speed: every step works on a copy made by `clone`.
"""

from dataclasses import dataclass

from app.games.yeti_snack.events import SnackEvent, SnackPhase
from app.games.yeti_snack.menu import CALM, HUNGRY, QUICK, Menu
from app.games.yeti_snack.mould import PairFacts, facts_of

SnackLog = list[SnackEvent] | None
"""Where a step writes its events; None = nobody wants them."""

PASS = "pass"  # noqa: S105 - a word of the rules


@dataclass(frozen=True, slots=True)
class OpenCall:
    """`time`: race time by YS-23."""

    time: int
    folds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SnackSeat:
    """`active`: in play this round. `busy`: race time until which the seat drinks or waits to; 0 = never this round.
    `answer`: None, "pass" or folds (Calm).
    """

    active: bool = True
    ready: bool = False
    busy: int = 0
    call: OpenCall | None = None
    answer: str | tuple[str, ...] | None = None


class SnackState:
    """`deck`: next card first. `model`, `yeti`: the round's two cards. `now`, `reveal_at`: table time in ms;
    `tile_free`: race time from which there is tea.
    """

    __slots__ = (
        "cards", "deck", "first", "menu", "model", "now", "options", "phase", "players", "reason", "reveal_at", "round",
        "seats", "tile_free", "used", "winners", "yeti", "yeti_cards",
    )  # fmt: skip

    def __init__(self, menu: Menu, players: int, options: tuple[str, ...]) -> None:
        self.menu = menu
        self.players = players
        self.options = options
        self.round = 0
        self.phase = SnackPhase.READY
        self.first = 0
        self.deck: tuple[str, ...] = ()
        self.used: tuple[str, ...] = ()
        self.model: str | None = None
        self.yeti: str | None = None
        self.cards = [0] * players
        self.yeti_cards = 0
        self.seats: list[SnackSeat] = [SnackSeat()] * players
        self.tile_free = 0
        self.now = 0
        self.reveal_at: int | None = None
        self.winners: tuple[int, ...] | None = None
        self.reason: str | None = None

    def clone(self) -> "SnackState":
        new = SnackState.__new__(SnackState)
        for name in SnackState.__slots__:
            setattr(new, name, getattr(self, name))
        new.cards = self.cards[:]
        new.seats = self.seats[:]
        return new

    @property
    def solo(self) -> bool:
        return self.players == 1

    @property
    def calm(self) -> bool:
        return CALM in self.options

    @property
    def needed(self) -> int:
        """Cards that end the game (YS-12, YS-45, YS-54, YS-60)."""
        sets = self.menu.sets_quick if QUICK in self.options else self.menu.sets
        return sets * self.menu.cards_a_set

    def pair(self) -> PairFacts:
        """What can be made of the two cards that lie there."""
        return facts_of(self.menu.cards[self.model or ""].model, self.menu.cards[self.yeti or ""].request)

    def limit(self) -> int:
        """Race time in which a call is in time: the yeti's patience alone, else the game's limit (YS-33, YS-50)."""
        if not self.solo:
            return self.menu.limit_ms
        lead = self.cards[0] // self.menu.cards_a_set - self.yeti_cards // self.menu.cards_a_set
        percent = min(150, max(50, 100 - self.menu.hunger_percent * lead))
        if HUNGRY in self.options:
            percent = percent * self.menu.hungry_percent // 100
        patience = self.menu.solo_base_ms + self.menu.solo_fold_ms * (self.pair().par or 0)
        return patience * percent // 100
