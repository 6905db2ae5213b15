"""The front page where there is more than one game: a ticket each, the reader's own tables, and the way in by code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.tables.model import Status, Table
from app.web.frame import PageReader, whole
from app.web.front.game import GameFront
from app.web.front.words import Poster
from app.web.pages.home import OwnTable, most_tables, own_table
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class Ticket:
    """One game. `path`: its own home."""

    key: str
    path: str
    poster: Poster


@dataclass(frozen=True, slots=True)
class OwnRow:
    """A table of one's own; `game`: its title."""

    game: str
    table: OwnTable


@dataclass(frozen=True, slots=True)
class GameList:
    """`own`: tables that are not over; absent when there are none. `known`: the visitor has given a name."""

    tickets: tuple[Ticket, ...]
    own: tuple[OwnRow, ...]
    known: bool


def page(
    reader: PageReader, fronts: Mapping[str, GameFront], tables: Sequence[Table] = (), *, known: bool = False
) -> str:
    """`tables`: those the visitor sits at, newest first."""
    language = reader.language
    posters = {key: front.words.poster(language) for key, front in fronts.items()}
    going_on = [table for table in tables if table.status in (Status.LOBBY, Status.PLAYING)]
    context = GameList(
        tickets=tuple(Ticket(key, f"/games/{key}", poster) for key, poster in posters.items()),
        own=tuple(
            OwnRow(posters[table.game].title, own_table(table, fronts[table.game], language))
            for table in going_on[:most_tables]
        ),
        known=known,
    )
    return whole("game_list.html", gettext_of(language)("Yeti Mountain"), "/", context, reader)
