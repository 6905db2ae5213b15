"""What only a host may settle about a table, and how the role passes on. Pure: a table in, a table out.

There is never more than one host: the role is one field of the table, and it changes under the table's lock.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from app.games.kernel.contract import Game
from app.tables.errors import Unfit
from app.tables.lobby.seating import by_host, in_lobby, unready_others
from app.tables.model import Acts, SeatRow, Status, Table
from app.tables.seats.absence import with_seat
from app.tables.seats.colours import fitted
from app.tables.settings import setting_rules


def seat_at(table: Table, index: int) -> SeatRow:
    """Raises Unfit(no_such_seat)."""
    seat = next((seat for seat in table.seats if seat.index == index), None)
    if seat is None:
        raise Unfit("no_such_seat")
    return seat


def give_role(table: Table, player: str, index: int) -> Table:
    """Host: another person at the table is host from now on. Raises NotHost, Unfit: no_such_seat, bot_seat."""
    by_host(table, player)
    seat = seat_at(table, index)
    if seat.player is None:
        raise Unfit("bot_seat", name=seat.name)
    return replace(table, host=seat.player)


def heir_of(table: Table, present: Collection[str] | None = None) -> str | None:
    """Who is host next: the first person in seat order after the host. `present`: only of these; without,
    only of those who act for themselves.
    """
    own = table.seat_of(table.host)
    start = own.index + 1 if own else 0
    order = sorted(table.seats, key=lambda seat: (seat.index < start, seat.index))
    for seat in order:
        if seat.player is None or seat.player == table.host or seat.dropped or seat.held_until:
            continue
        if seat.player in present if present is not None else seat.acts is Acts.HUMAN:
            return seat.player
    return None


def pass_on(table: Table, gone: str, present: Collection[str]) -> Table:
    """The role of a host who is away goes to somebody who is here; nothing if it has gone on already."""
    if table.host != gone or table.status not in (Status.LOBBY, Status.PLAYING):
        return table
    heir = heir_of(table, present)
    return table if heir is None else replace(table, host=heir)


def set_setting(table: Table, player: str, key: str, value: Any) -> Table:
    """Host: one of the table's settings, in the lobby, or at any time where its rule says so. Raises NotHost, Unfit:
    already_started, no_such_option, no_such_clock.
    """
    by_host(table, player)
    rule = setting_rules[key]
    if not rule.anytime:
        in_lobby(table)
    settings = table.settings.changed(key, value)
    if settings == table.settings:
        return table
    return replace(unready_others(table, player) if rule.asks_again else table, settings=settings)


def move_seat(table: Table, game: Game, player: str, index: int, to: int) -> Table:
    """Host, in the lobby: the seat is put at place `to`, the others move up; hats stay with their wearers.
    Raises Unfit(no_such_seat).
    """
    by_host(table, player)
    in_lobby(table)
    seat = seat_at(table, index)
    seat_at(table, to)
    order = [s for s in table.seats if s.index != index]
    order.insert(to, seat)
    return replace(table, seats=fitted(game, [replace(s, index=i) for i, s in enumerate(order)]))


def set_bot_level(table: Table, game: Game, player: str, index: int, level: str) -> Table:
    """Host, in the lobby: how well a bot plays. Raises NotHost, Unfit: no_such_seat, person_seat, no_such_level."""
    by_host(table, player)
    in_lobby(table)
    seat = seat_at(table, index)
    if seat.player is not None:
        raise Unfit("person_seat")
    if level not in game.bot_levels:
        raise Unfit("no_such_level")
    return with_seat(table, replace(seat, bot_level=level))


def silence(table: Table, player: str, index: int, silenced: bool) -> Table:
    """Host, at any time: the seat may not chat. Raises NotHost, Unfit: no_such_seat, own_seat."""
    by_host(table, player)
    seat = seat_at(table, index)
    if seat.player == player:
        raise Unfit("own_seat")
    return with_seat(table, replace(seat, silenced=silenced))
