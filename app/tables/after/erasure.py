"""A person's data: all of it for themselves, and none of it left when they want that.

Games of others stay: the seat is "A skier's" from then on, everywhere.
"""

from collections.abc import Sequence
from typing import Protocol

from app.games.kernel.contract import Game, Json
from app.tables.errors import NoSuchTable
from app.tables.executor import CommandExecutor
from app.tables.host.host import heir_of
from app.tables.lobby import seating
from app.tables.model import Announcement, Status, Table
from app.tables.seats import absence

a_skier = "A skier"


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
    """Leaves every table (a bot plays on in running games), then removes everything. Nothing brings it back."""
    await leave_all(executor, store, player)
    for table_id in await store.forget(player, a_skier):
        executor.announce(Announcement(table_id, 0))


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
