"""Scenario files: a position, choices, and what must hold after them (docs/rules/interchange.md).

`run` plays one. Malformed (BadPosition) is what is no scenario; a scenario that does not come true is a
failure, and so are an illegal choice and a wrong number of legal ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from app.games.avalanche.actions import Action
from app.games.avalanche.choices import cards, decode_choice
from app.games.avalanche.deck import Deck, standard
from app.games.avalanche.events import Phase
from app.games.avalanche.legal import check
from app.games.avalanche.placement import KEYS, MANY, SKIER_KEYS, place
from app.games.avalanche.position import position_of
from app.games.avalanche.rounds import take
from app.games.avalanche.selection import count_selections
from app.games.avalanche.state import RaceState
from app.games.avalanche.yeti import routes_of
from app.games.kernel.contract import IllegalAction, Json
from app.games.kernel.interchange import BadPosition, Failed, items, read_json, same, table, whole

FORMAT = "avalanche-scenario/1"
UNORDERED = ("hands", "discard", "display")
SEED = sha256(b"scenario").digest()
"""No scenario's expectation depends on a shuffle; some play on past one, into another heat."""


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    start: RaceState
    selections: Mapping[int, int]
    yeti_routes: int | None
    choices: tuple[tuple[int, Action], ...]
    expect: Json


def read_scenario(text: str, deck: Deck = standard) -> Scenario:
    """Raises BadPosition."""
    scenario = table(
        read_json(text), "scenario", ("format", "name", "start", "choices", "expect"), ("rules", "legal")
    )
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


def _selections(legal: Mapping[str, Any], start: RaceState) -> dict[int, int]:
    raw = legal.get("selections", {})
    if not isinstance(raw, Mapping):
        raise BadPosition("legal.selections: an object by player is expected")
    players = {str(player): player for player in range(start.variant.players)}
    for key in raw:
        if key not in players:
            raise BadPosition(f"legal.selections: no player {str(key)[:40]!r}")
    return {players[key]: whole(raw[key], f"legal.selections.{key}", 0, 10**9) for key in raw}


def _expectation(raw: Any, start: RaceState) -> Json:
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


def run(scenario: Scenario) -> RaceState:
    """Plays the scenario and gives the last state. Raises Failed at the first thing that does not hold."""
    s = scenario.start.clone()
    counts = dict(scenario.selections)
    routes = scenario.yeti_routes
    if s.phase is Phase.SELECT:
        counts = _count(s, counts)
    for number, (seat, action) in enumerate(scenario.choices):
        if routes is not None and s.phase is Phase.YETI:
            same("legal.yeti_routes", routes, _routes(s))
            routes = None
        try:
            check(s, seat, action)
        except IllegalAction as error:
            raise Failed(f"choices[{number}] expected a legal choice got {error}") from None
        take(s, seat, action, None)
        if counts and s.phase is Phase.SELECT:
            counts = _count(s, counts)
    if routes is not None and s.phase is Phase.YETI:
        same("legal.yeti_routes", routes, _routes(s))
        routes = None
    if routes is not None:
        raise Failed(f"legal.yeti_routes expected {routes} got no decision of the yeti's")
    if counts:
        raise Failed("legal.selections expected a selection got none")
    _hold(scenario.expect, position_of(s))
    return s


def _routes(s: RaceState) -> int:
    return len(routes_of(s.mountain, s.yeti, s.reach or 0, exact=s.variant.solo))


def _count(s: RaceState, counts: dict[int, int]) -> dict[int, int]:
    """Compares the numbers stated at the first selection; nothing is left to compare after it."""
    for player, expected in counts.items():
        skiers = s.racing_of(player) if player in s.awaited else ()
        got = count_selections(s.deck, s.hands[player], len(skiers)) if skiers else 0
        same(f"legal.selections.{player}", expected, got)
    return {}


def _hold(expect: Json, position: Json) -> None:
    """Everything stated must hold."""
    for key, wanted in expect.items():
        if key == "skiers":
            for skier, (stated, found) in enumerate(zip(wanted, position["skiers"], strict=True)):
                _hold_skier(f"skiers[{skier}]", stated, found)
        elif key == "avalanche":
            for part, value in wanted.items():
                same(f"avalanche.{part}", value, position["avalanche"][part])
        elif key == "hands":
            for player, (hand, found) in enumerate(zip(wanted, position["hands"], strict=True)):
                same(f"hands[{player}]", sorted(hand), sorted(found))
        elif key in UNORDERED or key == "options":
            same(key, sorted(wanted), sorted(position[key]))
        else:
            same(key, wanted, position.get(key))


def _hold_skier(path: str, stated: Json, found: Json) -> None:
    """A skier no longer racing is its player and state alone; two cards of one round have no order."""
    for part, value in stated.items():
        if part == "stack":
            value = [sorted(played) for played in value]  # noqa: PLW2901 - the same value, in order
        if part in ("player", "state") or found["state"] == "racing":
            same(f"{path}.{part}", value, found[part])
