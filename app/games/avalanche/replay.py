"""A finished game laid open round by round: the positions a replay begins from, made from seed and actions, and
a stored one as a view.

Positions are those of the interchange format, so they can be read for as long as that is, whatever becomes of
states and rules.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.avalanche.actions import Action
from app.games.avalanche.deck import Deck
from app.games.avalanche.events import Phase
from app.games.avalanche.heats import new_game
from app.games.avalanche.legal import check
from app.games.avalanche.placement import place
from app.games.avalanche.position import position_of
from app.games.avalanche.rounds import take
from app.games.avalanche.state import RaceState
from app.games.avalanche.variant import variant_of
from app.games.avalanche.view import laid_open
from app.games.avalanche.views import OpenView
from app.games.kernel.contract import Json


def positions_of(
    options: Sequence[str], players: int, seed: bytes, actions: Sequence[tuple[int, Action]], deck: Deck
) -> tuple[list[tuple[int, Json]], RaceState]:
    """The position before every round's selections, each with the number of actions before it, and the last
    state. A mulligan comes before the first round.

    Raises IllegalAction where an action does not fit, ValueError if the game is not over after them: hands of
    a running game are never laid open.
    """
    s = new_game(deck, variant_of(players, options), seed, None)
    found: list[tuple[int, Json]] = []
    latest = (0, 0)
    for taken, (seat, action) in enumerate(actions):
        if s.phase is Phase.SELECT and (s.heat, s.round) != latest:
            latest = (s.heat, s.round)
            found.append((taken, position_of(s)))
        check(s, seat, action)
        take(s, seat, action, None)
    if s.phase is not Phase.OVER:
        raise ValueError("a game is laid open only when it is over")
    return found, s


def open_view_of(position: Mapping[str, Any], deck: Deck) -> OpenView:
    """A stored position as a view; its decision counts as number 1. Raises BadPosition."""
    return laid_open(place(position, deck, bytes(32)))
