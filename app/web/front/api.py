"""A game for programs: its views as JSON, its log in sentences, and the schemas of it all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from app.games.kernel.contract import Json
from app.tables.model import EventsOf, Table


@dataclass(frozen=True, slots=True)
class ApiExamples:
    """What the documents of the API show of a game. Encoded as programs see it."""

    option: str
    bot_level: str
    action: Json
    event: Json
    sentence: str
    reason: str
    forecast: Json | None = None
    data: Sequence[Json] = ()


class ApiFront(Protocol):
    """What a game gives programs besides the contract of games: its views as JSON, and the schemas of what it sends."""

    @property
    def examples(self) -> ApiExamples: ...

    def view(self, view: Any) -> Json:
        """A view as plain JSON, all of it: views hold nothing their viewer may not know. Open views of games that are
        over as well.
        """
        ...

    def forecasts(self, view: Any) -> list[Json]:
        """Where each choice of this seat would lead, as its page shows it; [] where there is nothing to foresee."""
        ...

    def lines(
        self, story: Sequence[EventsOf], table: Table, view: Any, language: str
    ) -> list[tuple[int, str]]:
        """The story in sentences, oldest first: version and sentence. `view`: the public one after it."""
        ...

    def schemas(self, prefix: str) -> dict[str, Json]:
        """JSON schemas by name: "View", "Opened", "Action", "Event", "Forecast", and whatever those refer to.
        `prefix`: what a reference to a name begins with.
        """
        ...
