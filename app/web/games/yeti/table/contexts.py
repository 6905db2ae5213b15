"""What the regions of the table are drawn from. Shared ones speak of names and seats, private ones of the reader."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DiceStateRegion:
    """`shown`: keep, mend, turn, spend or over. `ahead`: seat of whom the table waits for, None when it is over."""

    shown: str
    round: int
    decision: int
    ahead: int | None
    final: bool
    paused: bool


@dataclass(frozen=True, slots=True)
class CampPiece:
    """Somebody's tent: (x, y) in each picture."""

    hat: int
    tent_wide: tuple[float, float]
    tent_tall: tuple[float, float]


@dataclass(frozen=True, slots=True)
class CampsRegion:
    """`factors`: what a footprint counts, by level."""

    factors: tuple[int, ...]
    climbers: tuple[CampPiece, ...]


@dataclass(frozen=True, slots=True)
class ClimberPiece:
    """`wide`, `tall`: (x, y) of its feet in each picture."""

    seat: int
    hat: int
    wide: tuple[float, float]
    tall: tuple[float, float]


@dataclass(frozen=True, slots=True)
class ClimbersRegion:
    """`peaks`: tiles still there. `label`: where everybody is, for the ear."""

    climbers: tuple[ClimberPiece, ...]
    peaks: tuple[int, ...]
    label: str


@dataclass(frozen=True, slots=True)
class MarkerPiece:
    """`tagged`: its number is shown; of several on one space the uppermost has it."""

    seat: int
    hat: int
    points: int
    wide: tuple[float, float]
    tall: tuple[float, float]
    tagged: bool


@dataclass(frozen=True, slots=True)
class TrailStop:
    """A numbered place of the trail."""

    number: int
    wide: tuple[float, float]
    tall: tuple[float, float]


@dataclass(frozen=True, slots=True)
class SpacesRegion:
    wide_path: str
    tall_path: str
    stops: tuple[TrailStop, ...]


@dataclass(frozen=True, slots=True)
class TrailRegion:
    """`label`: who stands where, for the ear."""

    markers: tuple[MarkerPiece, ...]
    yeti: int
    yeti_wide: tuple[float, float]
    yeti_tall: tuple[float, float]
    final: bool
    label: str


@dataclass(frozen=True, slots=True)
class GearPiece:
    id: str
    name: str
    line: str


@dataclass(frozen=True, slots=True)
class ExpeditionCabin:
    """`icon`, `word`: what they do. `held`: dice under the snow; `away`, `sits_in`, `proposed`, `left` as in a race."""

    seat: int
    hat: int
    name: str
    points: int
    level: str
    icon: str
    word: str
    now: bool
    held: int
    held_words: str
    gear: tuple[GearPiece, ...]
    away: bool
    sits_in: bool
    proposed: bool
    left: bool


@dataclass(frozen=True, slots=True)
class CrewRegion:
    cabins: tuple[ExpeditionCabin, ...]


@dataclass(frozen=True, slots=True)
class WeatherNotice:
    """`name` "" = played without weather."""

    name: str
    line: str
    good: bool


@dataclass(frozen=True, slots=True)
class TraySlot:
    """`state`: on (at work), past (counted), or ""."""

    kind: str
    name: str
    dice: int
    out: str
    state: str


@dataclass(frozen=True, slots=True)
class SlotsRegion:
    slots: tuple[TraySlot, ...]


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """`gain`: what it would be worth; `say`: the sentence that follows from it."""

    kind: str
    dice: int
    label: str
    gain: str
    say: str


@dataclass(frozen=True, slots=True)
class SnowChoice:
    kind: str
    name: str
    gain: str
    best: bool
    say: str
    button: str


@dataclass(frozen=True, slots=True)
class ThrowRegion:
    """`shown`: keep, turn, mend, spend or over. `own`: the reader rolls. `several`: how many kinds may be chosen.
    `storm`: dice that stay under the snow, 0 = no blizzard.
    """

    shown: str
    own: bool
    decision: int
    title: str
    small: str
    groups: tuple[DiceGroup, ...]
    several: int
    snow_choices: tuple[SnowChoice, ...]
    storm: int
    story: str
    held: str


@dataclass(frozen=True, slots=True)
class PhotoOffer:
    coins: int
    points: int
    label: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class GearOffer:
    """`owner`: hat of whom it belongs to, None = on display. `line`: its effect, or why it cannot be had."""

    id: str
    name: str
    line: str
    cost: int
    owner: int | None
    owner_name: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class MarketRegion:
    """`buying`: the reader spends now. `plans`: every legal plan by "buy|climb|tent", as JSON for the script. `chosen`:
    the plan that is marked first. `climbs`: the most levels any plan goes up; `rope`: the rope can be a tent.
    """

    buying: bool
    decision: int
    have: str
    photos: tuple[PhotoOffer, ...]
    gear: tuple[GearOffer, ...]
    climbs: int
    rope: bool
    chosen_buy: str
    chosen_climb: int
    plans: str


@dataclass(frozen=True, slots=True)
class OddsLine:
    text: str
    percent: int


@dataclass(frozen=True, slots=True)
class MendOffer:
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class DiceActRegion:
    """`kind`: keep, mend, turn, spend, wait, watch, bot, left or over. `none`: label and value of the second button,
    "" without one. `roll`, `done`, `nothing`: patterns of the main button's words. `looks`: of the second look.
    """

    kind: str
    turn: bool
    decision: int
    text: str
    code: str
    button: str
    none: str
    none_value: str
    free: int
    patterns: tuple[str, str, str, str]
    mends: tuple[MendOffer, ...]
    looks: tuple[MendOffer, ...]
    odds: tuple[OddsLine, ...]


@dataclass(frozen=True, slots=True)
class SunClock:
    deadline: int
    seconds: int
    round: int
    paused: bool
    word: str


@dataclass(frozen=True, slots=True)
class ScoreRow:
    seat: int
    hat: int
    name: str
    prints: int
    photos: int
    peak: int
    sales: int
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class PictureEnd:
    """The end: polaroid and mountain. `title` "" while the game goes on."""

    title: str
    line: str
    caption: str
    rows: tuple[ScoreRow, ...]
    replay: str
    code: str
