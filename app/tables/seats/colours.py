"""Hats: how seats are told apart by colour and shape. Five of them, numbered 0..4; a seat wears one for each figure
it leads in the game.
"""

from collections.abc import Sequence
from dataclasses import replace

from app.games.kernel.contract import Game
from app.tables.errors import Unfit
from app.tables.model import SeatRow

all_hats = (0, 1, 2, 3, 4)


def fitted(game: Game, seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """The same seats with the right number of distinct hats; first choices stay, free ones fill up."""
    wanted = game.figures(len(seats))
    firsts = [seat.hats[0] if seat.hats else None for seat in seats]
    taken: set[int] = {hat for hat in firsts if hat is not None}
    worn: list[list[int]] = []
    for first in firsts:
        hat = first if first is not None else _free(taken)
        taken.add(hat)
        worn.append([hat])
    for hats, seat in zip(worn, seats, strict=True):
        while len(hats) < wanted:
            again = next((hat for hat in seat.hats if hat not in taken), None)
            hats.append(again if again is not None else _free(taken))
            taken.add(hats[-1])
    return tuple(replace(seat, hats=tuple(hats)) for seat, hats in zip(seats, worn, strict=True))


def chosen(game: Game, seats: Sequence[SeatRow], index: int, hats: Sequence[int]) -> tuple[SeatRow, ...]:
    """Seat `index` wears `hats` (as many as a seat needs now). Raises Unfit: hats_unfit, hat_taken."""
    wanted = game.figures(len(seats))
    if len(hats) != wanted or len(set(hats)) != wanted or any(hat not in all_hats for hat in hats):
        raise Unfit("hats_unfit", wanted=wanted)
    for seat in seats:
        if seat.index != index and set(seat.hats) & set(hats):
            raise Unfit("hat_taken", name=seat.name)
    return tuple(replace(seat, hats=tuple(hats)) if seat.index == index else seat for seat in seats)


def _free(taken: set[int]) -> int:
    return next(hat for hat in all_hats if hat not in taken)
