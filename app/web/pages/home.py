"""The front page: a name, three ways to a race, the tables one already sits at, and those that look for skiers."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.tables.hats import all_hats
from app.tables.model import Status, Table
from app.web.avalanche import options as words
from app.web.pages.codes import spoken
from app.web.pages.frame import Reader, whole
from app.web.pages.lobby_rules import clock_word
from app.web.templating import gettext_of, translations

most_chairs = 3
"""Tables of one's own on the front page; all of them have a page of their own."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A table one sits at. `code`: as in its address; `shown`: as people write it; `live`: not finished."""

    code: str
    shown: str
    host: str
    state: str
    live: bool


@dataclass(frozen=True, slots=True)
class Open:
    """A listed table. `hats`: of those who sit there; `taken`: how many lifts are; `what`: options and clock."""

    code: str
    host: str
    hats: tuple[int, ...]
    taken: str
    what: str


@dataclass(frozen=True, slots=True)
class Home:
    """`name`: the visitor's own, or one on offer. `known`: the visitor has one. `more`: has more tables than shown.

    `listed`: tables with a free lift that look for skiers; None where the operator lists none.
    """

    name: str
    known: bool
    chairs: tuple[Chair, ...]
    more: bool
    listed: tuple[Open, ...] | None


def chair(table: Table, language: str) -> Chair:
    _ = gettext_of(language)
    states = {
        Status.LOBBY: _("in the lobby"),
        Status.PLAYING: _("racing"),
        Status.OVER: _("finished"),
        Status.CLOSED: _("closed"),
    }
    live = table.status in (Status.LOBBY, Status.PLAYING)
    return Chair(table.code, spoken(table.code), host_of(table), states[table.status], live)


def host_of(table: Table) -> str:
    return next((seat.name for seat in table.seats if seat.player == table.host), table.code)


def open_table(table: Table, language: str) -> Open:
    lifts, taken = len(all_hats), len(table.seats)
    counted = translations(language).ngettext(
        "%(taken)s of %(lifts)s lift taken.", "%(taken)s of %(lifts)s lifts taken.", lifts
    ) % {"taken": taken, "lifts": lifts}
    known = words.options(language)
    what = [known[key].name for key in table.options if key in known]
    if table.clock:
        what.append(clock_word(table.clock, language))
    hats = tuple(seat.hats[0] for seat in table.seats if seat.hats)
    return Open(table.code, host_of(table), hats, counted, ", ".join(what))


def page(
    reader: Reader,
    name: str,
    tables: Sequence[Table] = (),
    *,
    known: bool = False,
    listed: Sequence[Table] | None = None,
) -> str:
    """The home page. `tables`: those the visitor sits at, newest first; `known`: the visitor has given a name;
    `listed`: tables that look for skiers, None where there is no such list.
    """
    _ = gettext_of(reader.language)
    language = reader.language
    own = {table.id for table in tables}
    context = Home(
        name=name,
        known=known,
        chairs=tuple(chair(table, language) for table in tables[:most_chairs]),
        more=len(tables) > most_chairs,
        listed=None
        if listed is None
        else tuple(
            open_table(table, language)
            for table in listed
            if table.id not in own and len(table.seats) < len(all_hats)
        ),
    )
    return whole("home.html", _("Avalanche at Yeti Mountain"), "/", context, reader)
