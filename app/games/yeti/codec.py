"""State, actions, events and views as plain dicts and back. Not here: text, bytes, storage."""

from collections.abc import Mapping
from typing import Any

from app.games.kernel.contract import Json, MalformedAction
from app.games.kernel.shapes import Misshapen, Tagged
from app.games.kernel.stream import Stream
from app.games.yeti.actions import DiceAction, KeepDice, type_names
from app.games.yeti.events import DiceEvent, TurnPhase, event_names
from app.games.yeti.parts import KINDS, parts_by_hash
from app.games.yeti.state import DiceState
from app.games.yeti.views import DiceView, SeatDiceView

STATE_FORMAT = 1

_actions = Tagged(type_names)
_events = Tagged(event_names)
_views = Tagged({"public": DiceView, "private": SeatDiceView})


def encode_action(action: DiceAction) -> Json:
    return _actions.encode(action)


def decode_action(raw: Any) -> DiceAction:
    """Kinds may come in any order. Raises MalformedAction, whatever was sent."""
    try:
        action: DiceAction = _actions.decode(raw)
    except Misshapen as error:
        raise MalformedAction("malformed", detail=str(error)) from None
    return in_order(action)


def in_order(action: DiceAction) -> DiceAction:
    """The same choice in the form that `legal_actions` lists it. Unknown kinds stay, at the end: they are illegal."""
    if isinstance(action, KeepDice):
        rank = {kind: number for number, kind in enumerate(KINDS)}
        return KeepDice(tuple(sorted(action.kinds, key=lambda kind: (rank.get(kind, len(rank)), kind))))
    return action


def encode_event(event: DiceEvent) -> Json:
    return _events.encode(event)


def decode_event(raw: Mapping[str, Any]) -> DiceEvent:
    """Raises Misshapen."""
    event: DiceEvent = _events.decode(raw)
    return event


def encode_view(view: DiceView | SeatDiceView) -> Json:
    return _views.encode(view)


def decode_view(raw: Mapping[str, Any]) -> DiceView | SeatDiceView:
    """Raises Misshapen."""
    view: DiceView | SeatDiceView = _views.decode(raw)
    return view


def encode_state(s: DiceState) -> Json:
    return {
        "format": STATE_FORMAT,
        "deck_hash": s.parts.hash,
        "players": s.players,
        "options": list(s.options),
        "seed": s.stream.seed.hex(),
        "taken": s.stream.position,
        "queue": [list(faces) for faces in s.queue],
        "decision": s.decision,
        "first": s.first,
        "turn": s.turn,
        "round": s.round,
        "phase": s.phase.value,
        "points": list(s.points),
        "levels": list(s.levels),
        "owner": list(s.owner),
        "peaks": list(s.peaks),
        "crowned": list(s.crowned),
        "held": list(s.held),
        "yeti": s.yeti,
        "final": s.final,
        "weather": [list(tile) for tile in s.weather],
        "roll": list(s.roll),
        "tray": list(s.tray),
        "used": list(s.used),
        "snow": s.snow,
        "before": s.before,
        "winners": None if s.winners is None else list(s.winners),
        "reason": s.reason,
    }


def decode_state(raw: Mapping[str, Any]) -> DiceState:
    """From what `encode_state` gave; states come from our own storage and are not checked further."""
    if raw["format"] != STATE_FORMAT:
        raise ValueError(f"state format {raw['format']!r} is not known")
    parts = parts_by_hash(raw["deck_hash"])
    stream = Stream(bytes.fromhex(raw["seed"]), raw["taken"])
    s = DiceState(parts, raw["players"], tuple(raw["options"]), stream)
    s.queue = tuple([tuple(faces) for faces in raw["queue"]])
    s.decision, s.first, s.turn, s.round = raw["decision"], raw["first"], raw["turn"], raw["round"]
    s.phase = TurnPhase(raw["phase"])
    s.points, s.levels, s.owner = list(raw["points"]), list(raw["levels"]), list(raw["owner"])
    s.peaks, s.crowned, s.held = tuple(raw["peaks"]), list(raw["crowned"]), list(raw["held"])
    s.yeti, s.final = raw["yeti"], raw["final"]
    s.weather = tuple([(tile, good) for tile, good in raw["weather"]])
    s.roll, s.tray, s.used = tuple(raw["roll"]), list(raw["tray"]), tuple(raw["used"])
    s.snow, s.before = raw["snow"], raw["before"]
    s.winners = None if raw["winners"] is None else tuple(raw["winners"])
    s.reason = raw["reason"]
    return s
