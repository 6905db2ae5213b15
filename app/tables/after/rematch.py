"""The table that follows one that is over: one vote each, one new table, whoever asks first. For one person, alone or
with bots, it starts at once.

Its seats are held for those who sat at the old one; who looked on looks on.
"""

from dataclasses import replace
from typing import Any

from app.games.kernel.contract import Game
from app.players.model import Player
from app.tables.changes import Change
from app.tables.errors import NotAllowed, Unfit
from app.tables.executor import CommandExecutor
from app.tables.lobby.joining import join
from app.tables.lobby.opening import code_tries, new_stored_table, recoded, start_table
from app.tables.lobby.seating import seat_of
from app.tables.model import Acts, Status, Table
from app.tables.ports import CodeTaken, DueRow, StoredTable, UnitOfWork
from app.tables.seats import held_seats
from app.tables.seats.absence import with_seat


def following(table: Table, game: Game, player: str, now: int) -> StoredTable:
    """The rematch of a table that is over: same seats, hats, options and bots; who was sat in for acts
    again. Seats of those who have not asked yet are held.

    The host stays; without a seat there the role goes to whoever asks. Raises NotSeated, Unfit(not_over).
    """
    seat_of(table, player)
    if table.status is not Status.OVER:
        raise Unfit("not_over")
    host = table.host if table.seat_of(table.host) else player
    seats = tuple(
        held_seats.held_for(
            seat if seat.player is None else replace(seat, acts=Acts.HUMAN, bot_level=None),
            player,
            now + held_seats.held_ms,
        )
        for seat in table.seats
        if seat.player is not None or seat.acts is Acts.BOT
    )
    stored_table = new_stored_table(
        game, host, tuple(replace(s, index=i) for i, s in enumerate(seats)), table.options, now
    )
    new = replace(
        stored_table.table,
        previous_id=table.id,
        settings=replace(table.settings, admits=True),
    )
    return replace(stored_table, table=new, due=held_seats.held_seats_due(new))


def told_until(old: Table, new: Table) -> Table:
    """The old table says to everybody until when a seat of the new one is theirs."""
    until = {seat.player: seat.held_until for seat in new.seats if seat.player is not None}
    return replace(old, seats=tuple(replace(s, held_until=until.get(s.player or "")) for s in old.seats))


async def rematch(executor: CommandExecutor, table_id: str, person: Player) -> Table:
    """One person's vote, and the one new table it leads to, in the transaction that links the old one to it.

    Who votes later takes the held seat, or a free one; where there is none they get the table all the same,
    to look at.
    """
    made: list[StoredTable] = []
    there: list[str] = []

    async def decide(held: UnitOfWork, game: Game, _state: Any) -> Change | None:
        made.clear()
        there.clear()
        stored_table = following(held.table, game, person.id, executor.clock())
        own = seat_of(held.table, person.id)
        voted = with_seat(held.table, replace(own, again=True))
        if (next_id := await held.following()) is not None:
            there.append(next_id)
            return None if own.again else Change(voted, by=person.id)
        for _ in range(code_tries):
            try:
                await held.insert(stored_table)
            except CodeTaken:
                stored_table = recoded(stored_table)
            else:
                made.append(stored_table)
                linked = replace(voted, next_code=stored_table.table.code)
                return Change(told_until(linked, stored_table.table), by=person.id)
        raise CodeTaken

    await executor.change(table_id, decide)
    if not made:
        try:
            return await join(executor, there[0], person)
        except (Unfit, NotAllowed):
            return (await executor.snapshot(there[0])).table
    table = made[0].table
    if any(seat.player not in (None, person.id) for seat in table.seats):
        return table
    return await start_table(executor, table.id, person.id, even_unready=True)


async def release(executor: CommandExecutor, due: DueRow) -> bool:
    """Frees the seats whose owners did not come in time."""

    async def decide(held: UnitOfWork, game: Game, _state: Any) -> Change | None:
        table = held_seats.released(held.table, game, executor.clock())
        if table == held.table:
            await held.take_due(due.decision, due.seat, due.kind)
            return None
        return Change(table, by_human=False)

    version = (await executor.snapshot(due.table_id)).table.version
    return (await executor.change(due.table_id, decide)).table.version > version
