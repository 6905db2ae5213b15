"""The text view of a plain game: its page already is words, so this is the same without a script."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app.tables.model import EventsOf, Table
from app.web.frame import PageReader, whole
from app.web.front.table import Fields
from app.web.front.text import Asked
from app.web.pages.codes import spoken
from app.web.plain.table import PlainTable


@dataclass(frozen=True, slots=True)
class PlainTextPage:
    """`refused`: why the form sent before was not taken. `turn`: nothing may move under the reader's hands."""

    table: Table
    place: str
    seat: int | None
    host: bool
    refused: str
    turn: bool
    regions: dict[str, Markup]


@dataclass(frozen=True, eq=False)
class PlainText:
    """Implements `app.web.front.text.TextFront`."""

    front: PlainTable

    def fields(self, form: Fields) -> Fields:
        return form

    def page(
        self,
        table: Table,
        view: Any,
        story: Sequence[EventsOf],
        present: frozenset[int],
        *,
        reader: PageReader,
        asked: Asked,
    ) -> str:
        context = self.front.page(table, view, story, present, reader.language, race=asked.race)
        people, seat = self.front.people(table, reader.language), context["seat"]
        heard = self.front.regions_heard(table, asked.heard, reader.language)
        page = PlainTextPage(
            table=table,
            place=asked.place,
            seat=seat,
            host=asked.host,
            refused=asked.refused,
            turn=self.front.act(table, view, people, seat).kind == "choose",
            regions=context["regions"] | {name: Markup(html) for name, html in heard.items()},  # noqa: S704 - by our own templates
        )
        title, here = f"{people.voice.say('Text view')} · {spoken(table.code)}", f"/t/{table.code}/text"
        return whole("plain/text.html", title, here, page, reader, phrases=self.front.phrases)
