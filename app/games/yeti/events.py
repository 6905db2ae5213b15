"""What happened, as public facts in the order they happen (YT-56). Nothing here is a secret; coming throws and
the seed have no field to stand in (YT-50).

Faces and kinds go by name. Whatever moves points carries the new total of that seat as `total`.
"""

from dataclasses import dataclass
from enum import StrEnum


class TurnPhase(StrEnum):
    KEEP = "keep"
    MEND = "mend"
    TURN = "turn"
    SPEND = "spend"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class DiceGameStarted:
    """`held`: dice on each overview (YT-01). `weather`: tiles from the top, each (number, side); the first round
    turns the first one over (YT-27).
    """

    first: int
    held: tuple[int, ...]
    weather: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class DiceRoundStarted:
    round: int


@dataclass(frozen=True, slots=True)
class WeatherChanged:
    """`old` went to the bottom on side `old_side`; tile and side now in force, and the weather's name."""

    old: int
    old_side: str
    tile: int
    side: str
    weather: str


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """`dice` to throw; `back` of them come from the seat's own overview."""

    seat: int
    dice: int
    back: int


@dataclass(frozen=True, slots=True)
class DiceRolled:
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiceKept:
    """`dice`: how many of each of `kinds`; `snow` set aside by itself. `forced`: there was one choice (YT-37)."""

    kinds: tuple[str, ...]
    dice: tuple[int, ...]
    snow: int
    forced: bool


@dataclass(frozen=True, slots=True)
class SnowRerolled:
    """`by`: "shovel" or "thaw"; `faces` = what the Snow became."""

    by: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LookedAgain:
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class SteppedBack:
    seat: int
    points: int
    total: int
    cause: str


@dataclass(frozen=True, slots=True)
class YetiRetreated:
    """A marker that had passed him went back over him (YT-35)."""

    to: int


@dataclass(frozen=True, slots=True)
class EvaluationStarted:
    """`tray`: dice of each symbol, in the order of `parts.FACES`."""

    tray: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BlizzardCame:
    """`stopped`: a marker ahead of him cut his way short (YT-09)."""

    start: int
    end: int
    stopped: bool


@dataclass(frozen=True, slots=True)
class DiceHeld:
    seat: int
    dice: int


@dataclass(frozen=True, slots=True)
class SnowTurned:
    to: str | None


@dataclass(frozen=True, slots=True)
class PhotoTaken:
    """`coins` paid; `extra` points by the weather, counted in `points`."""

    seat: int
    coins: int
    points: int
    extra: int
    total: int


@dataclass(frozen=True, slots=True)
class SellerPaid:
    seat: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class TileBought:
    """`seller` None = from the display. `lost`: coins beyond the cost. `extra`: points by the weather."""

    tile: str
    buyer: int
    seller: int | None
    cost: int
    lost: int
    extra: int
    total: int


@dataclass(frozen=True, slots=True)
class TileUsed:
    """A tile with one use lies on the display again (YT-17)."""

    tile: str


@dataclass(frozen=True, slots=True)
class LevelClimbed:
    seat: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PeakReached:
    """The top peak tile goes to the seat's camp (YT-23)."""

    seat: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class FootprintsScored:
    seat: int
    footprints: int
    level: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class CampPitched:
    """`start`: the level before the tents were counted (YT-24)."""

    seat: int
    start: int
    end: int
    tents: int


@dataclass(frozen=True, slots=True)
class WeatherScored:
    """`points` below 0 are lost (YT-31)."""

    seat: int
    cause: str
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class LastRoundCalled:
    seat: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """`points` made in this turn, losses included."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class ChoiceOpened:
    """The game waits for the seat whose turn it is. `decision` rises by one for ever."""

    decision: int
    phase: TurnPhase


@dataclass(frozen=True, slots=True)
class DiceGameOver:
    """`values`: the sum of each seat's tiles (YT-25). `reason`: YT-46."""

    winners: tuple[int, ...]
    reason: str
    points: tuple[int, ...]
    values: tuple[int, ...]


event_names: dict[str, type] = {
    "game_started": DiceGameStarted,
    "round_started": DiceRoundStarted,
    "weather_changed": WeatherChanged,
    "turn_started": TurnStarted,
    "rolled": DiceRolled,
    "kept": DiceKept,
    "rerolled": SnowRerolled,
    "looked_again": LookedAgain,
    "stepped_back": SteppedBack,
    "yeti_retreated": YetiRetreated,
    "evaluation_started": EvaluationStarted,
    "blizzard": BlizzardCame,
    "dice_held": DiceHeld,
    "snow_turned": SnowTurned,
    "photographed": PhotoTaken,
    "seller_paid": SellerPaid,
    "tile_bought": TileBought,
    "tile_used": TileUsed,
    "climbed": LevelClimbed,
    "peak_reached": PeakReached,
    "scored": FootprintsScored,
    "camped": CampPitched,
    "weather_scored": WeatherScored,
    "last_round_called": LastRoundCalled,
    "turn_ended": TurnEnded,
    "choice_opened": ChoiceOpened,
    "game_over": DiceGameOver,
}

DiceEvent = (
    DiceGameStarted | DiceRoundStarted | WeatherChanged | TurnStarted | DiceRolled | DiceKept | SnowRerolled
    | LookedAgain | SteppedBack | YetiRetreated | EvaluationStarted | BlizzardCame | DiceHeld | SnowTurned
    | PhotoTaken | SellerPaid | TileBought | TileUsed | LevelClimbed | PeakReached | FootprintsScored
    | CampPitched | WeatherScored | LastRoundCalled | TurnEnded | ChoiceOpened | DiceGameOver
)  # fmt: skip
