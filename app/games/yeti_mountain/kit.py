"""The parts of the game as numbers, read from data.json. Not here: what a climber does with them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any

MIN_SEATS, MAX_SEATS = 2, 4
CALM, CALL_ACROSS, SHORT_CLIMB = "calm", "call_across", "short_climb"
OPTIONS = (CALL_ACROSS, CALM, SHORT_CLIMB)

Spot = tuple[int, int]
"""Level from 1, column (negative ones, too)."""


class BadKit(ValueError):
    """A data file that is none, or that the engine cannot express."""


@dataclass(frozen=True, slots=True)
class SearchDie:
    """A number of 1 to 6 not above `smiles` finds something (YM-11)."""

    id: str
    smiles: int


@dataclass(frozen=True, slots=True, eq=False)
class Kit:
    """`die_of`: by level. By number of players: `first_actions`, `slopes`, `avalanches`, `nightfall`. `wants`: the
    wishes of each yeti. `numbers`: everything but names and notes as canonical JSON; `hash`: its SHA-256.
    """

    summit: int
    short_summit: int
    yeti_levels: frozenset[int]
    die_of: Mapping[int, SearchDie]
    actions: int
    first_actions: Mapping[int, tuple[int, ...]]
    carry: int
    slopes: Mapping[int, int]
    avalanches: Mapping[int, int]
    yeti_copies: int
    tokens_each: int
    nightfall: Mapping[int, int]
    short_nightfall: Mapping[int, int]
    objects: tuple[str, ...]
    yetis: tuple[str, ...]
    wants: Mapping[str, tuple[str, ...]]
    numbers: str
    hash: str


def kit_of(text: str) -> Kit:
    """Raises BadKit."""
    try:
        return _read(json.loads(text))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadKit(f"no data file of this game: {error!r}") from None


def _read(raw: Mapping[str, Any]) -> Kit:
    numbers = json.dumps(_numbers(raw), sort_keys=True, separators=(",", ":"))
    dice = {level: SearchDie(die["id"], int(die["smiles"])) for die in raw["dice"] for level in die["levels"]}
    wants = {yeti["id"]: tuple(yeti["wants"]) for yeti in raw["yetis"]}
    objects = tuple(raw["objects"])
    if len(set(objects)) != len(objects) or any(set(wish) - set(objects) for wish in wants.values()):
        raise BadKit("yetis: wishes for objects of the list are expected")
    return Kit(
        summit=int(raw["summit"]),
        short_summit=int(raw["short_summit"]),
        yeti_levels=frozenset(raw["yeti_levels"]),
        die_of=dice,
        actions=int(raw["actions"]),
        first_actions={int(n): tuple(actions) for n, actions in raw["first_round_actions"].items()},
        carry=int(raw["carry"]),
        slopes=_by_players(raw["slope_cards"]),
        avalanches=_by_players(raw["avalanche_cards"]),
        yeti_copies=int(raw["yeti_copies"]),
        tokens_each=int(raw["tokens_each"]),
        nightfall=_by_players(raw["nightfall"]),
        short_nightfall=_by_players(raw["short_nightfall"]),
        objects=objects,
        yetis=tuple(wants),
        wants=wants,
        numbers=numbers,
        hash=sha256(numbers.encode()).hexdigest(),
    )


def _by_players(raw: Mapping[str, int]) -> dict[int, int]:
    return {int(players): int(number) for players, number in raw.items()}


def _numbers(raw: Any) -> Any:
    """Everything but names and notes."""
    if isinstance(raw, Mapping):
        return {key: _numbers(value) for key, value in raw.items() if key not in ("name", "note")}
    if isinstance(raw, list):
        return [_numbers(value) for value in raw]
    return raw


standard = kit_of((files("app.games.yeti_mountain") / "data.json").read_text(encoding="utf-8"))
_known = {standard.hash: standard}


def kit_by_hash(digest: str) -> Kit:
    """Raises BadKit for a kit that nobody has made known."""
    try:
        return _known[digest]
    except KeyError:
        raise BadKit(f"no kit with the hash {digest[:12]}") from None
