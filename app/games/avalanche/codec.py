"""States, actions, events and views as plain dicts and back. Not here: JSON text (storage), positions
(`position.py`).

A stored state names cards by id and keeps its deck's hash; `format` rises whenever its keys change their
meaning.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from app.games.avalanche.actions import Action, Discard, Select, type_names
from app.games.avalanche.deck import Deck, deck_by_hash
from app.games.avalanche.events import Event, Phase
from app.games.avalanche.mountain import OUT, mountain_of
from app.games.avalanche.state import RaceState, Turned
from app.games.avalanche.variant import variant_of
from app.games.avalanche.views import OpenView, PrivateView, PublicView
from app.games.kernel.contract import Json, MalformedAction
from app.games.kernel.shapes import Misshapen, Tagged, plain, reader
from app.games.kernel.stream import Stream

STATE_FORMAT = 1


def event_name(kind: type) -> str:
    """What stands under `type` for a class of events: RoundStarted is round_started."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


_actions = Tagged(type_names)
_events = Tagged({event_name(kind): kind for kind in get_args(Event)})
_views = Tagged({"public": PublicView, "private": PrivateView, "open": OpenView})
_select = reader(Select)


def encode_action(action: Action) -> Json:
    return _actions.encode(action)


def decode_action(raw: Any) -> Action:
    """Cards and plays may come in any order. Raises MalformedAction, whatever was sent."""
    try:
        action: Action = _actions.decode(raw)
    except Misshapen as error:
        raise MalformedAction("malformed", detail=str(error)) from None
    return in_order(action)


def in_order(action: Action) -> Action:
    """The same choice in the form that `legal_actions` lists it: cards by id, plays by skier."""
    if isinstance(action, Discard):
        return Discard(tuple(sorted(action.cards)))
    if isinstance(action, Select):
        plays = [replace(play, cards=tuple(sorted(play.cards))) for play in action.plays]
        return Select(tuple(sorted(plays, key=lambda play: play.skier)))
    return action


def encode_event(event: Event) -> Json:
    return _events.encode(event)


def decode_event(raw: Mapping[str, Any]) -> Event:
    """Raises Misshapen."""
    event: Event = _events.decode(raw)
    return event


def encode_view(view: PublicView | PrivateView | OpenView) -> Json:
    return _views.encode(view)


def decode_view(raw: Mapping[str, Any]) -> PublicView | PrivateView | OpenView:
    """Raises Misshapen."""
    view: PublicView | PrivateView | OpenView = _views.decode(raw)
    return view


def encode_state(s: RaceState) -> Json:
    names = s.deck.names

    def cards(numbers: Any) -> list[str]:
        return list(names(numbers))

    return {
        "format": STATE_FORMAT,
        "deck_hash": s.deck.hash,
        "players": s.variant.players,
        "options": list(s.variant.options),
        "seed": s.stream.seed.hex(),
        "taken": s.stream.position,
        "decision": s.decision,
        "heat": s.heat,
        "round": s.round,
        "phase": s.phase.value,
        "mountain": cards(s.mountain.cards),
        "deck": cards(s.pile[s.drawn :]),
        "discard": cards(sorted(s.discard)),
        "hands": [cards(hand) for hand in s.hands],
        "display": cards(s.display),
        "status": list(s.status),
        "at": list(s.at),
        "line": list(s.line),
        "rockets": list(s.rockets),
        "stacks": [[cards(played) for played in stack] for stack in s.stacks],
        "yeti": s.mountain.name(s.yeti),
        "avalanche_at": s.avalanche_at,
        "avalanche_speed": s.avalanche_speed,
        "points": list(s.points),
        "finished": list(s.finished),
        "selections": [None if chosen is None else plain(chosen) for chosen in s.selections],
        "awaited": list(s.awaited),
        "owed": list(s.owed),
        "reach": s.reach,
        "limit": s.limit,
        "table": [[t.skier, cards(t.cards), t.speed, t.jump] for t in s.table],
        "cleared": list(s.cleared),
        "yeti_cards": cards(s.yeti_cards),
        "hit": list(s.hit),
        "draft_order": list(s.draft_order),
        "winners": None if s.winners is None else list(s.winners),
        "reason": s.reason,
    }


def decode_state(raw: Mapping[str, Any]) -> RaceState:
    """From what `encode_state` gave; states come from our own storage and are not checked further."""
    if raw["format"] != STATE_FORMAT:
        raise ValueError(f"state format {raw['format']!r} is not known")
    deck: Deck = deck_by_hash(raw["deck_hash"])
    index = deck.index

    def cards(ids: Any) -> tuple[int, ...]:
        return tuple([index[card] for card in ids])

    mountain = mountain_of(deck, cards(raw["mountain"]))
    variant = variant_of(raw["players"], raw["options"], mountain.length)
    s = RaceState(deck, variant, mountain, Stream(bytes.fromhex(raw["seed"]), raw["taken"]))
    s.decision, s.heat, s.round, s.phase = raw["decision"], raw["heat"], raw["round"], Phase(raw["phase"])
    s.pile = cards(raw["deck"])
    s.discard = list(cards(raw["discard"]))
    s.hands = [cards(hand) for hand in raw["hands"]]
    s.display = cards(raw["display"])
    s.status, s.at, s.line = list(raw["status"]), list(raw["at"]), tuple(raw["line"])
    s.racing = tuple([skier for skier, status in enumerate(s.status) if not status])
    s.rockets = list(raw["rockets"])
    s.stacks = [tuple([cards(played) for played in stack]) for stack in raw["stacks"]]
    s.yeti = OUT if raw["yeti"] == "out" else mountain.nodes[raw["yeti"]]
    s.avalanche_at, s.avalanche_speed = raw["avalanche_at"], raw["avalanche_speed"]
    s.points, s.finished = list(raw["points"]), tuple(raw["finished"])
    s.selections = [None if chosen is None else _select(chosen, "select") for chosen in raw["selections"]]
    s.awaited, s.owed = tuple(raw["awaited"]), tuple(raw["owed"])
    s.reach, s.limit = raw["reach"], raw["limit"]
    s.table = tuple(
        [Turned(skier, cards(played), speed, jump) for skier, played, speed, jump in raw["table"]]
    )
    s.cleared, s.yeti_cards, s.hit = tuple(raw["cleared"]), cards(raw["yeti_cards"]), tuple(raw["hit"])
    s.draft_order = tuple(raw["draft_order"])
    s.winners = None if raw["winners"] is None else tuple(raw["winners"])
    s.reason = raw["reason"]
    return s
