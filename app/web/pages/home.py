"""The front page: a name, three ways to a race, and the tables one already sits at."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.tables.model import Status, Table
from app.web.pages.codes import spoken
from app.web.pages.frame import Reader, whole
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class Chair:
    """A table one sits at. `code`: as in its address; `shown`: as people write it."""

    code: str
    shown: str
    host: str
    state: str


@dataclass(frozen=True, slots=True)
class Home:
    """`name`: the visitor's own, or one on offer."""

    name: str
    chairs: tuple[Chair, ...]


def chair(table: Table, language: str) -> Chair:
    _ = gettext_of(language)
    words = {
        Status.LOBBY: _("in the lobby"),
        Status.PLAYING: _("racing"),
        Status.OVER: _("finished"),
        Status.CLOSED: _("closed"),
    }
    host = next((seat.name for seat in table.seats if seat.player == table.host), table.code)
    return Chair(table.code, spoken(table.code), host, words[table.status])


def page(reader: Reader, name: str, tables: Sequence[Table] = ()) -> str:
    """The home page. `tables`: those the visitor sits at, newest first."""
    _ = gettext_of(reader.language)
    context = Home(name, tuple(chair(table, reader.language) for table in tables))
    return whole("home.html", _("Avalanche at Yeti Mountain"), "/", context, reader)
