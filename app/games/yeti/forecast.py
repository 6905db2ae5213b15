"""Where each legal choice leads, as far as it is certain: choices are carried out on what everybody knows, so a preview
is exact. And the odds of the throw that would follow.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from app.games.yeti import evaluation
from app.games.yeti.actions import DiceAction, KeepDice, MendTray, SpendTurn, TurnSnow
from app.games.yeti.bots import simple
from app.games.yeti.events import DiceEvent, TurnPhase
from app.games.yeti.parts import COIN, FACE_OF, FOOTPRINT, KINDS, PEAK, SHERPA, SNOW, TENT
from app.games.yeti.state import DiceState
from app.games.yeti.turn import legal_actions
from app.games.yeti.view import known_state
from app.games.yeti.views import DiceView


@dataclass(frozen=True, slots=True)
class DiceForecast:
    """`left`: dice to throw after a `keep` (0 = the evaluation comes). `points` made in this turn, `total` of the seat
    and `level` at the turn's end: exact for a `spend`, those of the best `spend` for a `turn`, None where a throw
    decides. `calls`: it calls the last round.
    """

    action: DiceAction
    left: int | None = None
    points: int | None = None
    total: int | None = None
    level: int | None = None
    calls: bool = False


@dataclass(frozen=True, slots=True)
class KindWorth:
    """What the dice of one kind in a throw would bring now. `gain`: footprint = points, Sherpa = levels more, tent =
    level that could be kept, coin = points of the photo that all coins pay.
    """

    kind: str
    dice: int
    gain: int


@dataclass(frozen=True, slots=True)
class SpendPreview:
    """A `spend` as it would be: its events, the seat's points, its level at the end, the company's calls."""

    action: SpendTurn
    events: tuple[DiceEvent, ...]
    points: int
    total: int
    level: int
    calls: bool


@dataclass(frozen=True, slots=True)
class SnowOdds:
    """Chances of the next throw, 0..1: at least one Snow; the third Snow of the tray or more; a blizzard."""

    dice: int
    snow: float
    third: float
    blizzard: float


def forecasts(view: DiceView) -> list[DiceForecast]:
    """One for every legal choice of the seat whose turn it is, in the order of `legal_actions`."""
    s = known_state(view)
    return [_forecast(s, action) for action in legal_actions(s)]


def _forecast(s: DiceState, action: DiceAction) -> DiceForecast:
    match action:
        case KeepDice(kinds):
            return DiceForecast(action, left=left_after(s, kinds))
        case MendTray():
            return DiceForecast(action)
        case TurnSnow():
            tried = s.clone()
            evaluation.turn_snow(tried, action, None)
            best = best_spend(tried)
            return DiceForecast(action, None, best.points, best.total, best.level, best.calls)
    preview = spent(s, action)
    return DiceForecast(action, None, preview.points, preview.total, preview.level, preview.calls)


def left_after(s: DiceState, kinds: Sequence[str]) -> int:
    """How many dice of this throw are left once Snow and these kinds lie aside."""
    aside = {SNOW, *(FACE_OF[kind] for kind in kinds)}
    return sum(face not in aside for face in s.roll)


def worths(s: DiceState) -> list[KindWorth]:
    """Of every kind in this throw, in the order of `parts.KINDS`."""
    return [_worth(s, face) for face, kind in enumerate(KINDS) if face in s.roll]


def _worth(s: DiceState, face: int) -> KindWorth:
    dice, level = s.roll.count(face), s.levels[s.turn]
    tried = s.clone()
    tried.tray[face] += dice
    before, after = (level + evaluation.climbs(each, None, rope=False) for each in (s, tried))
    gain = 0
    if face == FOOTPRINT:
        gain = dice * s.parts.multiple[before]
    elif face == SHERPA:
        gain = after - before
    elif face == TENT:
        gain = min(PEAK, evaluation.tents_of(tried, None))
    elif face == COIN:
        extra = evaluation.clear_view_points if s.in_force() == "clear_view" else 0
        coins = evaluation.coins_of(tried, penny=True)
        gain = s.parts.photo(coins) + extra if coins else 0
    return KindWorth(KINDS[face], dice, gain)


def spent(s: DiceState, action: SpendTurn) -> SpendPreview:
    """A `spend` carried out on a copy."""
    tried = s.clone()
    log: list[DiceEvent] = []
    evaluation.spend(tried, action, log)
    seat = s.turn
    points = tried.points[seat] - s.points[seat]
    return SpendPreview(
        action, tuple(log), points, tried.points[seat], tried.levels[seat], tried.final and not s.final
    )


def previews(s: DiceState) -> list[SpendPreview]:
    return [spent(s, action) for action in evaluation.spends(s)]


def best_spend(s: DiceState) -> SpendPreview:
    """The one with the most points, then the highest level; the first of equals."""
    return max(previews(s), key=lambda one: (one.points, one.level))


def suggested(view: DiceView) -> DiceAction | None:
    """The choice that the level `simple` would make: what is marked first, never sent by itself."""
    s = known_state(view)
    legal = legal_actions(s)
    return simple(s, legal) if legal else None


def odds(view: DiceView) -> SnowOdds | None:
    """Of the throw after the choice that the roller is most likely weighing; None where no throw follows."""
    s = known_state(view)
    likely = suggested(view) if s.phase is TurnPhase.KEEP else None
    if not isinstance(likely, KeepDice):
        return None
    dice = left_after(s, likely.kinds)
    if not dice:
        return None
    lying = s.tray[SNOW] + s.roll.count(SNOW)
    share = s.parts.die.count(SNOW) / len(s.parts.die)
    limit = s.parts.snow_limit

    def at_least(number: int) -> float:
        if number <= 0:
            return 1.0
        return sum(
            comb(dice, n) * share**n * (1 - share) ** (dice - n)
            for n in range(min(number, dice + 1), dice + 1)
        )

    return SnowOdds(dice, at_least(1), at_least(limit - lying), at_least(limit + 1 - lying))
