"""Hats: how seats are told apart by colour and shape. Five of them, numbered 0..4; with two players each
seat wears two.
"""

from collections.abc import Sequence
from dataclasses import replace

from app.tables.errors import Unfit
from app.tables.model import SeatRow

all_hats = (0, 1, 2, 3, 4)


def hats_a_seat(seats: int) -> int:
    """With two players each has two skiers, so each seat needs two hats."""
    return 2 if seats == 2 else 1


def fitted(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """The same seats with the right number of distinct hats; first choices stay, free ones fill up."""
    wanted = hats_a_seat(len(seats))
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


def chosen(seats: Sequence[SeatRow], index: int, hats: Sequence[int]) -> tuple[SeatRow, ...]:
    """Seat `index` wears `hats` (as many as a seat needs now). Raises Unfit: hats_unfit, hat_taken."""
    wanted = hats_a_seat(len(seats))
    if len(hats) != wanted or len(set(hats)) != wanted or any(hat not in all_hats for hat in hats):
        raise Unfit("hats_unfit", wanted=wanted)
    for seat in seats:
        if seat.index != index and set(seat.hats) & set(hats):
            raise Unfit("hat_taken", name=seat.name)
    return tuple(replace(seat, hats=tuple(hats)) if seat.index == index else seat for seat in seats)


def _free(taken: set[int]) -> int:
    return next(hat for hat in all_hats if hat not in taken)
