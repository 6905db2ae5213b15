"""State, actions, events and views as plain dicts and back. Not here: text, bytes, storage."""

from collections.abc import Mapping
from typing import Any

from app.games.kernel.contract import Json, MalformedAction
from app.games.kernel.shapes import Misshapen, Tagged, plain, reader
from app.games.kernel.stream import Stream
from app.games.yeti_mountain.actions import ClimbAction, OfferTrade, type_names
from app.games.yeti_mountain.events import ClimbEvent, ClimbPhase, event_names
from app.games.yeti_mountain.kit import Spot, kit_by_hash
from app.games.yeti_mountain.state import ClimbState, OpenOffer, SpotCard
from app.games.yeti_mountain.views import ClimbView, SeatClimbView

STATE_FORMAT = 1

_actions = Tagged(type_names)
_events = Tagged(event_names)
_views = Tagged({"public": ClimbView, "private": SeatClimbView})
_card = reader(SpotCard)
_offer = reader(OpenOffer)


def encode_action(action: ClimbAction) -> Json:
    return _actions.encode(action)


def decode_action(raw: Any) -> ClimbAction:
    """Objects of an offer may come in any order. Raises MalformedAction, whatever was sent."""
    try:
        action: ClimbAction = _actions.decode(raw)
    except Misshapen as error:
        raise MalformedAction("malformed", detail=str(error)) from None
    if isinstance(action, OfferTrade):
        return OfferTrade(action.to, tuple(sorted(action.give)), tuple(sorted(action.take)))
    return action


def encode_event(event: ClimbEvent) -> Json:
    return _events.encode(event)


def decode_event(raw: Mapping[str, Any]) -> ClimbEvent:
    """Raises Misshapen."""
    event: ClimbEvent = _events.decode(raw)
    return event


def encode_view(view: ClimbView | SeatClimbView) -> Json:
    return _views.encode(view)


def decode_view(raw: Mapping[str, Any]) -> ClimbView | SeatClimbView:
    """Raises Misshapen."""
    view: ClimbView | SeatClimbView = _views.decode(raw)
    return view


def encode_state(s: ClimbState) -> Json:
    return {
        "format": STATE_FORMAT,
        "deck_hash": s.kit.hash,
        "players": s.players,
        "options": list(s.options),
        "seed": s.stream.seed.hex(),
        "taken": s.stream.position,
        "decision": s.decision,
        "round": s.round,
        "first": s.first,
        "turn": s.turn,
        "left": s.left,
        "phase": s.phase.value,
        "cards": [[*spot, plain(card)] for spot, card in s.cards.items()],
        "at": [list(spot) for spot in s.at],
        "carried": [list(carried) for carried in s.carried],
        "asked": list(s.asked),
        "aimed": None if s.aimed is None else list(s.aimed),
        "found": s.found,
        "offer": None if s.offer is None else plain(s.offer),
        "slopes": s.slopes,
        "yetis": list(s.yetis),
        "pouch": list(s.pouch),
        "rolls": list(s.rolls),
        "removed": s.removed,
        "winners": None if s.winners is None else list(s.winners),
        "reason": s.reason,
    }


def decode_state(raw: Mapping[str, Any]) -> ClimbState:
    """From what `encode_state` gave; states come from our own storage and are not checked further."""
    if raw["format"] != STATE_FORMAT:
        raise ValueError(f"state format {raw['format']!r} is not known")
    kit = kit_by_hash(raw["deck_hash"])
    stream = Stream(bytes.fromhex(raw["seed"]), raw["taken"])
    s = ClimbState(kit, raw["players"], tuple(raw["options"]), stream)
    s.decision, s.round, s.first = raw["decision"], raw["round"], raw["first"]
    s.turn, s.left, s.phase = raw["turn"], raw["left"], ClimbPhase(raw["phase"])
    s.cards = {(level, column): _card(card, "card") for level, column, card in raw["cards"]}
    s.at = [_spot(spot) for spot in raw["at"]]
    s.carried = [tuple(carried) for carried in raw["carried"]]
    s.asked, s.found = tuple(raw["asked"]), raw["found"]
    s.aimed = None if raw["aimed"] is None else _spot(raw["aimed"])
    s.offer = None if raw["offer"] is None else _offer(raw["offer"], "offer")
    s.slopes, s.yetis, s.pouch = raw["slopes"], tuple(raw["yetis"]), tuple(raw["pouch"])
    s.rolls, s.removed = tuple(raw["rolls"]), raw["removed"]
    s.winners = None if raw["winners"] is None else tuple(raw["winners"])
    s.reason = raw["reason"]
    return s


def _spot(raw: Any) -> Spot:
    return raw[0], raw[1]
