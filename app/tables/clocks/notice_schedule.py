"""Whom a table waits for while they may be away: one due row a person's seat and decision, for `app/notices`.

The row stands in the same transaction as the decision and goes in the one that makes the choice. So it is more
than a time: whoever finds it, and locks it, knows that the seat is still awaited.
"""

from typing import Any

from app.games.kernel.contract import Game
from app.games.kernel.extensions import number_for
from app.tables.clocks.deadlines import by_days_s
from app.tables.model import Acts, Status, Table
from app.tables.ports import DueRow

kind = "notice"


def calls(table: Table) -> bool:
    """Whether people are called back to this table: one by days, or one where somebody else waits. A race against
    the yeti alone keeps until its player comes.
    """
    people = sum(seat.player is not None and seat.acts is Acts.HUMAN for seat in table.seats)
    return table.status is Status.PLAYING and (table.settings.clock >= by_days_s or people > 1)


def calls_due(table: Table, game: Game, state: Any, at: int | None) -> tuple[DueRow, ...]:
    """The rows a table has now. `at`: epoch ms of the first look; None on a server that can reach nobody."""
    if at is None or state is None or not calls(table):
        return ()
    return tuple(
        DueRow(table.id, number_for(game, state, seat), seat, kind, at)
        for seat in game.waiting_on(state)
        if table.seats[seat].acts is Acts.HUMAN and table.seats[seat].player is not None
    )
