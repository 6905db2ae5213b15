"""A game's own home: a name, three ways to a table, the tables one already sits at, and those that look for players.
Where there is one game only, it is the front page; else that is the list of all of them (`game_list.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.games.kernel.options import key_of
from app.tables.model import Status, Table
from app.web.frame import PageReader, whole
from app.web.front.game import GameFront
from app.web.front.words import Poster
from app.web.pages.codes import spoken
from app.web.pages.setting_controls import clock_word
from app.web.templating import gettext_of, translations

most_tables = 3
"""Tables of one's own on the front page; all of them have a page of their own."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table one sits at. `code`: as in its address; `shown`: as people write it; `live`: not finished."""

    code: str
    shown: str
    host: str
    state: str
    live: bool


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A listed table. `hats`: of those who sit there; `taken`: how many seats are taken; `what`: options and clock."""

    code: str
    host: str
    hats: tuple[int, ...]
    taken: str
    what: str


@dataclass(frozen=True, slots=True)
class Home:
    """`name`: the visitor's own, or one on offer. `known`: the visitor has one. `more`: has more tables than shown.
    `lesson`, `rules`: addresses, "" without.

    `listed`: tables with a free seat that look for players; None where the operator lists none.
    """

    game: str
    poster: Poster
    lesson: str
    rules: str
    name: str
    known: bool
    own: tuple[OwnTable, ...]
    more: bool
    listed: tuple[ListedTable, ...] | None


def own_table(table: Table, front: GameFront, language: str) -> OwnTable:
    _ = gettext_of(language, front.words.phrases)
    states = {
        Status.LOBBY: _("in the lobby"),
        Status.PLAYING: _("being played"),
        Status.OVER: _("finished"),
        Status.CLOSED: _("closed"),
    }
    live = table.status in (Status.LOBBY, Status.PLAYING)
    return OwnTable(table.code, spoken(table.code), host_of(table), states[table.status], live)


def host_of(table: Table) -> str:
    return next((seat.name for seat in table.seats if seat.player == table.host), table.code)


def listed_table(table: Table, front: GameFront, language: str) -> ListedTable:
    seats, taken = front.game.max_seats, len(table.seats)
    counted = translations(language).ngettext(
        "%(taken)s of %(seats)s seat taken.", "%(taken)s of %(seats)s seats taken.", seats
    ) % {"taken": taken, "seats": seats}
    known = front.words.options(language)
    what = [known[key_of(one)].named(one) for one in table.options if key_of(one) in known]
    if table.settings.clock:
        what.append(clock_word(table.settings.clock, language))
    hats = tuple(seat.hats[0] for seat in table.seats if seat.hats)
    return ListedTable(table.code, host_of(table), hats, counted, ", ".join(what))


def page(
    reader: PageReader,
    front: GameFront,
    fronts: Mapping[str, GameFront],
    name: str,
    tables: Sequence[Table] = (),
    *,
    here: str = "/",
    known: bool = False,
    listed: Sequence[Table] | None = None,
) -> str:
    """The home page of a game. `fronts`: of all games, as `tables` may be of any; those the visitor sits at, newest
    first; `here`: its own path; `known`: the visitor has given a name; `listed`: tables that look for players, None
    where there is no such list.
    """
    language, game = reader.language, front.game.key
    seated = {table.id for table in tables}
    poster = front.words.poster(language)
    context = Home(
        game=game,
        poster=poster,
        lesson=f"/lesson/{game}/1" if front.lesson else "",
        rules=f"/rules/{game}" if front.rules else "",
        name=name,
        known=known,
        own=tuple(own_table(table, fronts[table.game], language) for table in tables[:most_tables]),
        more=len(tables) > most_tables,
        listed=None
        if listed is None
        else tuple(
            listed_table(table, front, language)
            for table in listed
            if table.id not in seated and table.game == game and len(table.seats) < front.game.max_seats
        ),
    )
    return whole("home.html", poster.title, here, context, reader, phrases=front.words.phrases)
