"""Positions and choices of the interchange format, written (docs/rules/yeti.md). Not here: reading them
(`placement.py`).
"""

from app.games.kernel.contract import Json
from app.games.yeti.actions import DiceAction, KeepDice, MendTray, SpendTurn, TurnSnow
from app.games.yeti.events import TurnPhase
from app.games.yeti.parts import FACES
from app.games.yeti.state import DISPLAY, DiceState
from app.games.yeti.turn import SIDES

GAME = "yeti"


def position_of(s: DiceState) -> Json:
    """Everything that lies open. `rolls` is never written: the coming throws are nobody's (YT-50)."""
    tiles = s.parts.tiles
    position: Json = {
        "game": GAME,
        "players": s.players,
        "options": list(s.options),
        "first": s.first,
        "turn": s.turn,
        "round": s.round,
        "phase": s.phase.value,
        "points": list(s.points),
        "levels": list(s.levels),
        "tiles": [[tile.id for tile in s.tiles_of(seat)] for seat in range(s.players)],
        "display": [tile.id for tile, owner in zip(tiles, s.owner, strict=True) if owner == DISPLAY],
        "peaks": list(s.peaks),
        "crowned": list(s.crowned),
        "held": list(s.held),
        "yeti": s.yeti,
        "final": s.final,
        "weather": [[tile, SIDES[good]] for tile, good in s.weather],
        "roll": [FACES[face] for face in s.roll],
        "tray": {face: s.tray[place] for place, face in enumerate(FACES)},
        "used": list(s.used),
        "snow": s.snow,
        "rolls": [],
    }
    if s.phase is TurnPhase.OVER and s.winners is not None:
        position |= {"winners": list(s.winners), "reason": s.reason}
    return position


def encode_choice(seat: int, action: DiceAction) -> Json:
    match action:
        case KeepDice():
            return {"player": seat, "keep": list(action.kinds)}
        case MendTray(use="second_look"):
            return {"player": seat, "mend": {"from": action.old, "to": action.new}}
        case MendTray():
            return {"player": seat, "mend": action.use}
        case TurnSnow():
            return {"player": seat, "turn": action.to}
        case SpendTurn():
            buy: Json | None = None
            if action.photo is not None:
                buy = {"photo": action.photo}
            elif action.tile is not None:
                buy = {"tile": action.tile}
            return {"player": seat, "spend": {"buy": buy, "climb": action.climb, "tent": action.tent}}
