"""Reading the interchange formats: JSON without doubled keys, and values with a path in every complaint.

Shared by the games' own readers of positions, choices, scenarios and records. Not here: what the keys mean.
"""

import json
from collections.abc import Mapping
from typing import Any

from app.games.kernel.contract import Json


class BadPosition(ValueError):
    """Not of the interchange format; the message starts with the path of what is wrong."""


class Failed(Exception):
    """A scenario that does not come true. `str()` is "path expected/got" as the command line prints it."""


def read_json(text: str) -> Any:
    """The value of a JSON text. Raises BadPosition, also for a key that stands twice and for NaN."""
    try:
        return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BadPosition(f"no JSON: {error}") from None


def _no_key_twice(pairs: list[tuple[str, Any]]) -> Json:
    found: Json = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key[:40]!r} stands twice in one object")
        found[key] = value
    return found


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def whole(raw: Any, path: str, low: int, high: int) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool) or not low <= raw <= high:
        raise BadPosition(f"{path}: a whole number from {low} to {high} is expected")
    return raw


def flag(raw: Any, path: str) -> bool:
    if not isinstance(raw, bool):
        raise BadPosition(f"{path}: true or false is expected")
    return raw


def items(raw: Any, path: str) -> list[Any]:
    if not isinstance(raw, list):
        raise BadPosition(f"{path}: a list is expected")
    return raw


def table(raw: Any, path: str, keys: tuple[str, ...], more: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """An object with all of `keys`, perhaps some of `more`, and no others."""
    if not isinstance(raw, Mapping):
        raise BadPosition(f"{path}: an object is expected")
    for key in keys:
        if key not in raw:
            raise BadPosition(f"{path}.{key}: missing")
    for key in raw:
        if key not in keys and key not in more:
            raise BadPosition(f"{path}: unknown key {str(key)[:40]!r}")
    return raw


def same(path: str, expected: Any, got: Any) -> None:
    """Raises Failed. Values are compared as JSON: in Python True equals 1."""
    wanted, found = json.dumps(expected, sort_keys=True), json.dumps(got, sort_keys=True)
    if wanted != found:
        raise Failed(f"{path} expected {wanted} got {found}")
