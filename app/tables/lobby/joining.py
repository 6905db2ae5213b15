"""Coming to a table and being taken off it: what must look at more than the table itself."""

from typing import Any

from app.games.kernel.contract import Game
from app.players.model import Player
from app.tables.changes import Change
from app.tables.errors import NotAllowed, Unfit
from app.tables.executor import CommandExecutor
from app.tables.lobby import seating
from app.tables.model import Table
from app.tables.ports import UnitOfWork
from app.tables.seats import held_seats


async def join(executor: CommandExecutor, table_id: str, person: Player) -> Table:
    """See `Tables.join`. A seat is only ever taken by the person's own word."""

    async def decide(held: UnitOfWork, game: Game, _state: Any) -> Change | None:
        table = held.table
        if table.seat_of(person.id) is None:
            seating.in_lobby(table)
            if await held.banned(person.id):
                raise NotAllowed("removed")
            if not table.settings.admits:
                raise Unfit("closed_to_newcomers")
        joined = held_seats.arrived(seating.join(table, game, person), person.id)
        return None if joined == table else Change(joined, by=person.id)

    return (await executor.change(table_id, decide)).table


async def remove(executor: CommandExecutor, table_id: str, player: str, index: int) -> Table:
    """See `Tables.remove_seat`. A person who was taken off stays out, of rematches too."""

    async def decide(held: UnitOfWork, game: Game, _state: Any) -> Change:
        table = seating.remove_seat(held.table, game, player, index)
        out = next(seat.player for seat in held.table.seats if seat.index == index)
        return Change(table, by=player, bans=() if out is None else (out,))

    return (await executor.change(table_id, decide)).table
