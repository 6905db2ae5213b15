"""What a game's text view is to the front desk: the same race as its screen, as a page of words and plain forms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from app.tables.model import EventsOf, Table
from app.tables.proving import Proof
from app.web.pages.frame import Reader


@dataclass(frozen=True, slots=True)
class Asked:
    """How the page is asked for. `sent`, `refused`: a form that was not taken, and why. `whole_log`: the story
    is that of the whole race. `still`: no refreshing by itself. `place`: as in the socket's messages. `may`:
    what time has allowed (`app/tables/timely.py`). `proof`: of the shuffle, once the race is over.
    """

    place: str
    host: bool = False
    sent: Mapping[str, Sequence[str]] = field(default_factory=dict)
    refused: str = ""
    whole_log: bool = False
    still: bool = False
    proof: Proof | None = None
    may: tuple[str, ...] = ()


class TextScreen(Protocol):
    def fields(self, form: Mapping[str, list[str]]) -> Mapping[str, list[str]]:
        """The fields of a form of this view, as the game's `Screen.parse_action` reads them."""
        ...

    def page(
        self,
        table: Table,
        view: Any,
        story: Sequence[EventsOf],
        present: frozenset[int],
        *,
        reader: Reader,
        asked: Asked,
    ) -> str:
        """The whole page as HTML."""
        ...
