"""A plain game for programs: views and events as the game encodes them, schemas that say "an object"."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.games.kernel.contract import Json
from app.tables.model import EventsOf, Table
from app.web.front.api import ApiExamples
from app.web.plain.table import PlainTable


@dataclass(frozen=True, eq=False)
class PlainApi:
    """Implements `app.web.front.api.ApiFront`. `encode_view`: a view as plain JSON."""

    front: PlainTable
    encode_view: Callable[[Any], Json]
    examples: ApiExamples

    def view(self, view: Any) -> Json:
        return self.encode_view(view)

    def forecasts(self, view: Any) -> list[Json]:
        return []

    def lines(
        self, story: Sequence[EventsOf], table: Table, view: Any, language: str
    ) -> list[tuple[int, str]]:
        people = self.front.people(table, language)
        told = (
            (part.version, self.front.words.sentence(event, people))
            for part in story
            for event in part.events
        )
        return [(version, text) for version, text in told if text]

    def schemas(self, prefix: str) -> dict[str, Json]:
        anything: Json = {"type": "object"}
        return dict.fromkeys(("View", "Opened", "Action", "Event", "Forecast"), anything)
