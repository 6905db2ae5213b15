"""A person's data: all of it for themselves, and none of it left when they want that.

Games of others stay: the seat is "A skier's" from then on, everywhere.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from app.games.kernel.contract import Game, Json
from app.games.kernel.extensions import usual_bot_level
from app.tables.errors import Busy, NoSuchTable
from app.tables.executor import CommandExecutor
from app.tables.host.host import heir_of
from app.tables.lobby import seating
from app.tables.model import Acts, Announcement, Status, Table
from app.tables.seats import absence
from app.tables.settings import Leavers

a_skier = "A skier"

busy_tries = 5
"""For a table that others hold; each waits for seconds. After that the next save calls the bot in the seat."""


class ErasureStore(Protocol):
    async def export(self, player: str) -> Json:
        """Everything kept about a person, as plain JSON."""
        ...

    async def open_tables(self, player: str) -> Sequence[str]:
        """Ids of tables in the lobby or being played where the person has a seat."""
        ...

    async def forget(self, player: str, name: str) -> Sequence[str]:
        """Removes the person: name, sessions, codes, chat; `name` stands in their place at every table. Ids of
        the tables changed by it.
        """
        ...


async def forget(executor: CommandExecutor, store: ErasureStore, player: str) -> None:
    """Leaves every table (a bot plays on in running games), then removes everything. Nothing brings it back.

    A seat that the person took, or took back, in between is nobody's afterwards. What was begun is done to its end,
    whoever asked for it.
    """
    await executor.whole(_forget(executor, store, player))


async def _forget(executor: CommandExecutor, store: ErasureStore, player: str) -> None:
    await leave_all(executor, store, player)
    for table_id in await store.forget(player, a_skier):
        for _ in range(busy_tries):
            with contextlib.suppress(NoSuchTable):
                try:
                    await executor.change_table_by_id(table_id, without_lost_seats)
                except Busy:
                    continue
            break
        executor.announce(Announcement(table_id, 0))


def without_lost_seats(table: Table, game: Game) -> Table:
    """The table with its seats whose person has been removed, and no bot of whose level is known yet, free in the
    lobby, and played on by a bot in a running game.
    """
    lost = [s for s in table.seats if s.player is None and s.acts is Acts.BOT and s.bot_level is None]
    if table.status is Status.LOBBY:
        return seating.without_seats(table, game, lost)
    if table.status is not Status.PLAYING:
        return table
    for seat in lost:
        gone = table.settings.leavers is Leavers.DROP
        table = absence.with_seat(table, replace(seat, bot_level=usual_bot_level(game), dropped=gone))
    return table if table.host else replace(table, host=heir_of(table) or "")


async def leave_all(executor: CommandExecutor, store: ErasureStore, player: str) -> None:
    """Leaves every table that is not over."""

    def leave(table: Table, game: Game) -> Table:
        if table.seat_of(player) is None or table.status is Status.OVER:
            return table
        if table.status is Status.LOBBY:
            return seating.leave(table, game, player)
        return absence.leave_for_good(table, game, player, heir_of(table))

    for table_id in await store.open_tables(player):
        try:
            await executor.change_table_by_id(table_id, leave, by=player)
        except NoSuchTable:
            continue
