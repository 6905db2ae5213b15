"""The table before the start: who sits where, ready or not, with which options and hats. Pure: a table in, a
table out.

Nothing here saves or tells anybody; a table that comes back equal was not changed.
"""

from collections.abc import Sequence
from dataclasses import replace

from app.games.kernel.contract import Game
from app.games.kernel.extensions import usual_bot_level
from app.games.kernel.options import option_of, with_choice
from app.players.model import Player
from app.tables.errors import NotHost, NotSeated, Unfit
from app.tables.model import Acts, SeatRow, Status, Table
from app.tables.names import bot_name, distinct
from app.tables.seats.colours import chosen, fitted

undo_ms = 6_000
"""How long what a host has put on the seats can be undone with one click."""

grace_ms = 2_000
"""What a click may need to come here."""


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
    return replace(table, seats=fitted(game, (*table.seats, human_seat(player, table.seats))))


def leave(table: Table, game: Game, player: str) -> Table:
    """Gives the seat up. The host's role goes to the next person; without one the table closes."""
    in_lobby(table)
    seat = table.seat_of(player)
    if seat is None:
        return table
    return without_seats(table, game, [seat])


def without_seats(table: Table, game: Game, gone: Sequence[SeatRow]) -> Table:
    """The lobby without these seats. A host without a seat hands the role to the next person; without one the table
    closes.
    """
    if not gone:
        return table
    kept = [seat for seat in table.seats if seat not in gone]
    left = replace(table, seats=fitted(game, [replace(seat, index=i) for i, seat in enumerate(kept)]))
    if left.seat_of(left.host) is not None:
        return left
    heir = next((other.player for other in left.seats if other.player is not None), None)
    return replace(left, status=Status.CLOSED) if heir is None else replace(left, host=heir)


def set_ready(table: Table, player: str, ready: bool) -> Table:
    in_lobby(table)
    seat = seat_of(table, player)
    return _with(table, replace(seat, ready=ready))


def set_option(table: Table, game: Game, player: str, key: str, choice: bool | str) -> Table:
    """Host only. `choice`: on or off, or a value of an option that has several. A changed option takes back the ready
    of everybody else. Raises Unfit(no_such_option).
    """
    by_host(table, player)
    in_lobby(table)
    option = option_of(game.options, key)
    if option is None or (choice not in option.values if option.values else not isinstance(choice, bool)):
        raise Unfit("no_such_option", option=key[:40])
    options = with_choice(game.options, table.options, option, choice)
    if options == table.options:
        return table
    return replace(unready_others(table, player), options=options)


def unready_others(table: Table, player: str) -> Table:
    """Whatever is changed about the race to come takes back the ready of everybody else."""
    seats = tuple(replace(seat, ready=seat.ready and (seat.player in (None, player))) for seat in table.seats)
    return replace(table, seats=seats)


def set_hats(table: Table, game: Game, player: str, hats: Sequence[int]) -> Table:
    """Raises Unfit: hats_unfit, hat_taken (name of who wears it)."""
    in_lobby(table)
    seat = seat_of(table, player)
    return replace(table, seats=chosen(game, table.seats, seat.index, hats))


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
    return replace(table, seats=fitted(game, (*table.seats, seat)))


def fill_with_bots(table: Table, game: Game, player: str) -> Table:
    """Host only: a bot on every free seat. Raises NotHost, Unfit(table_full)."""
    level = usual_bot_level(game)
    filled = add_bot(table, game, player, level)
    while len(filled.seats) < game.max_seats:
        filled = add_bot(filled, game, player, level)
    return filled


def undo_bots(table: Table, game: Game, player: str, now: int) -> Table:
    """Host only: the bots of the last addition get up again, as long as it can be undone. Raises NotHost,
    Unfit(undo_over).
    """
    by_host(table, player)
    in_lobby(table)
    note = table.notes[-1] if table.notes else None
    if note is None or note.what not in ("bot", "filled") or now > note.at + undo_ms + grace_ms:
        raise Unfit("undo_over")
    names = note.params.get("names") or [note.params["name"]]
    kept = [seat for seat in table.seats if seat.player is not None or seat.name not in names]
    return replace(table, seats=fitted(game, [replace(seat, index=i) for i, seat in enumerate(kept)]))


def remove_seat(table: Table, game: Game, player: str, index: int) -> Table:
    """Host only; any seat but the host's own. Raises Unfit: no_such_seat, own_seat."""
    by_host(table, player)
    in_lobby(table)
    seat = next((seat for seat in table.seats if seat.index == index), None)
    if seat is None:
        raise Unfit("no_such_seat")
    if seat.player == player:
        raise Unfit("own_seat")
    return _without(table, game, index)


def _has_room(table: Table, game: Game) -> None:
    if len(table.seats) >= game.max_seats:
        raise Unfit("table_full", seats=game.max_seats)


def _with(table: Table, seat: SeatRow) -> Table:
    return replace(table, seats=tuple(seat if s.index == seat.index else s for s in table.seats))


def _without(table: Table, game: Game, index: int) -> Table:
    kept = [seat for seat in table.seats if seat.index != index]
    return replace(table, seats=fitted(game, [replace(seat, index=i) for i, seat in enumerate(kept)]))
