"""Legal actions as a list: bounded, whatever a game yields."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from app.games.kernel.contract import Game, Seat

most_listed = 5_000
"""So many actions of a seat are looked at, by bots and by readers of the API."""


def legal_list(game: Game, state: Any, seat: Seat, most: int = most_listed) -> Sequence[Any]:
    """The first `most` legal actions of the seat."""
    found = game.legal_actions(state, seat)
    return found if isinstance(found, list) and len(found) <= most else list(islice(found, most))


def has_choice(game: Game, state: Any, seat: Seat) -> bool:
    """Whether there is anything that this seat may do now."""
    return bool(legal_list(game, state, seat, 1))
