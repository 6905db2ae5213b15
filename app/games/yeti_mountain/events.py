"""What happened, as public facts in order. Everything but the order of the stacks, the pouch and the dice to come lies
open (YM-26, YM-27), so no event can hold a secret.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.games.yeti_mountain.kit import Spot


class ClimbPhase(StrEnum):
    ACT = "act"
    PLACE = "place"
    DROP = "drop"
    ANSWER = "answer"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ClimbStarted:
    """The start row, where the climbers stand, how much each stack and the pouch hold, the first turn's actions."""

    first: int
    row: int
    climbers: tuple[Spot, ...]
    slopes: int
    yetis: int
    pouch: int
    actions: int


@dataclass(frozen=True, slots=True)
class CardLaid:
    """`kind`: "slope", "yeti" or "avalanche"; `yeti`: its id."""

    seat: int
    at: Spot
    kind: str
    yeti: str | None = None


@dataclass(frozen=True, slots=True)
class AvalancheDrawn:
    """`at`: the spot that was named; nothing follows from it."""

    seat: int
    at: Spot


@dataclass(frozen=True, slots=True)
class AvalancheDiscarded:
    seat: int


@dataclass(frozen=True, slots=True)
class ClimberMoved:
    seat: int
    came: Spot
    at: Spot


@dataclass(frozen=True, slots=True)
class CardSearched:
    seat: int
    at: Spot
    die: str
    roll: int
    found: str | None


@dataclass(frozen=True, slots=True)
class ItemDropped:
    seat: int
    at: Spot
    item: str


@dataclass(frozen=True, slots=True)
class ItemGiven:
    seat: int
    at: Spot
    item: str


@dataclass(frozen=True, slots=True)
class ItemsSwapped:
    seat: int
    at: Spot
    gave: str
    took: str


@dataclass(frozen=True, slots=True)
class ItemPicked:
    seat: int
    at: Spot
    item: str


@dataclass(frozen=True, slots=True)
class TradeOffered:
    seat: int
    to: int
    give: tuple[str, ...]
    take: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TradeRefused:
    """`seat` asked, `by` said no."""

    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class TradeMade:
    seat: int
    to: int
    give: tuple[str, ...]
    take: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnRested:
    """The rest of the turn was given up."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClimbRound:
    round: int


@dataclass(frozen=True, slots=True)
class ClimbTurn:
    seat: int
    actions: int


@dataclass(frozen=True, slots=True)
class ClimbAsked:
    """The game waits. `decision` rises by one for ever."""

    decision: int
    phase: ClimbPhase


@dataclass(frozen=True, slots=True)
class ClimbOver:
    """`reason`: "summit" (YM-17) or "nightfall" (YM-42)."""

    winners: tuple[int, ...]
    reason: str


event_names: dict[str, type] = {
    "started": ClimbStarted,
    "laid": CardLaid,
    "avalanche_drawn": AvalancheDrawn,
    "avalanche_discarded": AvalancheDiscarded,
    "moved": ClimberMoved,
    "searched": CardSearched,
    "dropped": ItemDropped,
    "gave": ItemGiven,
    "swapped": ItemsSwapped,
    "picked": ItemPicked,
    "offered": TradeOffered,
    "refused": TradeRefused,
    "traded": TradeMade,
    "rested": TurnRested,
    "round": ClimbRound,
    "turn": ClimbTurn,
    "asked": ClimbAsked,
    "over": ClimbOver,
}

ClimbEvent = (
    ClimbStarted | CardLaid | AvalancheDrawn | AvalancheDiscarded | ClimberMoved | CardSearched | ItemDropped
    | ItemGiven | ItemsSwapped | ItemPicked | TradeOffered | TradeRefused | TradeMade | TurnRested | ClimbRound
    | ClimbTurn | ClimbAsked | ClimbOver
)  # fmt: skip
