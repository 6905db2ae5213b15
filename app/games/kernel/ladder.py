"""Levels of bots against each other: one of a level among others of another, its seat changing from game to game."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt
from typing import Any

from app.games.kernel.contract import Game
from app.games.kernel.listing import legal_list
from app.games.kernel.stream import Draws

sure = 1.96
"""Standard deviations on each side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One `level` among others of level `against`. `won`: games it won (a shared win counts in part); `decided`: games
    that anybody won.
    """

    level: str
    against: str
    seats: int
    options: tuple[str, ...]
    games: int
    decided: int
    won: float

    @property
    def share(self) -> float:
        """Of the games that somebody won."""
        return self.won / self.decided if self.decided else 0.0

    @property
    def interval(self) -> float:
        """Half of the 95 % interval around `share`."""
        return sure * sqrt(self.share * (1 - self.share) / self.decided) if self.decided else 0.0

    @property
    def nobody(self) -> float:
        """Share of the games that nobody won."""
        return 1 - self.decided / self.games


def play(game: Game, levels: Sequence[str], options: tuple[str, ...], seed: bytes) -> tuple[int, ...]:
    """The winners of one game of bots, whose dice are their own. Raises BadSetup."""
    state: Any = game.start(options, len(levels), sha256(seed + b"game").digest()).state
    draw = Draws(sha256(seed + b"choices").digest())
    while (outcome := game.outcome(state)) is None:
        seat = game.waiting_on(state)[0]
        legal = legal_list(game, state, seat)
        action = game.choose(levels[seat], game.view(state, seat), legal, draw)
        state = game.apply(state, seat, action).state
    return tuple(outcome.winners)


def rung(
    game: Game,
    level: str,
    against: str,
    *,
    seats: int,
    games: int,
    options: tuple[str, ...] = (),
    seed: bytes,
) -> Rung:
    """`games` games; the level sits on seat 0, 1, 2 ... in turn. Raises BadSetup."""
    decided, won = 0, 0.0
    for number in range(games):
        own = number % seats
        levels = [level if seat == own else against for seat in range(seats)]
        winners = play(game, levels, options, seed + f"{level} {against} {seats} {options} {number}".encode())
        decided += bool(winners)
        won += (own in winners) / len(winners) if winners else 0.0
    return Rung(level, against, seats, options, games, decided, won)
