"""Scenario files: a position, choices with their times, and what must hold at a later time."""

from dataclasses import dataclass
from typing import Any

from app.games.kernel.contract import IllegalAction, Json, MalformedAction
from app.games.kernel.interchange import BadPosition, Failed, items, read_json, same, table, whole
from app.games.yeti_snack.actions import read_action
from app.games.yeti_snack.menu import Menu, standard
from app.games.yeti_snack.placement import KEYS, LONG, MORE, place
from app.games.yeti_snack.position import position_of
from app.games.yeti_snack.race import act, catch_up
from app.games.yeti_snack.state import SnackState

FORMAT = "yeti-snack-scenario/1"


@dataclass(frozen=True, slots=True)
class SnackChoice:
    """`raw`: the choice without player, time and expectation; `refused`: the reason it must be refused with."""

    seat: int
    at: int
    raw: Json
    refused: str | None


@dataclass(frozen=True, slots=True)
class SnackScenario:
    name: str
    start: SnackState
    legal: Json
    choices: tuple[SnackChoice, ...]
    until: int
    expect: Json


def read_scenario(text: str, menu: Menu = standard) -> SnackScenario:
    """Raises BadPosition."""
    keys = ("format", "name", "start", "choices", "until", "expect")
    scenario = table(read_json(text), "scenario", keys, ("rules", "legal"))
    if scenario["format"] != FORMAT:
        raise BadPosition(f"scenario.format: {FORMAT!r} is expected")
    name = scenario["name"]
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise BadPosition("scenario.name: a text of one line is expected")
    if not all(isinstance(rule, str) for rule in items(scenario.get("rules", []), "scenario.rules")):
        raise BadPosition("scenario.rules: a list of texts is expected")
    start = place(scenario["start"], menu)
    legal = dict(table(scenario.get("legal", {}), "legal", (), ("moulds", "right", "par")))
    choices, now = [], start.now
    for number, raw in enumerate(items(scenario["choices"], "choices")):
        choice = _choice(raw, f"choices[{number}]", start.players, now)
        choices.append(choice)
        now = choice.at
    until = whole(scenario["until"], "until", now, LONG)
    expect = dict(table(scenario["expect"], "expect", (), (*KEYS, *MORE)))
    return SnackScenario(name, start, legal, tuple(choices), until, expect)


def _choice(raw: Any, path: str, players: int, now: int) -> SnackChoice:
    if not isinstance(raw, dict):
        raise BadPosition(f"{path}: an object is expected")
    seat = whole(raw.get("player"), f"{path}.player", 0, players - 1)
    at = whole(raw.get("at"), f"{path}.at", now, LONG)
    refused = raw.get("refused")
    if refused is not None and not isinstance(refused, str):
        raise BadPosition(f"{path}.refused: a reason is expected")
    rest = {key: value for key, value in raw.items() if key not in ("player", "at", "refused")}
    return SnackChoice(seat, at, rest, refused)


def run(scenario: SnackScenario) -> SnackState:
    """Plays the scenario and gives the last state. Raises Failed at the first thing that does not hold."""
    s = scenario.start.clone()
    if scenario.legal:
        facts = s.pair()
        found = {"moulds": facts.moulds, "right": facts.right, "par": facts.par}
        for key, wanted in scenario.legal.items():
            same(f"legal.{key}", wanted, found[key])
    for number, choice in enumerate(scenario.choices):
        catch_up(s, choice.at, None)
        refused = _refusal(s, choice)
        if refused != choice.refused:
            raise Failed(
                f"choices[{number}] expected {choice.refused or 'to be taken'} got {refused or 'taken'}"
            )
    catch_up(s, scenario.until, None)
    position = position_of(s)
    for key, wanted in scenario.expect.items():
        _hold(key, wanted, position.get(key))
    return s


def _refusal(s: SnackState, choice: SnackChoice) -> str | None:
    try:
        act(s, choice.seat, read_action(choice.raw), choice.at, None)
    except (MalformedAction, IllegalAction) as error:
        return error.reason
    return None


def _hold(path: str, wanted: Any, found: Any) -> None:
    """Objects are compared in the keys stated, `used` without order, all else in order."""
    if path == "used":
        same(path, sorted(wanted), sorted(found))
    elif isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            _hold(f"{path}.{key}", value, found.get(key))
    elif isinstance(wanted, list) and isinstance(found, list) and wanted and isinstance(wanted[0], dict):
        same(f"{path} length", len(wanted), len(found))
        for number, (one, other) in enumerate(zip(wanted, found, strict=True)):
            _hold(f"{path}[{number}]", one, other)
    else:
        same(path, wanted, found)
