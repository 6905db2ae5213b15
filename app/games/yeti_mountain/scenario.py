"""Scenario files: a position, what must be refused, choices with their counts, and what must hold after them."""

from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from app.games.kernel.contract import IllegalAction, Json
from app.games.kernel.interchange import BadPosition, Failed, items, read_json, same, table, whole
from app.games.yeti_mountain.actions import ClimbAction, type_names
from app.games.yeti_mountain.choices import KINDS, decode_choice
from app.games.yeti_mountain.climb import take
from app.games.yeti_mountain.kit import Kit, standard
from app.games.yeti_mountain.legal import check, legal_actions
from app.games.yeti_mountain.placement import place
from app.games.yeti_mountain.position import position_of
from app.games.yeti_mountain.state import ClimbState

FORMAT = "yeti_mountain-scenario/1"
SEED = sha256(b"scenario").digest()
LEFT = {
    "left_in_slopes": "slopes",
    "left_in_yetis": "yetis",
    "left_in_pouch": "pouch",
    "left_in_rolls": "rolls",
}
STATED = (
    "phase", "turn", "left", "round", "first", "climbers", "cards", "cards_changed", "cards_number", "asked", "aimed",
    "found", "offer", "removed", "winners", "reason", "slopes", "yetis", "pouch", "rolls", "players", "options", *LEFT,
)  # fmt: skip
_kind_of = {kind: name for name, kind in type_names.items()}


@dataclass(frozen=True, slots=True)
class ClimbScenario:
    """`illegal`: raw choices that must be refused at the start. `legal`: counts by kind before each choice."""

    name: str
    start: ClimbState
    legal: tuple[Json, ...]
    illegal: tuple[Any, ...]
    choices: tuple[tuple[int, ClimbAction], ...]
    expect: Json


def read_scenario(text: str, kit: Kit = standard) -> ClimbScenario:
    """Raises BadPosition."""
    keys = ("format", "name", "start", "choices", "expect")
    scenario = table(read_json(text), "scenario", keys, ("rules", "legal", "illegal"))
    if scenario["format"] != FORMAT:
        raise BadPosition(f"scenario.format: {FORMAT!r} is expected")
    name = scenario["name"]
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise BadPosition("scenario.name: a text of one line is expected")
    if not all(isinstance(rule, str) for rule in items(scenario.get("rules", []), "scenario.rules")):
        raise BadPosition("scenario.rules: a list of texts is expected")
    start = place(scenario["start"], kit, SEED)
    choices = [
        decode_choice(choice, f"choices[{number}]", kit, start.players)
        for number, choice in enumerate(items(scenario["choices"], "choices"))
    ]
    legal = [
        {kind: whole(count, f"legal[{number}].{kind}", 0, 10**6) for kind, count in stated.items()}
        for number, stated in enumerate(
            table(entry, f"legal[{place}]", (), KINDS)
            for place, entry in enumerate(items(scenario.get("legal", []), "legal"))
        )
    ]
    if legal and len(legal) != len(choices):
        raise BadPosition("legal: one object for each choice is expected")
    expect = dict(table(scenario["expect"], "expect", (), STATED))
    illegal = tuple(items(scenario.get("illegal", []), "illegal"))
    return ClimbScenario(name, start, tuple(legal), illegal, tuple(choices), expect)


def run(scenario: ClimbScenario) -> ClimbState:
    """Plays the scenario and gives the last state. Raises Failed at the first thing that does not hold."""
    s = scenario.start.clone()
    for number, raw in enumerate(scenario.illegal):
        if _may(s, raw, number):
            raise Failed(f"illegal[{number}] expected a refusal got a legal choice")
    for number, (seat, action) in enumerate(scenario.choices):
        if scenario.legal:
            found = Counter(_kind_of[type(each)] for each in legal_actions(s))
            same(f"legal[{number}]", scenario.legal[number], dict(found))
        try:
            check(s, seat, action)
        except IllegalAction as error:
            raise Failed(f"choices[{number}] expected a legal choice got {error}") from None
        take(s, action, None)
    _hold(scenario.expect, position_of(s))
    return s


def _may(s: ClimbState, raw: Any, number: int) -> bool:
    """Whether the game would take this choice; what is no choice at all is refused as well."""
    try:
        seat, action = decode_choice(raw, f"illegal[{number}]", s.kit, s.players)
        check(s, seat, action)
    except (BadPosition, IllegalAction):
        return False
    return True


def _hold(expect: Json, position: Json) -> None:
    for key, wanted in expect.items():
        if key in LEFT:
            same(key, wanted, len(position[LEFT[key]]))
        elif key == "cards_number":
            same(key, wanted, len(position["cards"]))
        elif key == "cards_changed":
            _hold_cards(items(wanted, "expect.cards_changed"), position["cards"])
        elif key == "cards":
            same(key, _by_spot(items(wanted, "expect.cards")), _by_spot(position["cards"]))
        elif key == "climbers":
            same(key, [_unordered(c) for c in wanted], [_unordered(c) for c in position["climbers"]])
        elif key == "offer" and wanted is not None and position["offer"] is not None:
            bargain = {"give": sorted(wanted["give"]), "take": sorted(wanted["take"])}
            same(key, wanted | bargain, position["offer"])
        elif key in ("asked", "options", "winners"):
            same(key, wanted if wanted is None else sorted(wanted), position.get(key))
        else:
            same(key, wanted, position.get(key))


def _unordered(entry: Json) -> Json:
    return entry | ({"objects": sorted(entry["objects"])} if "objects" in entry else {})


def _by_spot(cards: list[Json]) -> list[Json]:
    return sorted([_unordered(card) for card in cards], key=lambda card: card["at"])


def _hold_cards(wanted: list[Json], found: list[Json]) -> None:
    there = {tuple(card["at"]): card for card in found}
    for number, card in enumerate(wanted):
        lies = there.get(tuple(card.get("at", ())))
        same(f"cards_changed[{number}]", _unordered(card), None if lies is None else _unordered(lies))
