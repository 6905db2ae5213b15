"""Games of the dice race to test with: positions by hand and random legal play."""

import copy
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from app.games.kernel.stream import Draws
from app.games.yeti.game import YetiGame
from app.games.yeti.state import DiceState

game = YetiGame()
OPTIONS = ((), ("weather",), ("weather_good",), ("weather_bad",))

POSITION: dict[str, Any] = {
    "game": "yeti", "players": 2, "options": [], "first": 0, "turn": 0, "round": 3, "phase": "keep",
    "points": [10, 12], "levels": [1, 0], "tiles": [[], []],
    "display": ["penny", "rope", "pack", "shovel", "lens", "yak", "canvas"],
    "peaks": [8, 6], "crowned": [None, None], "held": [0, 0], "yeti": 50, "final": False, "weather": [],
    "roll": ["footprint", "footprint", "sherpa", "tent", "coin", "coin", "snow"],
    "tray": {"footprint": 0, "sherpa": 0, "tent": 0, "coin": 0, "snow": 0}, "used": [], "snow": 0, "rolls": [],
}  # fmt: skip


def position(**changes: Any) -> dict[str, Any]:
    return copy.deepcopy(POSITION) | changes


def seed_of(*name: object) -> bytes:
    return sha256(repr(name).encode()).digest()


def steps(players: int, options: tuple[str, ...], number: int) -> Iterator[tuple[DiceState, tuple[Any, ...]]]:
    """Each state of a random game with the events that led to it."""
    seed = seed_of(players, options, number)
    draws = Draws(seed_of(seed))
    step = game.start(options, players, seed)
    yield step.state, step.events
    while game.waiting_on(step.state):
        legal = game.legal_actions(step.state, step.state.turn)
        step = game.apply(step.state, step.state.turn, legal[draws(len(legal))])
        yield step.state, step.events
