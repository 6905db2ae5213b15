"""The parts of the game as numbers, read from data.json. Not here: what a player does with them.

Inside the engine a face is a number 0..4 in the order of `FACES`; the first four are the kinds (YT-02).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any

FACES = ("footprint", "sherpa", "tent", "coin", "snow")
FOOTPRINT, SHERPA, TENT, COIN, SNOW = range(5)
KINDS = FACES[:4]
FACE_OF = {name: number for number, name in enumerate(FACES)}

PEAK = 3
"""The highest level; 0 is the base camp."""
MIN_SEATS, MAX_SEATS = 2, 5

EFFECTS = {"coin", "sherpa_or_tent", "second_type", "reroll_snow", "footprint", "sherpa", "tent"}


class BadParts(ValueError):
    """A data file that is none, or that the engine cannot express."""


@dataclass(frozen=True, slots=True)
class Tile:
    """`once`: back on the display when it has been used (YT-17)."""

    id: str
    cost: int
    value: int
    once: bool
    effect: str


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """`die`: its sides. `blizzard`: the yeti's steps by number of players. `multiple`: points a footprint by level.
    `photos`: points by coins, from one coin on. `peaks`: highest first. `weather`: (good, bad) by tile number.
    """

    die: tuple[int, ...]
    dice: int
    given: Mapping[int, int]
    yeti_start: int
    last_round: int
    blizzard: Mapping[int, int]
    snow_limit: int
    climb: tuple[tuple[int, int], ...]
    multiple: tuple[int, ...]
    peaks: tuple[int, ...]
    photos: tuple[int, ...]
    tiles: tuple[Tile, ...]
    tile: Mapping[str, Tile]
    weather: Mapping[int, tuple[str, str]]
    numbers: str
    hash: str

    def levels(self, sherpas: int) -> int:
        """How many levels so many Sherpas climb (YT-21)."""
        return max((levels for fewest, levels in self.climb if sherpas >= fewest), default=0)

    def photo(self, coins: int) -> int:
        """The points of the best row that so many coins pay (YT-13)."""
        return self.photos[min(coins, len(self.photos)) - 1] if coins > 0 and self.photos else 0


def parts_of(text: str) -> Parts:
    """Raises BadParts."""
    try:
        raw = json.loads(text)
        return _read(raw)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadParts(f"no data file of this game: {error!r}") from None


def _read(raw: Mapping[str, Any]) -> Parts:
    tiles = tuple(
        Tile(entry["id"], int(entry["cost"]), int(entry["value"]), bool(entry["once"]), entry["effect"])
        for entry in raw["tiles"]
    )
    if len({tile.id for tile in tiles}) != len(tiles) or {tile.effect for tile in tiles} - EFFECTS:
        raise BadParts("tiles: different ids and known effects are expected")
    numbers = json.dumps(_numbers(raw), sort_keys=True, separators=(",", ":"))
    return Parts(
        die=tuple(FACE_OF[side] for side in raw["die"]),
        dice=int(raw["dice"]),
        given={int(seats): int(dice) for seats, dice in raw["opening_dice_given"].items()},
        yeti_start=int(raw["yeti_start"]),
        last_round=int(raw["last_round"]),
        blizzard={int(seats): int(steps) for seats, steps in raw["blizzard_steps"].items()},
        snow_limit=int(raw["snow_limit"]),
        climb=tuple((int(step["sherpas"]), int(step["levels"])) for step in raw["climb"]),
        multiple=tuple(int(points) for points in raw["points_per_footprint"]),
        peaks=tuple(int(peak) for peak in raw["peaks"]),
        photos=tuple(int(points) for points in raw["photos"]),
        tiles=tiles,
        tile={tile.id: tile for tile in tiles},
        weather={int(tile["tile"]): (tile["good"], tile["bad"]) for tile in raw["weather"]},
        numbers=numbers,
        hash=sha256(numbers.encode()).hexdigest(),
    )


def _numbers(raw: Any) -> Any:
    """Everything but names and notes: what the hash is taken of."""
    if isinstance(raw, Mapping):
        return {key: _numbers(value) for key, value in raw.items() if key not in ("name", "note")}
    if isinstance(raw, list):
        return [_numbers(value) for value in raw]
    return raw


standard = parts_of((files("app.games.yeti") / "data.json").read_text(encoding="utf-8"))

_known = {standard.hash: standard}


def know(parts: Parts) -> Parts:
    """Makes other parts findable by their hash, for tables that were played with them."""
    return _known.setdefault(parts.hash, parts)


def parts_by_hash(digest: str) -> Parts:
    """Raises BadParts for parts that nobody has made known."""
    if digest not in _known:
        raise BadParts(f"no parts with the hash {digest[:12]}")
    return _known[digest]
