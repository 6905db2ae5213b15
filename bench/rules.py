"""How fast the rules are: random four-player games, choosing included, views not; then one view and one copy.

CPU seconds of this process, the best and the median of several slices: other work on the machine only ever slows
a slice down. Every slice plays new seeds, so no mountain is met twice.
"""

import sys
import time
from collections.abc import Callable
from hashlib import sha256
from statistics import median

from app.games.avalanche.bots import snowplough
from app.games.avalanche.deck import standard
from app.games.avalanche.game import Avalanche
from app.games.avalanche.heats import new_game
from app.games.avalanche.legal import legal_actions
from app.games.avalanche.rounds import take
from app.games.avalanche.simulation import simulate
from app.games.avalanche.state import RaceState
from app.games.avalanche.variant import variant_of
from app.games.kernel.stream import Draws

SLICES, GAMES, PLAYERS = 9, 300, 4


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


def seed(number: int) -> bytes:
    return sha256(f"bench {number}".encode()).digest()


def in_place(number: int) -> float:
    """Choices a CPU second as simulations play: one state a game, no events, every choice checked."""
    start = time.process_time()
    tally = simulate(PLAYERS, GAMES, (), seed(number))
    return tally.choices / (time.process_time() - start)


def through_apply(number: int) -> float:
    """The same through the contract: a copy and the events with every choice."""
    game = Avalanche()
    draws = Draws(seed(number))
    choices = 0
    start = time.process_time()
    for play in range(GAMES):
        state = game.start((), PLAYERS, seed(number * GAMES + play)).state
        while state.awaited:
            seat = state.awaited[0]
            state = game.apply(state, seat, snowplough(game.legal_actions(state, seat), draws)).state
            choices += 1
    return choices / (time.process_time() - start)


def midgame() -> RaceState:
    """A state of a third round, with a selection already in."""
    s = new_game(standard, variant_of(PLAYERS, ()), seed(0), None)
    draws = Draws(seed(1))
    while s.round < 3 or not any(s.selections):
        take(s, s.awaited[0], snowplough(legal_actions(s, s.awaited[0]), draws), None)
    return s


def microseconds(call: Callable[[], object], times: int = 4000) -> float:
    start = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - start) / times * 1e6


def report(name: str, slices: list[float], unit: str, *, best: Callable[[list[float]], float]) -> None:
    say(f"{name:<34}{best(slices):>10,.1f} best {median(slices):>10,.1f} median  {unit}")


def main() -> None:
    in_place(10_000)  # warm
    say(f"random {PLAYERS}-player games, {SLICES} slices of {GAMES}")
    report("choices, in place", [in_place(n) for n in range(SLICES)], "a CPU second", best=max)
    report("choices, through apply", [through_apply(n) for n in range(SLICES)], "a CPU second", best=max)
    game, s = Avalanche(), midgame()
    stored = game.encode_state(s)
    for name, call in (
        ("copy of a state", s.clone),
        ("public view", lambda: game.view(s, None)),
        ("private view", lambda: game.view(s, 0)),
        ("legal actions of a seat", lambda: game.legal_actions(s, s.awaited[0])),
        ("state to plain dict", lambda: game.encode_state(s)),
        ("state from plain dict", lambda: game.decode_state(stored)),
    ):
        report(name, [microseconds(call) for _ in range(5)], "microseconds", best=min)
