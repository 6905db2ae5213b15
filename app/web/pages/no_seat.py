"""A running table for somebody who has no seat there. They may not look in, or have come to say
that a seat is theirs ("I was Ines"); the host decides, and the page follows by itself.
"""

from dataclasses import dataclass

from app.tables.model import Status, Table
from app.web.frame import PageReader, whole
from app.web.front.game import GameFront
from app.web.pages.codes import spoken
from app.web.pages.lobby import claimed_by, host_name, lost_seats
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class Lost:
    """A seat whose owner is not here. `hat`: whose head is on it."""

    index: int
    name: str
    hat: int


@dataclass(frozen=True, slots=True)
class NoSeatPage:
    """`place`: as in the socket's messages. `asked`: name of the seat that was asked for; `lost`: those that
    may be. `watch`: the reader may look on.
    """

    table_id: str
    code: str
    version: int
    place: str
    heading: str
    sentence: str
    host: str
    asked: str
    lost: tuple[Lost, ...]
    watch: bool


def page(
    table: Table,
    front: GameFront,
    present: frozenset[int],
    reader: PageReader,
    *,
    place: str,
    player_id: str | None,
    watch: bool,
) -> str:
    """`watch`: whether people without a seat may look on at this table."""
    _ = gettext_of(reader.language, front.words.phrases)
    hats = {seat.index: seat.hats[0] if seat.hats else 0 for seat in table.seats}
    asked = claimed_by(table, player_id)
    lost = () if asked or table.status is not Status.PLAYING else lost_seats(table, present)
    if watch:
        heading = _("Were you playing here?")
        sentence = _("Say which seat is yours, and the host gives it back to you.")
    else:
        heading = _("You cannot open this page")
        started = _("The game has started, and this table is private. Open your own.")
        sentence = _("This game is over.") if table.status is Status.OVER else started
    context = NoSeatPage(
        table_id=table.id,
        code=table.code,
        version=table.version,
        place=place,
        heading=heading,
        sentence=sentence,
        host=host_name(table),
        asked=asked,
        lost=tuple(Lost(index, name, hats[index]) for index, name in lost),
        watch=watch,
    )
    title = f"{heading} · {spoken(table.code)}"
    return whole(
        "no_seat.html", title, f"/t/{table.code}/claim", context, reader, phrases=front.words.phrases
    )
