"""Reading positions and choices of the interchange format. Not here: writing them (`position.py`).

A position need not be one that play could reach, but it can be read in one way only: every tile in one place, seven
dice, what the phase rules out is not there.
"""

from collections.abc import Mapping
from typing import Any

from app.games.kernel.contract import BadSetup, Json
from app.games.kernel.interchange import BadPosition, flag, items, table, whole
from app.games.kernel.stream import Stream
from app.games.yeti.actions import DiceAction, KeepDice, MendTray, SpendTurn, TurnSnow
from app.games.yeti.events import TurnPhase
from app.games.yeti.parts import FACE_OF, FACES, KINDS, MAX_SEATS, MIN_SEATS, PEAK, SNOW, Parts
from app.games.yeti.position import GAME
from app.games.yeti.state import DiceState
from app.games.yeti.turn import check_options, legal_actions

KEYS = (
    "game", "players", "options", "first", "turn", "round", "phase", "points", "levels", "tiles", "display",
    "peaks", "crowned", "held", "yeti", "final", "weather", "roll", "tray", "used", "snow",
)  # fmt: skip
MORE = ("rolls", "winners", "reason")
REASONS = ("points", "equipment", "shared", "rounds")
USES = ("shovel", "thaw", "second_look")
MANY = 100_000


def place(raw: Any, parts: Parts, seed: bytes, path: str = "start") -> DiceState:
    """The state of a position, its decision opened as number 1; `seed` feeds the throws after `rolls`.

    Raises BadPosition with the path of the first thing wrong.
    """
    position = table(raw, path, KEYS, MORE)
    if position["game"] != GAME:
        raise BadPosition(f"{path}.game: {GAME!r} is expected")
    players = whole(position["players"], f"{path}.players", MIN_SEATS, MAX_SEATS)
    s = DiceState(parts, players, _options(position["options"], f"{path}.options"), Stream(seed))
    s.first = whole(position["first"], f"{path}.first", 0, players - 1)
    s.turn = whole(position["turn"], f"{path}.turn", 0, players - 1)
    s.round = whole(position["round"], f"{path}.round", 1, parts.last_round)
    s.phase = _phase(position["phase"], f"{path}.phase")
    s.points = _row(position, "points", path, players, MANY)
    s.levels = _row(position, "levels", path, players, PEAK)
    s.held = _row(position, "held", path, players, parts.dice)
    s.yeti = whole(position["yeti"], f"{path}.yeti", -1, MANY)
    s.final = flag(position["final"], f"{path}.final")
    s.before = s.points[s.turn]
    _place_tiles(s, position, path)
    _place_peaks(s, position, path)
    s.weather = _weather(position["weather"], f"{path}.weather", s)
    _place_dice(s, position, path)
    if not s.final and max(s.points) >= s.yeti:
        raise BadPosition(f"{path}.final: true is expected where a marker stands on or past the yeti")
    _settle(s, position, path)
    return s


def _options(raw: Any, path: str) -> tuple[str, ...]:
    options = items(raw, path)
    if not all(isinstance(option, str) for option in options) or len(set(options)) != len(options):
        raise BadPosition(f"{path}: a list of different options is expected")
    try:
        check_options(tuple(options))
    except BadSetup as error:
        raise BadPosition(f"{path}: {error}") from None
    return tuple(sorted(options))


def _phase(raw: Any, path: str) -> TurnPhase:
    if not isinstance(raw, str) or raw not in set(TurnPhase):
        raise BadPosition(f"{path}: one of {', '.join(TurnPhase)} is expected")
    return TurnPhase(raw)


def _row(position: Mapping[str, Any], key: str, path: str, players: int, most: int) -> list[int]:
    row = items(position[key], f"{path}.{key}")
    if len(row) != players:
        raise BadPosition(f"{path}.{key}: one number for each of the {players} players is expected")
    return [whole(number, f"{path}.{key}[{seat}]", 0, most) for seat, number in enumerate(row)]


def _place_tiles(s: DiceState, position: Mapping[str, Any], path: str) -> None:
    places = {tile.id: number for number, tile in enumerate(s.parts.tiles)}
    rows = items(position["tiles"], f"{path}.tiles")
    if len(rows) != s.players:
        raise BadPosition(f"{path}.tiles: a list for each of the {s.players} players is expected")
    lying = [(f"{path}.tiles[{seat}]", seat, row) for seat, row in enumerate(rows)]
    seen = set()
    for where, owner, row in [*lying, (f"{path}.display", -1, position["display"])]:
        for tile in items(row, where):
            if not isinstance(tile, str) or tile not in places:
                raise BadPosition(f"{where}: unknown tile {str(tile)[:40]!r}")
            if tile in seen:
                raise BadPosition(f"{where}: the tile {tile} lies in two places")
            seen.add(tile)
            s.owner[places[tile]] = owner
    if missing := sorted(set(places) - seen):
        raise BadPosition(f"{path}.display: the tile {missing[0]} is missing")


def _place_peaks(s: DiceState, position: Mapping[str, Any], path: str) -> None:
    peaks = [whole(value, f"{path}.peaks", 0, MANY) for value in items(position["peaks"], f"{path}.peaks")]
    crowned = items(position["crowned"], f"{path}.crowned")
    if len(crowned) != s.players:
        raise BadPosition(f"{path}.crowned: a value or null for each of the {s.players} players is expected")
    s.crowned = [
        None if value is None else whole(value, f"{path}.crowned[{seat}]", 0, MANY)
        for seat, value in enumerate(crowned)
    ]
    given = [value for value in s.crowned if value is not None]
    if sorted(peaks + given) != sorted(s.parts.peaks[: s.players]):
        raise BadPosition(f"{path}.peaks: with `crowned` not the peak tiles of {s.players} players")
    if peaks != sorted(peaks, reverse=True):
        raise BadPosition(f"{path}.peaks: the highest lies on top")
    s.peaks = tuple(peaks)


def _weather(raw: Any, path: str, s: DiceState) -> tuple[tuple[int, bool], ...]:
    stack = items(raw, path)
    found = []
    for number, entry in enumerate(stack):
        pair = items(entry, f"{path}[{number}]")
        if len(pair) != 2 or pair[1] not in ("good", "bad") or not isinstance(pair[1], str):
            raise BadPosition(f'{path}[{number}]: a tile and "good" or "bad" are expected')
        found.append((whole(pair[0], f"{path}[{number}]", 0, MANY), pair[1] == "good"))
    wanted = sorted(s.parts.weather) if s.options else []
    if sorted(tile for tile, _ in found) != wanted:
        raise BadPosition(f"{path}: each weather tile once is expected, none without the option")
    return tuple(found)


def face(raw: Any, path: str) -> int:
    if not isinstance(raw, str) or raw not in FACE_OF:
        raise BadPosition(f"{path}: one of {', '.join(FACES)} is expected")
    return FACE_OF[raw]


def faces(raw: Any, path: str) -> tuple[int, ...]:
    return tuple([face(item, f"{path}[{number}]") for number, item in enumerate(items(raw, path))])


def _place_dice(s: DiceState, position: Mapping[str, Any], path: str) -> None:
    s.roll = faces(position["roll"], f"{path}.roll")
    tray = table(position["tray"], f"{path}.tray", (), FACES)
    s.tray = [whole(tray.get(name, 0), f"{path}.tray.{name}", 0, s.parts.dice) for name in FACES]
    used = items(position["used"], f"{path}.used")
    if not all(isinstance(use, str) and use in USES for use in used) or len(set(used)) != len(used):
        raise BadPosition(f"{path}.used: different ones of {', '.join(USES)} are expected")
    s.used = tuple(used)
    s.snow = whole(position["snow"], f"{path}.snow", 0, s.parts.dice)
    rolls = items(position.get("rolls", []), f"{path}.rolls")
    s.queue = tuple([faces(throw, f"{path}.rolls[{number}]") for number, throw in enumerate(rolls)])
    if not all(0 < len(throw) <= s.parts.dice for throw in s.queue):
        raise BadPosition(f"{path}.rolls: throws of 1 to {s.parts.dice} dice are expected")


def _settle(s: DiceState, position: Mapping[str, Any], path: str) -> None:
    """What the phase asks for and rules out."""
    if s.phase is TurnPhase.OVER:
        _settle_over(s, position, path)
        return
    if "winners" in position or "reason" in position:
        raise BadPosition(f"{path}.winners: only a game that is over has any")
    if len(s.roll) + sum(s.tray) + sum(s.held) != s.parts.dice:
        raise BadPosition(f"{path}.tray: with `roll` and `held` {s.parts.dice} dice are expected")
    if (s.phase is TurnPhase.KEEP) != bool(s.roll):
        raise BadPosition(f"{path}.roll: dice are expected in phase keep, none in any other")
    if s.phase is TurnPhase.KEEP and s.used:
        raise BadPosition(f"{path}.used: nothing has been used before the rolling is over")
    early = s.phase in (TurnPhase.KEEP, TurnPhase.MEND)
    if early and (s.held[s.turn] or s.snow):
        raise BadPosition(f"{path}.held: who rolls holds no dice, and `snow` is 0, before the evaluation")
    if not early:
        _settle_snow(s, path)
    s.decision = 1
    if len(legal_actions(s)) < 2:
        raise BadPosition(f"{path}.phase: a decision with at least two choices is expected (YT-37)")


def _settle_snow(s: DiceState, path: str) -> None:
    """The Snow of the evaluation: what a blizzard took away lies on the overview, one of the rest may be turned."""
    limit = s.parts.snow_limit
    left = min(s.snow, limit)
    turned = s.phase is TurnPhase.SPEND and s.snow >= limit and s.in_force() != "hard_frost"
    fits = s.tray[SNOW] == left or (turned and s.tray[SNOW] == left - 1)
    if not fits or s.held[s.turn] != s.snow - left:
        raise BadPosition(f"{path}.snow: not the Snow of this tray and these held dice")
    if s.phase is TurnPhase.TURN and (s.snow < limit or s.in_force() == "hard_frost"):
        raise BadPosition(f"{path}.phase: no Snow may be turned here")


def _settle_over(s: DiceState, position: Mapping[str, Any], path: str) -> None:
    if s.roll or any(s.tray) or s.used or s.snow or s.queue:
        raise BadPosition(f"{path}.roll: no dice lie there when the game is over")
    winners = items(position.get("winners"), f"{path}.winners")
    found = [whole(seat, f"{path}.winners", 0, s.players - 1) for seat in winners]
    if not found or len(set(found)) != len(found):
        raise BadPosition(f"{path}.winners: different players are expected")
    reason = position.get("reason")
    if not isinstance(reason, str) or reason not in REASONS:
        raise BadPosition(f"{path}.reason: one of {', '.join(REASONS)} is expected")
    s.winners, s.reason = tuple(sorted(found)), reason


def decode_choice(raw: Any, path: str, parts: Parts, players: int) -> tuple[int, DiceAction]:
    """Player and action. Raises BadPosition unless it has the shape of a choice and names what exists."""
    choice = table(raw, path, ("player",), ("keep", "mend", "turn", "spend"))
    player = whole(choice["player"], f"{path}.player", 0, players - 1)
    kinds = [kind for kind in ("keep", "mend", "turn", "spend") if kind in choice]
    if len(kinds) != 1:
        raise BadPosition(f"{path}: exactly one of keep, mend, turn, spend is expected")
    (kind,) = kinds
    value, where = choice[kind], f"{path}.{kind}"
    readers = {"keep": _read_keep, "mend": _read_mend, "turn": _read_turn}
    if kind == "spend":
        return player, _read_spend(value, where, parts)
    return player, readers[kind](value, where)


def _kind(raw: Any, path: str) -> str:
    if not isinstance(raw, str) or raw not in KINDS:
        raise BadPosition(f"{path}: one of {', '.join(KINDS)} is expected")
    return raw


def _read_keep(raw: Any, path: str) -> DiceAction:
    kinds = [_kind(item, f"{path}[{number}]") for number, item in enumerate(items(raw, path))]
    if len(set(kinds)) != len(kinds):
        raise BadPosition(f"{path}: no kind twice")
    return KeepDice(tuple([kind for kind in KINDS if kind in kinds]))


def _read_mend(raw: Any, path: str) -> DiceAction:
    if isinstance(raw, Mapping):
        look = table(raw, path, ("from", "to"))
        old, new = FACES[face(look["from"], f"{path}.from")], FACES[face(look["to"], f"{path}.to")]
        return MendTray("second_look", old, new)
    if raw not in ("shovel", "thaw", "done") or not isinstance(raw, str):
        raise BadPosition(f"{path}: shovel, thaw, done or a second look is expected")
    return MendTray(raw)


def _read_turn(raw: Any, path: str) -> DiceAction:
    return TurnSnow(None if raw is None else _kind(raw, path))


def _read_spend(raw: Any, path: str, parts: Parts) -> DiceAction:
    spent: Json = dict(table(raw, path, ("buy", "climb", "tent")))
    photo = tile = None
    if spent["buy"] is not None:
        buy = table(spent["buy"], f"{path}.buy", (), ("photo", "tile"))
        if len(buy) != 1:
            raise BadPosition(f"{path}.buy: one photo or one tile is expected")
        if "photo" in buy:
            photo = whole(buy["photo"], f"{path}.buy.photo", 1, len(parts.photos))
        else:
            tile = buy["tile"]
            if not isinstance(tile, str) or tile not in parts.tile:
                raise BadPosition(f"{path}.buy.tile: unknown tile {str(tile)[:40]!r}")
    climb = whole(spent["climb"], f"{path}.climb", 0, PEAK)
    return SpendTurn(photo, tile, climb, flag(spent["tent"], f"{path}.tent"))
