"""Why a choice is not legal, as a code that can be worded. Not here: whether it is."""

from app.games.kernel.contract import IllegalAction
from app.games.yeti import dice, evaluation
from app.games.yeti.actions import DiceAction, KeepDice, MendTray, SpendTurn
from app.games.yeti.parts import FACE_OF
from app.games.yeti.state import DiceState


def why_not(s: DiceState, action: DiceAction) -> IllegalAction:
    """For a choice of the right kind that is not among the legal ones."""
    match action:
        case KeepDice():
            return _keep(s, action)
        case MendTray(use="second_look") if s.points[s.turn] < dice.second_look_cost:
            return IllegalAction("second_look")
        case SpendTurn():
            return _spend(s, action)
    return IllegalAction(f"cannot_{s.phase.value}")


def _keep(s: DiceState, action: KeepDice) -> IllegalAction:
    if not action.kinds:
        return IllegalAction("no_kind")
    for kind in action.kinds:
        if kind in FACE_OF and FACE_OF[kind] not in s.roll:
            return IllegalAction("kind_not_there", kind=kind)
    known = all(kind in FACE_OF for kind in action.kinds)
    return IllegalAction("two_kinds" if known and len(set(action.kinds)) > 1 else "cannot_keep")


def _spend(s: DiceState, action: SpendTurn) -> IllegalAction:
    tile = s.parts.tile.get(action.tile or "")
    if action.tile is not None and tile is None:
        return IllegalAction("cannot_spend")
    if tile is not None and tile in s.tiles_of(s.turn):
        return IllegalAction("gone", tile=tile.id)
    coins = evaluation.coins_of(s, penny=True)
    cost = tile.cost if tile is not None else action.photo or 0
    if cost > coins:
        return IllegalAction("too_dear", coins=coins, cost=cost)
    if action.climb > evaluation.climbs(s, action.tile, rope=True):
        return IllegalAction("too_high")
    if action.tent and action.climb > evaluation.climbs(s, action.tile, rope=False):
        return IllegalAction("rope")
    return IllegalAction("cannot_spend")
