"""The table before the start: who sits where, ready or not, with which options and hats. Pure: a table in, a
table out.

Nothing here saves or tells anybody; a table that comes back equal was not changed.
"""

from collections.abc import Sequence
from dataclasses import replace

from app.games.kernel.contract import Game
from app.players.model import Player
from app.tables.errors import NotHost, NotSeated, Unfit
from app.tables.hats import chosen, fitted
from app.tables.model import Acts, SeatRow, Status, Table
from app.tables.names import bot_name, distinct


def in_lobby(table: Table) -> None:
    """Raises Unfit(already_started) once the game has begun."""
    if table.status is not Status.LOBBY:
        raise Unfit("already_started")


def by_host(table: Table, player: str) -> None:
    if table.host != player:
        raise NotHost


def seat_of(table: Table, player: str) -> SeatRow:
    seat = table.seat_of(player)
    if seat is None:
        raise NotSeated
    return seat


def human_seat(player: Player, others: Sequence[SeatRow]) -> SeatRow:
    name = distinct(player.name, [seat.name for seat in others])
    return SeatRow(len(others), player.id, name, Acts.HUMAN, None, (), ready=False)


def join(table: Table, game: Game, player: Player) -> Table:
    """Takes the next seat; who has one keeps it. Raises Unfit: already_started, table_full."""
    if table.seat_of(player.id) is not None:
        return table
    in_lobby(table)
    _has_room(table, game)
    return replace(table, seats=fitted((*table.seats, human_seat(player, table.seats))))


def leave(table: Table, player: str) -> Table:
    """Gives the seat up. The host's role goes to the next person; without one the table closes."""
    in_lobby(table)
    seat = table.seat_of(player)
    if seat is None:
        return table
    left = _without(table, seat.index)
    if table.host != player:
        return left
    heir = next((other.player for other in left.seats if other.player is not None), None)
    if heir is None:
        return replace(left, status=Status.CLOSED)
    return replace(left, host=heir)


def set_ready(table: Table, player: str, ready: bool) -> Table:
    in_lobby(table)
    seat = seat_of(table, player)
    return _with(table, replace(seat, ready=ready))


def set_option(table: Table, game: Game, player: str, key: str, on: bool) -> Table:
    """Host only. A changed option takes back the ready of everybody else. Raises Unfit(no_such_option)."""
    by_host(table, player)
    in_lobby(table)
    if all(option.key != key for option in game.options):
        raise Unfit("no_such_option", option=key[:40])
    wanted = (set(table.options) | {key}) if on else (set(table.options) - {key})
    options = tuple(option.key for option in game.options if option.key in wanted)
    if options == table.options:
        return table
    return replace(unready_others(table, player), options=options)


def unready_others(table: Table, player: str) -> Table:
    """Whatever is changed about the race to come takes back the ready of everybody else."""
    seats = tuple(replace(seat, ready=seat.ready and (seat.player in (None, player))) for seat in table.seats)
    return replace(table, seats=seats)


def set_hats(table: Table, player: str, hats: Sequence[int]) -> Table:
    """Raises Unfit: hats_unfit, hat_taken (name of who wears it)."""
    in_lobby(table)
    seat = seat_of(table, player)
    return replace(table, seats=chosen(table.seats, seat.index, hats))


def add_bot(table: Table, game: Game, player: str, level: str | None) -> Table:
    """Host only. `level` None = the game's first. Raises Unfit: table_full, no_such_level."""
    by_host(table, player)
    in_lobby(table)
    _has_room(table, game)
    level = game.bot_levels[0] if level is None else level
    if level not in game.bot_levels:
        raise Unfit("no_such_level")
    name = bot_name([seat.name for seat in table.seats])
    seat = SeatRow(len(table.seats), None, name, Acts.BOT, level, (), ready=True)
    return replace(table, seats=fitted((*table.seats, seat)))


def remove_seat(table: Table, player: str, index: int) -> Table:
    """Host only; any seat but the host's own. Raises Unfit: no_such_seat, own_seat."""
    by_host(table, player)
    in_lobby(table)
    seat = next((seat for seat in table.seats if seat.index == index), None)
    if seat is None:
        raise Unfit("no_such_seat")
    if seat.player == player:
        raise Unfit("own_seat")
    return _without(table, index)


def _has_room(table: Table, game: Game) -> None:
    if len(table.seats) >= game.max_seats:
        raise Unfit("table_full", seats=game.max_seats)


def _with(table: Table, seat: SeatRow) -> Table:
    return replace(table, seats=tuple(seat if s.index == seat.index else s for s in table.seats))


def _without(table: Table, index: int) -> Table:
    kept = [seat for seat in table.seats if seat.index != index]
    return replace(table, seats=fitted([replace(seat, index=i) for i, seat in enumerate(kept)]))
