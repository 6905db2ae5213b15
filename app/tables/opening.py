"""A new table, and the start, which it may come to at once."""

from dataclasses import replace
from typing import Any

from app.games.kernel.contract import Game, Json
from app.players.model import Player
from app.tables.codes import new_code, new_id
from app.tables.desk import Change, Desk, Logged
from app.tables.hats import fitted
from app.tables.lobby import human_seat
from app.tables.model import SeatRow, Status, Table, Visibility
from app.tables.ports import CodeTaken, Drawer, Held
from app.tables.seeds import commitment_of, new_secret, seed_of
from app.tables.start import start

code_tries = 20
"""With 30 bits a second try is already rare; twenty in a row mean that something is broken."""


def new_drawer(
    game: Game, host: str, seats: tuple[SeatRow, ...], options: tuple[str, ...], now: int
) -> Drawer:
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
        visibility=Visibility.PRIVATE,
        host=host,
        version=1,
        chat_version=0,
        seats=fitted(seats),
        commitment=commitment_of(secret),
        created_at=now,
        last_human_at=now,
    )
    return Drawer(table, None, secret)


def fresh(game: Game, player: Player, now: int) -> Drawer:
    """The opener is the host and sits on seat 0."""
    return new_drawer(game, player.id, (human_seat(player, ()),), (), now)


async def open_table(desk: Desk, game: Game, player: Player, *, solo: bool) -> Table:
    """Stores a fresh table; `solo` starts it at once."""
    drawer = fresh(game, player, desk.clock())
    for _ in range(code_tries):
        try:
            await desk.cupboard.insert(drawer, deck_of(game))
        except CodeTaken:
            drawer = recoded(drawer)
        else:
            break
    else:
        raise CodeTaken
    return await start_table(desk, drawer.table.id, player.id, even_unready=True) if solo else drawer.table


async def start_table(desk: Desk, table_id: str, player: str, *, even_unready: bool) -> Table:
    """The first state, from the table's secret; see `Tables.start`."""

    async def decide(held: Held, game: Game, _state: Any) -> Change:
        seed = seed_of(held.secret, held.contributions)
        started = start(held.table, game, player, seed, even_unready=even_unready)
        return Change(started.table, started.state, Logged(0, started.events))

    return (await desk.change(table_id, decide)).table


def recoded(drawer: Drawer) -> Drawer:
    """The same table under another code."""
    return replace(drawer, table=replace(drawer.table, code=new_code()))


def deck_of(game: Game) -> Json | None:
    """The cards new tables are started with, if the game has any; kept by their hash as long as a table
    needs them.
    """
    cards: Json | None = game.deck_cards()
    return cards
