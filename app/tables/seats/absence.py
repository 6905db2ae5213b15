"""A bot sits in for a person, and the person takes the seat back. Pure.

Presence is not membership: being away changes nothing by itself. Only the host's word (after a time of
absence, which others may propose) or the person's own gives a seat to a bot; it stays the person's all along.
"""

from dataclasses import replace

from app.games.kernel.contract import Game
from app.games.kernel.extensions import usual_bot_level
from app.tables.errors import Unfit
from app.tables.lobby.seating import by_host, seat_of
from app.tables.model import Acts, SeatRow, Status, Table
from app.tables.settings import Leavers


def in_play(table: Table) -> None:
    """Raises Unfit: not_started, game_over."""
    if table.status is Status.LOBBY:
        raise Unfit("not_started")
    if table.status is not Status.PLAYING:
        raise Unfit("game_over")


def absent_seat(table: Table, player: str, index: int) -> SeatRow:
    """The seat a host wants to hand over. Raises NotHost; Unfit: not_started, game_over, no_such_seat,
    bot_seat.
    """
    by_host(table, player)
    return _persons_seat(table, index)


def _persons_seat(table: Table, index: int) -> SeatRow:
    in_play(table)
    seat = next((seat for seat in table.seats if seat.index == index), None)
    if seat is None:
        raise Unfit("no_such_seat")
    if seat.player is None or seat.acts is Acts.BOT:
        raise Unfit("bot_seat", name=seat.name)
    return seat


def hand_over(
    table: Table, game: Game, player: str, index: int, *, since: int | None, now: int, least: int
) -> Table:
    """`since`: absent from then on (epoch ms), None = here. `least`: ms it must have lasted. Raises
    Unfit(still_here).
    """
    seat = absent_seat(table, player, index)
    if since is None or now - since < least:
        raise Unfit("still_here", name=seat.name)
    return with_seat(table, replace(seat, acts=Acts.BOT, bot_level=usual_bot_level(game), proposed_by=None))


def propose(table: Table, player: str, index: int, *, since: int | None, now: int, least: int) -> Table:
    """Anyone at the table: a bot should sit in for somebody who has been away for `least` ms; the host
    decides. Raises NotSeated; Unfit: not_started, game_over, no_such_seat, bot_seat, still_here.
    """
    seat_of(table, player)
    seat = _persons_seat(table, index)
    if seat.player == player or since is None or now - since < least:
        raise Unfit("still_here", name=seat.name)
    return with_seat(table, replace(seat, proposed_by=player))


def decline(table: Table, player: str, index: int) -> Table:
    """Host: the seat stays its owner's. Raises NotHost; Unfit as `absent_seat`."""
    return with_seat(table, replace(absent_seat(table, player, index), proposed_by=None))


def leave_game(table: Table, game: Game, player: str) -> Table:
    """Goes from a running game: a bot plays on in the seat. With the host's choice of dropping leavers it
    only plays to the end, and the seat cannot be taken back. The host's role passes on.
    """
    left = agree_to_bot(table, game, player)
    if left.settings.leavers is Leavers.DROP:
        left = with_seat(left, replace(seat_of(left, player), dropped=True))
    return left


def leave_for_good(table: Table, game: Game, player: str, heir: str | None) -> Table:
    """As `leave_game`; `heir`: who is host then, if the leaver was."""
    left = leave_game(table, game, player)
    return replace(left, host=heir or left.host) if table.host == player else left


def agree_to_bot(table: Table, game: Game, player: str) -> Table:
    """The person's own word: a bot sits in at once."""
    in_play(table)
    seat = seat_of(table, player)
    if seat.acts is Acts.BOT:
        return table
    return with_seat(table, replace(seat, acts=Acts.BOT, bot_level=usual_bot_level(game), proposed_by=None))


def take_back(table: Table, player: str) -> Table:
    """The owner acts again. Doing so twice is no fault. Raises Unfit(seat_dropped) for who left for good."""
    in_play(table)
    seat = seat_of(table, player)
    if seat.acts is Acts.HUMAN:
        return table
    if seat.dropped:
        raise Unfit("seat_dropped")
    return with_seat(table, replace(seat, acts=Acts.HUMAN, bot_level=None, missed=0))


def with_seat(table: Table, seat: SeatRow) -> Table:
    """The table with this seat in its place."""
    return replace(table, seats=tuple(seat if s.index == seat.index else s for s in table.seats))
