"""The record of a finished game, and the game laid open turn by turn: enough to play it again on any machine."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.games.kernel.contract import GameError, Json
from app.games.kernel.interchange import BadPosition, items, table, whole
from app.games.kernel.stream import SEED_BYTES
from app.games.yeti.actions import DiceAction
from app.games.yeti.events import TurnPhase
from app.games.yeti.parts import MAX_SEATS, MIN_SEATS, BadParts, Parts, parts_by_hash
from app.games.yeti.placement import decode_choice, place
from app.games.yeti.position import GAME, encode_choice, position_of
from app.games.yeti.state import DiceState
from app.games.yeti.turn import check, new_game, take
from app.games.yeti.view import public_view
from app.games.yeti.views import DiceView

FORMAT = "yeti-record/1"
RULES_VERSION = 1
KEYS = (
    "format", "game", "rules_version", "deck_hash", "players", "options", "seed", "start", "choices", "outcome",
)  # fmt: skip


def record_of(
    options: Sequence[str], players: int, seed: bytes, actions: Sequence[tuple[int, DiceAction]], parts: Parts
) -> Json:
    """`actions`: seat and action, in the order they were taken. Raises IllegalAction if one was not legal."""
    s = new_game(parts, players, tuple(options), seed, None)
    start = position_of(s)
    choices: list[Json] = []
    for seat, action in actions:
        check(s, seat, action)
        choices.append({"decision": s.decision, **encode_choice(seat, action)})
        take(s, action, None)
    return {
        "format": FORMAT,
        "game": GAME,
        "rules_version": RULES_VERSION,
        "deck_hash": parts.hash,
        "players": players,
        "options": list(s.options),
        "seed": seed.hex(),
        "start": start,
        "choices": choices,
        "outcome": _outcome(s),
    }


def _outcome(s: DiceState) -> Json | None:
    return None if s.winners is None else {"winners": list(s.winners), "reason": s.reason}


def states_of(raw: Any) -> Iterator[DiceState]:
    """Plays a record again: the first state, then the one each choice led to, always the same object.

    Raises BadPosition if the record is not one, or does not lead where it says.
    """
    record = table(raw, "record", KEYS)
    if record["format"] != FORMAT or record["game"] != GAME:
        raise BadPosition(f"record.format: {FORMAT} of {GAME} is expected")
    if record["rules_version"] != RULES_VERSION:
        raise BadPosition(f"record.rules_version: {RULES_VERSION} is played here")
    players = whole(record["players"], "record.players", MIN_SEATS, MAX_SEATS)
    try:
        parts = parts_by_hash(record["deck_hash"])
        seed = bytes.fromhex(record["seed"])
        if len(seed) != SEED_BYTES:
            raise BadPosition(f"record.seed: {SEED_BYTES} bytes in hex are expected")
        s = new_game(parts, players, tuple(record["options"]), seed, None)
    except (BadParts, GameError, ValueError, TypeError) as error:
        raise BadPosition(f"record: {error}") from None
    if position_of(s) != record["start"]:
        raise BadPosition("record.start: not the position this seed gives")
    yield s
    for number, entry in enumerate(items(record["choices"], "record.choices")):
        path = f"record.choices[{number}]"
        if not isinstance(entry, Mapping):
            raise BadPosition(f"{path}: an object is expected")
        decision = whole(entry.get("decision"), f"{path}.decision", 1, 10**9)
        choice = {key: value for key, value in entry.items() if key != "decision"}
        seat, action = decode_choice(choice, path, parts, players)
        if decision != s.decision:
            raise BadPosition(f"{path}.decision: the game stands at {s.decision}")
        try:
            check(s, seat, action)
        except GameError as error:
            raise BadPosition(f"{path}: {error}") from None
        take(s, action, None)
        yield s
    if _outcome(s) != record["outcome"]:
        raise BadPosition(f"record.outcome: the game ends with {_outcome(s)}")


def replay(raw: Any) -> DiceState:
    """The last state of a record. Raises BadPosition."""
    for s in states_of(raw):
        last = s
    return last


def positions_of(
    options: Sequence[str], players: int, seed: bytes, actions: Sequence[tuple[int, DiceAction]], parts: Parts
) -> tuple[list[tuple[int, Json]], DiceState]:
    """The position at the first decision of every turn, each with the number of actions before it, and the last state.

    Raises IllegalAction where an action does not fit, ValueError if the game is not over after them.
    """
    s = new_game(parts, players, tuple(options), seed, None)
    found: list[tuple[int, Json]] = []
    latest = (0, -1)
    for taken, (seat, action) in enumerate(actions):
        if (s.round, s.turn) != latest:
            latest = (s.round, s.turn)
            found.append((taken, position_of(s)))
        check(s, seat, action)
        take(s, action, None)
    if s.phase is not TurnPhase.OVER:
        raise ValueError("a game is laid open only when it is over")
    return found, s


def opened(position: Mapping[str, Any], parts: Parts) -> DiceView:
    """A stored position as a view; its decision counts as number 1. Raises BadPosition."""
    return public_view(place(position, parts, bytes(SEED_BYTES)))
