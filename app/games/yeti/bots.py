"""Bots: each sees a view and its legal choices, like any player. Not here: when a bot's turn comes."""

from collections.abc import Callable, Sequence

from app.games.yeti import evaluation
from app.games.yeti.actions import DiceAction, KeepDice, MendTray, SpendTurn, TurnSnow
from app.games.yeti.events import TurnPhase
from app.games.yeti.parts import COIN, FACE_OF, FOOTPRINT, KINDS, PEAK, SHERPA, SNOW, TENT
from app.games.yeti.state import DiceState
from app.games.yeti.view import known_state
from app.games.yeti.views import DiceView

LEVELS = ("simple", "random")
"""The first one chooses for whoever lets the clock run out (YT-53)."""

worth_a_die = 1.5
sherpa_worth, tent_worth = 3, 2
level_worth = 2
gap_step, most_steps, step_worth = 8, 5, 2


def choose(level: str, view: DiceView, legal: Sequence[DiceAction], draw: Callable[[int], int]) -> DiceAction:
    """`legal` must not be empty. Raises ValueError for a level that does not exist."""
    if level == "random":
        return legal[draw(len(legal))]
    if level == "simple":
        return simple(known_state(view), legal)
    raise ValueError(f"no bot of level {level!r}")


def simple(s: DiceState, legal: Sequence[DiceAction]) -> DiceAction:
    """The level `simple`, which draws nothing (YT-55)."""
    if s.phase is TurnPhase.KEEP:
        return _keep(s, legal)
    if s.phase is TurnPhase.MEND:
        return _mend(s, legal)
    if s.phase is TurnPhase.TURN:
        return _turn(s, legal)
    return _best_spend(s, [action for action in legal if isinstance(action, SpendTurn)])[1]


def _keep(s: DiceState, legal: Sequence[DiceAction]) -> DiceAction:
    found = [kind for kind in KINDS if FACE_OF[kind] in s.roll]
    best = max(found, key=lambda kind: (_worth(s, kind), -FACE_OF[kind]))
    dice = s.roll.count(FACE_OF[best])
    others = len(s.roll) - s.roll.count(SNOW)
    nothing = KeepDice(())
    if nothing in legal and others >= 2 and _worth(s, best) < worth_a_die * dice:
        return nothing
    return KeepDice((best,))


def _worth(s: DiceState, kind: str) -> float:
    """What all dice of a kind in this throw are worth now."""
    face = FACE_OF[kind]
    dice = s.roll.count(face)
    level = s.levels[s.turn]
    climbed = min(PEAK, level + s.parts.levels(evaluation.sherpas_of(s, None, rope=False)))
    if face == FOOTPRINT:
        return dice * s.parts.multiple[climbed]
    if face == COIN:
        return s.parts.photo(s.tray[COIN] + dice) - s.parts.photo(s.tray[COIN])
    if face == SHERPA:
        more = _after(s, SHERPA, dice)
        higher = min(PEAK, level + s.parts.levels(evaluation.sherpas_of(more, None, rope=False)))
        return sherpa_worth * (higher - climbed)
    now = evaluation.tents_of(s, None)
    then = evaluation.tents_of(_after(s, TENT, dice), None)
    return tent_worth * (min(climbed, then) - min(climbed, now))


def _after(s: DiceState, face: int, dice: int) -> DiceState:
    tried = s.clone()
    tried.tray[face] += dice
    return tried


def _mend(s: DiceState, legal: Sequence[DiceAction]) -> DiceAction:
    for use in ("shovel", "thaw"):
        if MendTray(use) in legal and s.in_force() != "powder_joy":
            return MendTray(use)
    return MendTray("done")


def _turn(s: DiceState, legal: Sequence[DiceAction]) -> DiceAction:
    turns = [action for action in legal if isinstance(action, TurnSnow)]

    def worth(action: TurnSnow) -> tuple[float, float]:
        tried = s.clone()
        evaluation.turn_snow(tried, action, None)
        best, _ = _best_spend(tried, evaluation.spends(tried))
        return best, -1.0 if action.to is None else -2.0 - FACE_OF[action.to]

    return max(turns, key=worth)


def _best_spend(s: DiceState, legal: Sequence[SpendTurn]) -> tuple[float, SpendTurn]:
    """The best choice and its worth; the first of equals, by the order of YT-55."""
    order = {tile.id: place for place, tile in enumerate(s.parts.tiles)}

    def place(action: SpendTurn) -> tuple[int, int, int, bool]:
        if action.photo is not None:
            return (1, action.photo, action.climb, action.tent)
        if action.tile is not None:
            return (2, order[action.tile], action.climb, action.tent)
        return (0, 0, action.climb, action.tent)

    valued = [(_spend_worth(s, action), action) for action in sorted(legal, key=place)]
    best = max(worth for worth, _ in valued)
    return next((worth, action) for worth, action in valued if worth == best)


def _spend_worth(s: DiceState, action: SpendTurn) -> float:
    seat = s.turn
    tried = s.clone()
    evaluation.spend(tried, action, None)
    worth = float(tried.points[seat] - s.points[seat] + level_worth * tried.levels[seat])
    if action.tile is not None:
        if s.parts.tile[action.tile].once:
            worth += 1
        else:
            gap = max(0, s.yeti - max(s.points))
            worth += step_worth * min(most_steps, -(-gap // gap_step))
    used = [
        place
        for place, tile in enumerate(s.parts.tiles)
        if tile.once and _spent(s, tried, place, tile.id == action.tile)
    ]
    return worth - len(used)


def _spent(s: DiceState, tried: DiceState, place: int, bought: bool) -> bool:
    """Whether a tile with one use was used by this choice."""
    had = bought or s.owner[place] == s.turn
    return had and tried.owner[place] != s.turn
