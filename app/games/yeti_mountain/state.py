"""The whole of a game at one moment, stacks and stream included. Not here: any rule.

Mutable for speed: every step works on a copy made by `clone`, so to everybody outside a state is a value. Cards are
values of their own and shared between copies.
"""

from dataclasses import dataclass

from app.games.kernel.stream import Stream
from app.games.yeti_mountain.events import ClimbEvent, ClimbPhase
from app.games.yeti_mountain.kit import SHORT_CLIMB, Kit, Spot

ClimbLog = list[ClimbEvent] | None
"""Where a step writes its events; None = nobody wants them (simulations)."""

SLOPE, YETI, AVALANCHE = "slope", "yeti", "avalanche"


@dataclass(frozen=True, slots=True)
class SpotCard:
    """`objects` lie on a slope or were given to a yeti (sorted); `friends`: seats with a marker, as they came."""

    kind: str
    searched: bool = False
    objects: tuple[str, ...] = ()
    yeti: str | None = None
    friends: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenOffer:
    to: int
    give: tuple[str, ...]
    take: tuple[str, ...]


class ClimbState:
    """Per seat: `at`, `carried` (sorted). `slopes`: letters s and a, `yetis`, `pouch`: next first. `rolls`: known
    search numbers to come; the stream gives those after them. `left`: actions of the turn; `asked`: seats asked to
    trade.
    """

    __slots__ = (
        "aimed", "asked", "at", "cards", "carried", "decision", "first", "found", "kit", "left", "offer", "options",
        "phase", "players", "pouch", "reason", "removed", "rolls", "round", "slopes", "stream", "turn", "winners",
        "yetis",
    )  # fmt: skip

    def __init__(self, kit: Kit, players: int, options: tuple[str, ...], stream: Stream) -> None:
        self.kit = kit
        self.players = players
        self.options = options
        self.stream = stream
        self.decision = 0
        self.round = 1
        self.first = 0
        self.turn = 0
        self.left = 0
        self.phase = ClimbPhase.ACT
        self.cards: dict[Spot, SpotCard] = {}
        self.at: list[Spot] = [(1, 0)] * players
        self.carried: list[tuple[str, ...]] = [()] * players
        self.asked: tuple[int, ...] = ()
        self.aimed: Spot | None = None
        self.found: str | None = None
        self.offer: OpenOffer | None = None
        self.slopes = ""
        self.yetis: tuple[str, ...] = ()
        self.pouch: tuple[str, ...] = ()
        self.rolls: tuple[int, ...] = ()
        self.removed = 0
        self.winners: tuple[int, ...] | None = None
        self.reason: str | None = None

    def clone(self) -> "ClimbState":
        new = ClimbState.__new__(ClimbState)
        new.kit = self.kit
        new.players = self.players
        new.options = self.options
        new.stream = self.stream
        new.decision = self.decision
        new.round = self.round
        new.first = self.first
        new.turn = self.turn
        new.left = self.left
        new.phase = self.phase
        new.cards = self.cards.copy()
        new.at = self.at[:]
        new.carried = self.carried[:]
        new.asked = self.asked
        new.aimed = self.aimed
        new.found = self.found
        new.offer = self.offer
        new.slopes = self.slopes
        new.yetis = self.yetis
        new.pouch = self.pouch
        new.rolls = self.rolls
        new.removed = self.removed
        new.winners = self.winners
        new.reason = self.reason
        return new

    @property
    def summit(self) -> int:
        """The level that wins (YM-50)."""
        return self.kit.short_summit if SHORT_CLIMB in self.options else self.kit.summit

    @property
    def nightfall(self) -> int:
        """The last round (YM-42)."""
        by_players = self.kit.short_nightfall if SHORT_CLIMB in self.options else self.kit.nightfall
        return by_players[self.players]

    @property
    def awaited(self) -> int | None:
        """The one seat that decides; None when the game is over."""
        if self.phase is ClimbPhase.OVER:
            return None
        return self.offer.to if self.phase is ClimbPhase.ANSWER and self.offer else self.turn

    def wishes(self, card: SpotCard) -> tuple[str, ...]:
        """What a yeti still wants: its objects less those lying on its card (YM-09)."""
        return tuple([item for item in self.kit.wants[card.yeti or ""] if item not in card.objects])


def beside(spot: Spot) -> tuple[Spot, Spot, Spot, Spot]:
    level, column = spot
    return (level + 1, column), (level - 1, column), (level, column - 1), (level, column + 1)


def without(items: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    """One of each of `gone` less."""
    left = list(items)
    for item in gone:
        left.remove(item)
    return tuple(left)


def together(items: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted((*items, *more)))
