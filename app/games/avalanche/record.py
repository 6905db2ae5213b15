"""The record of a finished game: enough to play it again, move for move, on any machine.

`{"format", "game", "rules_version", "deck_hash", "players", "options", "seed", "start", "choices",
"outcome"}`: seed in hex, `start` the first position, choices of the interchange format with the number of
their decision.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from app.games.avalanche.actions import Action
from app.games.avalanche.choices import decode_choice, encode_choice
from app.games.avalanche.deck import BadDeck, Deck, deck_by_hash, standard
from app.games.avalanche.heats import new_game
from app.games.avalanche.legal import check
from app.games.avalanche.position import GAME, position_of
from app.games.avalanche.rounds import take
from app.games.avalanche.state import RaceState
from app.games.avalanche.variant import variant_of
from app.games.kernel.contract import GameError, Json
from app.games.kernel.interchange import BadPosition, items, table, whole
from app.games.kernel.stream import SEED_BYTES

FORMAT = "avalanche-record/1"
RULES_VERSION = 1
KEYS = (
    "format", "game", "rules_version", "deck_hash", "players", "options", "seed", "start", "choices",
    "outcome",
)  # fmt: skip


def record_of(
    options: Sequence[str],
    players: int,
    seed: bytes,
    actions: Sequence[tuple[int, Action]],
    deck: Deck = standard,
) -> Json:
    """`actions`: seat and action, in the order they were taken. Raises IllegalAction if one was not legal."""
    s = new_game(deck, variant_of(players, options), seed, None)
    start = position_of(s)
    choices: list[Json] = []
    for seat, action in actions:
        check(s, seat, action)
        choices.append({"decision": s.decision, **encode_choice(seat, action)})
        take(s, seat, action, None)
    return {
        "format": FORMAT,
        "game": GAME,
        "rules_version": RULES_VERSION,
        "deck_hash": deck.hash,
        "players": players,
        "options": list(s.variant.options),
        "seed": seed.hex(),
        "start": start,
        "choices": choices,
        "outcome": _outcome(s),
    }


def _outcome(s: RaceState) -> Json | None:
    return None if s.winners is None else {"winners": list(s.winners), "reason": s.reason}


def states_of(raw: Any) -> Iterator[tuple[RaceState, int | None, Action | None]]:
    """Plays a record again: the first state, then each with the seat and action that led to it.

    The state is the same object changed from step to step: take from it what is needed at once, or clone it.
    Raises BadPosition if the record is not one, or does not lead where it says.
    """
    record = table(raw, "record", KEYS)
    if record["format"] != FORMAT or record["game"] != GAME:
        raise BadPosition(f"record.format: {FORMAT} of {GAME} is expected")
    if record["rules_version"] != RULES_VERSION:
        raise BadPosition(f"record.rules_version: {RULES_VERSION} is played here")
    players = whole(record["players"], "record.players", 1, 5)
    try:
        deck = deck_by_hash(record["deck_hash"])
        seed = bytes.fromhex(record["seed"])
        variant = variant_of(players, record["options"])
    except (BadDeck, GameError, ValueError, TypeError) as error:
        raise BadPosition(f"record: {error}") from None
    if len(seed) != SEED_BYTES:
        raise BadPosition(f"record.seed: {SEED_BYTES} bytes in hex are expected")
    s = new_game(deck, variant, seed, None)
    if position_of(s) != record["start"]:
        raise BadPosition("record.start: not the position this seed gives")
    yield s, None, None
    for place, entry in enumerate(items(record["choices"], "record.choices")):
        path = f"record.choices[{place}]"
        decision = whole(
            entry.get("decision") if isinstance(entry, dict) else None, f"{path}.decision", 1, 10**9
        )
        seat, action = decode_choice(
            {key: value for key, value in entry.items() if key != "decision"}, path, deck, variant
        )
        if decision != s.decision:
            raise BadPosition(f"{path}.decision: the game stands at {s.decision}")
        try:
            check(s, seat, action)
        except GameError as error:
            raise BadPosition(f"{path}: {error}") from None
        take(s, seat, action, None)
        yield s, seat, action
    if _outcome(s) != record["outcome"]:
        raise BadPosition(f"record.outcome: the game ends with {_outcome(s)}")


def replay(raw: Any) -> RaceState:
    """The last state of a record. Raises BadPosition."""
    for s, _seat, _action in states_of(raw):
        last = s
    return last
