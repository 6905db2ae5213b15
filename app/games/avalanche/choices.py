"""Choices of the interchange format: an action and who made it. Not here: whether it is legal
(`legal.py`).
"""

import re
from typing import Any

from app.games.avalanche.actions import Action, Discard, Draft, MoveYeti, Mulligan, Play, Select, TakeBack
from app.games.avalanche.codec import in_order
from app.games.avalanche.deck import Deck
from app.games.avalanche.variant import Variant
from app.games.kernel.contract import Json
from app.games.kernel.interchange import BadPosition, flag, items, table, whole

KINDS = ("mulligan", "select", "yeti", "discard", "draft")
NODE = re.compile(r"top|out|[1-9][0-9]?\.[1-9][0-9]{0,2}[ab]?")
"""A place of the yeti. The ends of his way are never entered by choice: naming one is illegal (AV-48, AV-73)."""


def encode_choice(seat: int, action: Action) -> Json:
    match action:
        case Mulligan():
            choice: Any = action.take
            kind = "mulligan"
        case Select():
            kind = "select"
            choice = [{"skier": p.skier, "cards": list(p.cards), "jump": p.jump} for p in action.plays]
        case TakeBack():
            kind, choice = "select", None
        case MoveYeti():
            kind, choice = "yeti", list(action.route)
        case Discard():
            kind, choice = "discard", list(action.cards)
        case Draft():
            kind, choice = "draft", action.card
    return {"player": seat, kind: choice}


def card(raw: Any, path: str, deck: Deck) -> int:
    if not isinstance(raw, str):
        raise BadPosition(f"{path}: a card's id is expected")
    if raw not in deck.index:
        raise BadPosition(f"{path}: unknown card {raw[:40]!r}")
    return deck.index[raw]


def cards(raw: Any, path: str, deck: Deck) -> list[int]:
    return [card(item, f"{path}[{place}]", deck) for place, item in enumerate(items(raw, path))]


def _play(raw: Any, path: str, deck: Deck, variant: Variant) -> Play:
    entry = table(raw, path, ("skier", "cards"), ("jump",))
    skier = whole(entry["skier"], f"{path}.skier", 0, variant.skiers - 1)
    played = cards(entry["cards"], f"{path}.cards", deck)
    jump = flag(entry["jump"], f"{path}.jump") if "jump" in entry else True
    return Play(skier, deck.names(played), jump)


def _node(raw: Any, path: str) -> str:
    if not isinstance(raw, str) or not NODE.fullmatch(raw):
        raise BadPosition(f"{path}: a node such as 3.1 or 3.2b is expected")
    return raw


def decode_choice(raw: Any, path: str, deck: Deck, variant: Variant) -> tuple[int, Action]:
    """Player and action. Raises BadPosition unless it has the shape of a choice and names what exists."""
    choice = table(raw, path, ("player",), KINDS)
    player = whole(choice["player"], f"{path}.player", 0, variant.players - 1)
    kinds = [kind for kind in KINDS if kind in choice]
    if len(kinds) != 1:
        raise BadPosition(f"{path}: exactly one of {', '.join(KINDS)} is expected")
    (kind,) = kinds
    value, where = choice[kind], f"{path}.{kind}"
    action: Action
    if kind == "mulligan":
        action = Mulligan(flag(value, where))
    elif kind == "select" and value is None:
        action = TakeBack()
    elif kind == "select":
        plays = [
            _play(entry, f"{where}[{place}]", deck, variant)
            for place, entry in enumerate(items(value, where))
        ]
        action = Select(tuple(plays))
    elif kind == "yeti":
        route = [_node(node, f"{where}[{place}]") for place, node in enumerate(items(value, where))]
        action = MoveYeti(tuple(route))
    elif kind == "discard":
        action = Discard(deck.names(cards(value, where, deck)))
    else:
        action = Draft(deck.ids[card(value, where, deck)])
    return player, in_order(action)
