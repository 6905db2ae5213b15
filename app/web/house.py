"""What the routes work with, handed in by `app/main.py`: web itself builds none of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from fastapi import Request, WebSocket

from app.games.kernel.contract import Game, Json
from app.players.guests import Guests
from app.realtime.hub import Hub
from app.settings import Settings
from app.tables.facade import Tables
from app.tables.model import EventsOf, Table
from app.web.api.wire import Wire
from app.web.replays import ReplayScreen
from app.web.text_screen import TextScreen


class Screen(Protocol):
    """One game's own screen: how its views and events become regions of a page, and its forms actions.

    Regions are HTML by id. Shared ones are the same for everybody at a table; private ones are for one seat.
    """

    @property
    def template(self) -> str:
        """The table page's template; it gets `page()`, and theme, csrf, place and is_host."""
        ...

    def regions_shared(
        self, table: Table, view: Any, story: Sequence[EventsOf], present: frozenset[int], language: str
    ) -> dict[str, str]: ...

    def regions_private(self, table: Table, view: Any, language: str) -> dict[str, str]: ...

    def act_region(self, table: Table, view: Any, language: str) -> str: ...

    def page(
        self, table: Table, view: Any, story: Sequence[EventsOf], present: frozenset[int], language: str
    ) -> dict[str, Any]: ...

    def beats(
        self, events: Sequence[EventsOf], table: Table, language: str, view: Any
    ) -> list[dict[str, Any]]:
        """The story as data for motion and captions, oldest first; `view` = the public one after it."""
        ...

    def log(
        self, table: Table, view: Any, story: Sequence[EventsOf], language: str
    ) -> tuple[str, dict[str, Any]]:
        """Template and context of a page that tells the whole story; it gets theme and csrf, too."""
        ...

    def recent(self, story: Sequence[EventsOf]) -> Sequence[EventsOf]:
        """The part of the story a page shows and replays by itself: the last two rounds."""
        ...

    def refusal(
        self, reason: str, params: Mapping[str, Any], table: Table | None, language: str
    ) -> str | None:
        """The sentence for a refusal of this game; None for a reason it does not know."""
        ...

    def parse_action(self, form: Mapping[str, list[str]]) -> Json: ...

    def mountain_file(self, name: str) -> tuple[str, str] | None:
        """(media type, text) of a drawing that stands whole in its address; None for any other name."""
        ...


@dataclass(frozen=True, slots=True)
class House:
    settings: Settings
    tables: Tables
    guests: Guests
    hub: Hub
    games: Mapping[str, Game]
    screens: Mapping[str, Screen]
    texts: Mapping[str, TextScreen] = field(default_factory=dict)
    wires: Mapping[str, Wire] = field(default_factory=dict)
    replays: Mapping[str, ReplayScreen] = field(default_factory=dict)


def house_of(connection: Request | WebSocket) -> House:
    house: House = connection.app.state.house
    return house
