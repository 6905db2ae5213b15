"""The text view of a game: the same table as a page of words and plain forms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from app.tables.after.proof import Proof
from app.tables.chat.chat import ChatMessage
from app.tables.model import EventsOf, Table
from app.web.frame import PageReader
from app.web.front.table import Fields


@dataclass(frozen=True, slots=True)
class Asked:
    """How a text view is asked for. `sent`, `refused`: a form that was not taken, and why. `whole_log`: the story is
    that of the whole game. `still`: no refreshing by itself. `place`: as in the socket's messages. `may`: what time has
    allowed (`app/tables/clocks/permissions.py`). `proof`: of the shuffle, once the game is over. `since`: the version
    its reader has read, None = unknown; `now`: epoch ms; `said`: lines of the chat, oldest first; `hears`: they may be
    read at all; `race`: all events of a game that is over; `heard`: what only this reader's seat was told.
    """

    place: str
    host: bool = False
    sent: Mapping[str, Sequence[str]] = field(default_factory=dict)
    refused: str = ""
    whole_log: bool = False
    still: bool = False
    proof: Proof | None = None
    may: tuple[str, ...] = ()
    since: int | None = None
    now: int = 0
    said: Sequence[ChatMessage] = ()
    hears: bool = True
    race: Sequence[EventsOf] = ()
    heard: Sequence[EventsOf] = ()


class TextFront(Protocol):
    """The same game as a page of words and plain forms: playable by ear, and without a script."""

    def fields(self, form: Fields) -> Fields:
        """The fields of a form of this view, as `TableFront.parse_action` reads them."""
        ...

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
        """The whole page as HTML."""
        ...
