"""Scenario files: a position with its queue of throws, choices, and what must hold after them.

Malformed (BadPosition) is what is no scenario; a scenario that does not come true fails, and so do an illegal choice,
a wrong number of legal ones, and throws left over.
"""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from app.games.kernel.contract import IllegalAction, Json
from app.games.kernel.interchange import BadPosition, Failed, items, read_json, same, table, whole
from app.games.yeti.actions import DiceAction
from app.games.yeti.dice import WrongThrow
from app.games.yeti.parts import FACES, Parts, standard
from app.games.yeti.placement import KEYS, MORE, decode_choice, place
from app.games.yeti.position import position_of
from app.games.yeti.state import DiceState
from app.games.yeti.turn import check, legal_actions, take

FORMAT = "yeti-scenario/1"
SEED = sha256(b"scenario").digest()
"""Nothing a scenario states depends on a throw that its queue does not hold."""
UNORDERED = ("display", "roll", "used", "options")


@dataclass(frozen=True, slots=True)
class DiceScenario:
    """`legal`: how many choices there are before each, and after the last."""

    name: str
    start: DiceState
    legal: tuple[int, ...]
    choices: tuple[tuple[int, DiceAction], ...]
    expect: Json


def read_scenario(text: str, parts: Parts = standard) -> DiceScenario:
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
    start = place(scenario["start"], parts, SEED)
    choices = [
        decode_choice(choice, f"choices[{number}]", parts, start.players)
        for number, choice in enumerate(items(scenario["choices"], "choices"))
    ]
    legal = [
        whole(count, f"legal[{number}]", 0, 10**6)
        for number, count in enumerate(items(scenario.get("legal", []), "legal"))
    ]
    if legal and len(legal) != len(choices) + 1:
        raise BadPosition("legal: a number before each choice and one after the last are expected")
    expect = dict(table(scenario["expect"], "expect", (), (*KEYS, *MORE)))
    _check_expectation(expect)
    return DiceScenario(name, start, tuple(legal), tuple(choices), expect)


def _check_expectation(expect: Json) -> None:
    """A slip of the pen is not taken for a failure."""
    for key in (*UNORDERED, "points", "levels", "tiles", "peaks", "crowned", "held", "weather", "winners"):
        items(expect.get(key, []), f"expect.{key}")
    for seat, row in enumerate(expect.get("tiles", [])):
        items(row, f"expect.tiles[{seat}]")
    table(expect.get("tray", {}), "expect.tray", (), FACES)


def run(scenario: DiceScenario) -> DiceState:
    """Plays the scenario and gives the last state. Raises Failed at the first thing that does not hold."""
    s = scenario.start.clone()
    counts = iter(scenario.legal)
    for number, (seat, action) in enumerate(scenario.choices):
        same(f"legal[{number}]", next(counts, len(legal_actions(s))), len(legal_actions(s)))
        try:
            check(s, seat, action)
            take(s, action, None)
        except IllegalAction as error:
            raise Failed(f"choices[{number}] expected a legal choice got {error}") from None
        except WrongThrow as error:
            raise Failed(f"choices[{number}] expected a throw that fits got {error}") from None
    same(f"legal[{len(scenario.choices)}]", next(counts, len(legal_actions(s))), len(legal_actions(s)))
    same("rolls left", 0, len(s.queue))
    _hold(scenario.expect, position_of(s))
    return s


def _hold(expect: Json, position: Json) -> None:
    for key, wanted in expect.items():
        found: Any = position.get(key)
        if key in UNORDERED:
            same(key, sorted(wanted), sorted(found))
        elif key == "tiles":
            same(key, [sorted(row) for row in wanted], [sorted(row) for row in found])
        elif key == "tray":
            same(key, {name: wanted.get(name, 0) for name in FACES}, found)
        else:
            same(key, wanted, found)
