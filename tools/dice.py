"""Chance that follows from words, for tests: the same words deal the same race, and bots choose the same in it."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from app.games.kernel.contract import Game
from app.tables.model import Snapshot
from app.tables.play import due_worker

usual = due_worker.choice


def secret_of(words: str) -> bytes:
    """A table's secret, in place of one drawn at random."""
    return sha256(f"seeded {words}".encode()).digest()


def dice_of(snapshot: Snapshot, decision: int, seat: int) -> Callable[[int], int]:
    """Draws that are the same whenever this seat decides this in a race dealt alike, whichever bot is first."""
    count = 0

    def draw(sides: int) -> int:
        nonlocal count
        count += 1
        said = f"{snapshot.table.commitment} {decision} {seat} {count}"
        return int.from_bytes(sha256(said.encode()).digest()[:6]) % sides

    return draw


def choice(game: Game, snapshot: Snapshot, seat: int) -> Any | None:
    """What a bot chooses, in place of the worker's own `choice`."""
    return usual(game, snapshot, seat, dice_of(snapshot, game.decision(snapshot.state), seat))


def first(choices: Sequence[Any]) -> Any:
    return choices[0]
