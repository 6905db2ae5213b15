"""The table that follows one that is over: one vote each, one new table, whoever asks first.

Its chairs are kept for those who sat at the old one; who looked on looks on.
"""

from dataclasses import replace
from typing import Any

from app.games.kernel.contract import Game
from app.players.model import Player
from app.tables import chairs
from app.tables.absence import with_seat
from app.tables.desk import Change, Desk
from app.tables.errors import NotAllowed, Unfit
from app.tables.joining import join
from app.tables.lobby import seat_of
from app.tables.model import Acts, Status, Table
from app.tables.opening import code_tries, new_drawer, recoded, start_table
from app.tables.ports import CodeTaken, Drawer, Due, Held


def following(table: Table, game: Game, player: str, now: int) -> Drawer:
    """The rematch of a table that is over: same chairs, hats, options and bots; who was sat in for acts
    again. Chairs of those who have not asked yet are held.

    The host stays; without a seat there the role goes to whoever asks. Raises NotSeated, Unfit(not_over).
    """
    seat_of(table, player)
    if table.status is not Status.OVER:
        raise Unfit("not_over")
    host = table.host if table.seat_of(table.host) else player
    seats = tuple(
        chairs.kept_chair(
            seat if seat.player is None else replace(seat, acts=Acts.HUMAN, bot_level=None),
            player,
            now + chairs.held_ms,
        )
        for seat in table.seats
        if seat.player is not None or seat.acts is Acts.BOT
    )
    drawer = new_drawer(
        game, host, tuple(replace(s, index=i) for i, s in enumerate(seats)), table.options, now
    )
    new = replace(
        drawer.table,
        previous_id=table.id,
        clock=table.clock,
        leavers=table.leavers,
        spectators=table.spectators,
        visibility=table.visibility,
    )
    return replace(drawer, table=new, due=chairs.chairs_due(new))


async def rematch(desk: Desk, table_id: str, person: Player) -> Table:
    """One person's vote, and the one new table it leads to, in the transaction that links the old one to it.

    Who votes later takes the held chair, or a free one; where there is none they get the table all the same,
    to look at.
    """
    made: list[Drawer] = []

    async def decide(held: Held, game: Game, _state: Any) -> Change | None:
        made.clear()
        drawer = following(held.table, game, person.id, desk.clock())
        own = seat_of(held.table, person.id)
        voted = with_seat(held.table, replace(own, again=True))
        if held.table.next_code is not None and await held.id_of(held.table.next_code):
            return None if own.again else Change(voted, by=person.id)
        for _ in range(code_tries):
            try:
                await held.insert(drawer)
            except CodeTaken:
                drawer = recoded(drawer)
            else:
                made.append(drawer)
                return Change(replace(voted, next_code=drawer.table.code), by=person.id)
        raise CodeTaken

    before = (await desk.change(table_id, decide)).table
    if not made:
        next_id = await desk.id_of(before.next_code or "")
        try:
            return await join(desk, next_id, person)
        except (Unfit, NotAllowed):
            return (await desk.snapshot(next_id)).table
    table = made[0].table
    return await start_table(desk, table.id, person.id, even_unready=True) if len(table.seats) == 1 else table


async def release(desk: Desk, due: Due) -> bool:
    """Frees the chairs whose owners did not come in time."""

    async def decide(held: Held, _game: Game, _state: Any) -> Change | None:
        table = chairs.released(held.table, desk.clock())
        if table == held.table:
            await held.take_due(due.decision, due.seat, due.kind)
            return None
        return Change(table, by_human=False)

    version = (await desk.snapshot(due.table_id)).table.version
    return (await desk.change(due.table_id, decide)).table.version > version
