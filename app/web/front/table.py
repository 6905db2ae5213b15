"""The table's page of a game."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from app.games.kernel.contract import Json
from app.games.kernel.kept_answers import KeptAnswers
from app.tables.model import EventsOf, Table

Fields = Mapping[str, list[str]]
"""A posted form: all values by name."""


class DrawingFile(NamedTuple):
    """`lasting`: whether the text under this address never changes. False: a page of another version asked, and this
    version's drawing is the nearest there is.
    """

    media_type: str
    text: str
    lasting: bool


class TableFront(Protocol):
    """The table's page: how views and events become regions of it, and its forms actions.

    Regions are HTML by id. Shared ones are the same for everybody at a table; private ones are for one seat.
    """

    @property
    def template(self) -> str:
        """The table page's template; it gets `page()`, and theme, csrf, place and is_host."""
        ...

    @property
    def story_versions(self) -> int:
        """How many versions back the story of a page is looked for: those of the rounds that `recent` shows, and more
        than enough.
        """
        ...

    def regions_shared(
        self,
        table: Table,
        view: Any,
        story: Sequence[EventsOf],
        present: frozenset[int],
        language: str,
        *,
        race: Sequence[EventsOf] = (),
    ) -> dict[str, str]:
        """`story`: the last rounds; `race`: everything, of a game that is over."""
        ...

    def regions_private(
        self, table: Table, view: Any, language: str, *, race: Sequence[EventsOf] = ()
    ) -> dict[str, str]: ...

    def act_region(self, table: Table, view: Any, language: str) -> str: ...

    def page(
        self,
        table: Table,
        view: Any,
        story: Sequence[EventsOf],
        present: frozenset[int],
        language: str,
        *,
        race: Sequence[EventsOf] = (),
    ) -> dict[str, Any]: ...

    def beats(
        self, events: Sequence[EventsOf], table: Table, language: str, view: Any, before: Any = None
    ) -> list[dict[str, Any]]:
        """The story as data for motion and captions, oldest first; `view` = the public one after it, `before` the one
        before it, where it is known.
        """
        ...

    def log(
        self, table: Table, view: Any, story: Sequence[EventsOf], language: str
    ) -> tuple[str, dict[str, Any]]:
        """Template and context of a page that tells the whole story; it gets theme and csrf, too."""
        ...

    def share(
        self, table: Table, view: Any, race: Sequence[EventsOf], language: str, *, host: str
    ) -> tuple[str, str, dict[str, Any]] | None:
        """Templates of a page and of a dialog, and their context: one seat's result. `host`: of this site. None where
        there is nothing to share.
        """
        ...

    def recent(self, story: Sequence[EventsOf]) -> Sequence[EventsOf]:
        """The part of the story a page shows and replays by itself: the last two rounds."""
        ...

    def refusal(
        self, reason: str, params: Mapping[str, Any], table: Table | None, language: str
    ) -> str | None:
        """The sentence for a refusal of this game; None for a reason it does not know."""
        ...

    def parse_action(self, form: Fields) -> Json:
        """The action a posted form means. Raises MalformedAction."""
        ...

    def drawing_file(self, name: str) -> DrawingFile | None:
        """A drawing that stands whole in its address; None for any other name."""
        ...


@runtime_checkable
class HeardFront(Protocol, metaclass=KeptAnswers):
    """What the table's page of a game with private events has besides: regions of what only the reader's seat was told.
    Its template gets them as `heard`.
    """

    def regions_heard(self, table: Table, heard: Sequence[EventsOf], language: str) -> dict[str, str]:
        """`heard`: private events of this seat and no others; () for whoever has none, or no seat."""
        ...
