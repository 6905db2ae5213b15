"""Scenario files: a position, choices, and what must hold after them (docs/rules/interchange.md).

`run` plays one. Malformed (BadPosition) is what is no scenario; a scenario that does not come true is a
failure, and so are an illegal choice and a wrong number of legal ones.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from app.games.avalanche.actions import Action
from app.games.avalanche.choices import BadPosition, cards, decode_choice, items, table, whole
from app.games.avalanche.deck import Deck, standard
from app.games.avalanche.events import Phase
from app.games.avalanche.legal import check
from app.games.avalanche.placement import KEYS, MANY, SKIER_KEYS, place
from app.games.avalanche.position import position_of
from app.games.avalanche.rounds import take
from app.games.avalanche.selection import count_selections
from app.games.avalanche.state import State
from app.games.avalanche.yeti import routes_of
from app.games.kernel.contract import IllegalAction, Json

FORMAT = "avalanche-scenario/1"
UNORDERED = ("hands", "discard", "display")
SEED = sha256(b"scenario").digest()
"""No scenario's expectation depends on a shuffle; some play on past one, into another heat."""


class Failed(Exception):
    """`str()` is "path expected/got" as the command line prints it."""


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    start: State
    selections: Mapping[int, int]
    yeti_routes: int | None
    choices: tuple[tuple[int, Action], ...]
    expect: Json


def read_scenario(text: str, deck: Deck = standard) -> Scenario:
    """Raises BadPosition."""
    try:
        raw = json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BadPosition(f"no JSON: {error}") from None
    scenario = table(raw, "scenario", ("format", "name", "start", "choices", "expect"), ("rules", "legal"))
    if scenario["format"] != FORMAT:
        raise BadPosition(f"scenario.format: {FORMAT!r} is expected")
    name = scenario["name"]
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise BadPosition("scenario.name: a text of one line is expected")
    if not all(isinstance(rule, str) for rule in items(scenario.get("rules", []), "scenario.rules")):
        raise BadPosition("scenario.rules: a list of texts is expected")
    start = place(scenario["start"], deck, SEED)
    legal = table(scenario.get("legal", {}), "legal", (), ("selections", "yeti_routes"))
    choices = [
        decode_choice(choice, f"choices[{number}]", deck, start.variant)
        for number, choice in enumerate(items(scenario["choices"], "choices"))
    ]
    routes = whole(legal["yeti_routes"], "legal.yeti_routes", 0, 10**9) if "yeti_routes" in legal else None
    expect = _expectation(scenario["expect"], start)
    return Scenario(name, start, _selections(legal, start), routes, tuple(choices), expect)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> Json:
    found: Json = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key[:40]!r} stands twice in one object")
        found[key] = value
    return found


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def _selections(legal: Mapping[str, Any], start: State) -> dict[int, int]:
    raw = legal.get("selections", {})
    if not isinstance(raw, Mapping):
        raise BadPosition("legal.selections: an object by player is expected")
    players = {str(player): player for player in range(start.variant.players)}
    for key in raw:
        if key not in players:
            raise BadPosition(f"legal.selections: no player {str(key)[:40]!r}")
    return {players[key]: whole(raw[key], f"legal.selections.{key}", 0, 10**9) for key in raw}


def _expectation(raw: Any, start: State) -> Json:
    """Checks names and shapes of what is stated, so that a slip of the pen is not taken for a failure."""
    expect = table(raw, "expect", (), (*KEYS, "winners"))
    for key in ("mountain", "deck", "discard", "display"):
        cards(expect.get(key, []), f"expect.{key}", start.deck)
    for key, size in (("hands", start.variant.players), ("skiers", start.variant.skiers)):
        if key in expect and len(items(expect[key], f"expect.{key}")) != size:
            raise BadPosition(f"expect.{key}: {size} entries are expected")
    for player, hand in enumerate(expect.get("hands", [])):
        cards(hand, f"expect.hands[{player}]", start.deck)
    for skier, entry in enumerate(expect.get("skiers", [])):
        where = f"expect.skiers[{skier}]"
        stack = table(entry, where, (), SKIER_KEYS).get("stack", [])
        for age, played in enumerate(items(stack, f"{where}.stack")):
            cards(played, f"{where}.stack[{age}]", start.deck)
    for option in items(expect.get("options", []), "expect.options"):
        if not isinstance(option, str):
            raise BadPosition("expect.options: a list of texts is expected")
    for key in ("points", "finished", "winners"):
        for place_in, number in enumerate(items(expect.get(key, []), f"expect.{key}")):
            whole(number, f"expect.{key}[{place_in}]", 0, MANY)
    for key in ("players", "heat", "round"):
        whole(expect.get(key, 0), f"expect.{key}", 0, MANY)
    for key in ("game", "phase", "yeti"):
        if not isinstance(expect.get(key, ""), str):
            raise BadPosition(f"expect.{key}: a text is expected")
    if expect.get("phase", Phase.SELECT) not in set(Phase):
        raise BadPosition(f"expect.phase: one of {', '.join(Phase)} is expected")
    avalanche = table(expect.get("avalanche", {}), "expect.avalanche", (), ("at", "speed"))
    for key, number in avalanche.items():
        whole(number, f"expect.avalanche.{key}", 0, MANY)
    return dict(expect)


def run(scenario: Scenario) -> State:
    """Plays the scenario and gives the last state. Raises Failed at the first thing that does not hold."""
    s = scenario.start.clone()
    counts = dict(scenario.selections)
    routes = scenario.yeti_routes
    if s.phase is Phase.SELECT:
        counts = _count(s, counts)
    for number, (seat, action) in enumerate(scenario.choices):
        if routes is not None and s.phase is Phase.YETI:
            _same("legal.yeti_routes", routes, _routes(s))
            routes = None
        try:
            check(s, seat, action)
        except IllegalAction as error:
            raise Failed(f"choices[{number}] expected a legal choice got {error}") from None
        take(s, seat, action, None)
        if counts and s.phase is Phase.SELECT:
            counts = _count(s, counts)
    if routes is not None and s.phase is Phase.YETI:
        _same("legal.yeti_routes", routes, _routes(s))
        routes = None
    if routes is not None:
        raise Failed(f"legal.yeti_routes expected {routes} got no decision of the yeti's")
    if counts:
        raise Failed("legal.selections expected a selection got none")
    _hold(scenario.expect, position_of(s))
    return s


def _routes(s: State) -> int:
    return len(routes_of(s.mountain, s.yeti, s.reach or 0, exact=s.variant.solo))


def _count(s: State, counts: dict[int, int]) -> dict[int, int]:
    """Compares the numbers stated at the first selection; nothing is left to compare after it."""
    for player, expected in counts.items():
        skiers = s.racing_of(player) if player in s.awaited else ()
        got = count_selections(s.deck, s.hands[player], len(skiers)) if skiers else 0
        _same(f"legal.selections.{player}", expected, got)
    return {}


def _hold(expect: Json, position: Json) -> None:
    """Everything stated must hold."""
    for key, wanted in expect.items():
        if key == "skiers":
            for skier, (stated, found) in enumerate(zip(wanted, position["skiers"], strict=True)):
                _hold_skier(f"skiers[{skier}]", stated, found)
        elif key == "avalanche":
            for part, value in wanted.items():
                _same(f"avalanche.{part}", value, position["avalanche"][part])
        elif key == "hands":
            for player, (hand, found) in enumerate(zip(wanted, position["hands"], strict=True)):
                _same(f"hands[{player}]", sorted(hand), sorted(found))
        elif key in UNORDERED or key == "options":
            _same(key, sorted(wanted), sorted(position[key]))
        else:
            _same(key, wanted, position.get(key))


def _hold_skier(path: str, stated: Json, found: Json) -> None:
    """A skier no longer racing is its player and state alone; two cards of one round have no order."""
    for part, value in stated.items():
        if part == "stack":
            value = [sorted(played) for played in value]  # noqa: PLW2901 - the same value, in order
        if part in ("player", "state") or found["state"] == "racing":
            _same(f"{path}.{part}", value, found[part])


def _same(path: str, expected: Any, got: Any) -> None:
    # Compared as JSON: in Python True equals 1.
    wanted, found = json.dumps(expected), json.dumps(got)
    if wanted != found:
        raise Failed(f"{path} expected {wanted} got {found}")
