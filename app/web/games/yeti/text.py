"""The text view of Yeti: the plain page, with every legal choice as a radio button and one button to send it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.tables.model import EventsOf, Table
from app.web.pages.table_regions import drawn
from app.web.plain.table import PlainTable


@dataclass(frozen=True, eq=False)
class YetiInText(PlainTable):
    """What `PlainText` draws its page from."""

    def regions_private(
        self, table: Table, view: Any, language: str, *, race: Sequence[EventsOf] = ()
    ) -> dict[str, str]:
        regions = super().regions_private(table, view, language, race=race)
        people = self.people(table, language)
        context: dict[str, object] = {"listed": self.act(table, view, people, self.own_seat(table, view))}
        return regions | {"act": drawn("yeti", context, language, self.phrases)["listed"]}
