"""All of a game that is over, laid open: what `export` writes and replays are made of.

The platform's part is here; a game that has a form of its own for its actions says so in its codec.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from app.games.kernel.contract import Game, Json
from app.tables.errors import Unfit
from app.tables.model import Status
from app.tables.ports import Drawer, Entry
from app.tables.seeds import seed_of

Record = Json


def record_of(drawer: Drawer, game: Game, log: Sequence[Entry]) -> Record:
    """Plain JSON. Raises Unfit(not_over): before the end a record would show hands, deck and seed."""
    table = drawer.table
    if table.status is not Status.OVER or drawer.state is None:
        raise Unfit("not_over")
    return {}
