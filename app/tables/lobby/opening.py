"""A new table, and the start, which it may come to at once."""

from dataclasses import replace
from typing import Any

from app.games.kernel.contract import Game, Json
from app.players.model import Player
from app.tables.changes import Change, Logged
from app.tables.codes import new_code, new_id
from app.tables.executor import CommandExecutor
from app.tables.lobby.seating import human_seat
from app.tables.lobby.start import start
from app.tables.model import SeatRow, Status, Table
from app.tables.ports import CodeTaken, StoredTable, UnitOfWork
from app.tables.seats.colours import fitted
from app.tables.seeds import commitment_of, new_secret, seed_of

code_tries = 20
"""With 30 bits a second try is already rare; twenty in a row mean that something is broken."""


def new_stored_table(
    game: Game, host: str, seats: tuple[SeatRow, ...], options: tuple[str, ...], now: int
) -> StoredTable:
    """A table in its lobby, with a secret of its own, at version 1."""
    secret = new_secret()
    table = Table(
        id=new_id(),
        code=new_code(),
        game=game.key,
        rules_version=game.rules_version,
        deck_hash=game.deck_hash(),
        options=options,
        status=Status.LOBBY,
        host=host,
        version=1,
        chat_version=0,
        seats=fitted(game, seats),
        commitment=commitment_of(secret),
        created_at=now,
        last_human_at=now,
    )
    return StoredTable(table, None, secret)


def fresh(game: Game, player: Player, now: int) -> StoredTable:
    """The opener is the host and sits on seat 0."""
    return new_stored_table(game, player.id, (human_seat(player, ()),), (), now)


async def open_table(executor: CommandExecutor, game: Game, player: Player, *, solo: bool) -> Table:
    """Stores a fresh table; `solo` starts it at once."""
    stored_table = fresh(game, player, executor.clock())
    for _ in range(code_tries):
        try:
            await executor.repository.insert(stored_table, deck_of(game))
        except CodeTaken:
            stored_table = recoded(stored_table)
        else:
            break
    else:
        raise CodeTaken
    return (
        await start_table(executor, stored_table.table.id, player.id, even_unready=True)
        if solo
        else stored_table.table
    )


async def start_table(executor: CommandExecutor, table_id: str, player: str, *, even_unready: bool) -> Table:
    """The first state, from the table's secret; see `Tables.start`."""

    async def decide(held: UnitOfWork, game: Game, _state: Any) -> Change:
        seed = seed_of(held.secret, held.contributions)
        started = start(held.table, game, player, seed, even_unready=even_unready)
        return Change(started.table, started.state, Logged(0, events=started.events, private=started.private))

    return (await executor.change(table_id, decide)).table


def recoded(stored_table: StoredTable) -> StoredTable:
    """The same table under another code."""
    return replace(stored_table, table=replace(stored_table.table, code=new_code()))


def deck_of(game: Game) -> Json | None:
    """The cards new tables are started with, if the game has any; kept by their hash as long as a table
    needs them.
    """
    cards: Json | None = game.deck_cards()
    return cards
