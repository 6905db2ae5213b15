"""Coming to a table and being taken off it: what must look at more than the table itself."""

from typing import Any

from app.games.kernel.contract import Game
from app.players.model import Player
from app.tables import chairs, lobby
from app.tables.desk import Change, Desk
from app.tables.errors import NotAllowed, Unfit
from app.tables.model import Table
from app.tables.ports import Held


async def join(desk: Desk, table_id: str, person: Player) -> Table:
    """See `Tables.join`. A seat is only ever taken by the person's own word."""

    async def decide(held: Held, game: Game, _state: Any) -> Change | None:
        table = held.table
        if table.seat_of(person.id) is None:
            lobby.in_lobby(table)
            if await held.banned(person.id):
                raise NotAllowed("removed")
            if not table.admits:
                raise Unfit("closed_to_newcomers")
        joined = chairs.arrived(lobby.join(table, game, person), person.id)
        return None if joined == table else Change(joined, by=person.id)

    return (await desk.change(table_id, decide)).table


async def remove(desk: Desk, table_id: str, player: str, index: int) -> Table:
    """See `Tables.remove_seat`. A person who was taken off stays out, of rematches too."""

    async def decide(held: Held, _game: Game, _state: Any) -> Change:
        table = lobby.remove_seat(held.table, player, index)
        out = next(seat.player for seat in held.table.seats if seat.index == index)
        return Change(table, by=player, bans=() if out is None else (out,))

    return (await desk.change(table_id, decide)).table
