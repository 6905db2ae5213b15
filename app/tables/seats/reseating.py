"""Lost cookies: somebody whose browser forgot them asks for their seat ("I was Ines"), and the host may give it.

A seat is held for its player until it is given away openly: the host decides, and everybody sees it.
"""

from dataclasses import replace
from typing import Any

from app.games.kernel.contract import Game
from app.players.model import Player
from app.tables.changes import Change
from app.tables.errors import NotAllowed, Unfit
from app.tables.executor import CommandExecutor
from app.tables.host.host import seat_at
from app.tables.lobby.seating import by_host
from app.tables.model import Acts, Claim, SeatRow, Status, Table
from app.tables.ports import Presence, UnitOfWork
from app.tables.seats.absence import with_seat


def absent(table: Table, seat: SeatRow, presence: Presence) -> None:
    """Raises Unfit: bot_seat, still_here. Who has the page open cannot lose the seat."""
    if seat.player is None:
        raise Unfit("bot_seat", name=seat.name)
    if presence.absent_since(table.id, seat.player) is None:
        raise Unfit("still_here", name=seat.name)


async def claim(
    executor: CommandExecutor, presence: Presence, code: str, person: Player, index: int
) -> Table:
    """Somebody without a seat says that this one is theirs. Raises NotAllowed(removed); Unfit: no_such_seat,
    bot_seat, still_here, seat_dropped, game_over, own_seat (has one), claim_pending.
    """

    async def decide(held: UnitOfWork, _game: Game, _state: Any) -> Change | None:
        table = held.table
        if table.status is Status.OVER:
            raise Unfit("game_over")
        if table.seat_of(person.id) is not None:
            raise Unfit("own_seat")
        if await held.banned(person.id):
            raise NotAllowed("removed")
        seat = seat_at(table, index)
        absent(table, seat, presence)
        if seat.dropped:
            raise Unfit("seat_dropped")
        wanted = Claim(person.id, person.name)
        if seat.claim == wanted:
            return None
        if seat.claim is not None:
            raise Unfit("claim_pending", name=seat.claim.name)
        return Change(with_seat(table, replace(seat, claim=wanted)), by_human=False)

    return (await executor.change(await executor.id_of(code), decide)).table


async def reseat(
    executor: CommandExecutor, presence: Presence, code: str, player: str, *, index: int, yes: bool
) -> Table:
    """Host: the seat is the asker's from now on, or stays as it is. Raises NotHost; Unfit: no_such_seat,
    no_claim, still_here (the owner is back), seated (the asker sits elsewhere by now).
    """

    def decide(table: Table, _game: Game) -> Table:
        by_host(table, player)
        seat = seat_at(table, index)
        if seat.claim is None:
            raise Unfit("no_claim")
        if not yes:
            return with_seat(table, replace(seat, claim=None))
        absent(table, seat, presence)
        if table.seat_of(seat.claim.player) is not None:
            raise Unfit("seated", name=seat.claim.name)
        given = replace(
            seat, player=seat.claim.player, claim=None, acts=Acts.HUMAN, bot_level=None,
            missed=0, proposed_by=None, held_until=None,
        )  # fmt: skip
        return with_seat(table, given)

    return await executor.change_table(code, decide, by=player)
