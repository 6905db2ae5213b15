"""What else a game may show: replays, a lesson, its rules, samples of its screen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from app.games.kernel.contract import GameError, Json
from app.tables.after.replay import Replay
from app.tables.model import EventsOf, Table
from app.web.frame import PageReader
from app.web.front.table import Fields


class ReplayFront(Protocol):
    """Pages of a game that is over, one for every step of its story."""

    def page(self, replay: Replay, number: int, step: int, reader: PageReader, shape: str) -> str:
        """The page at one step, as HTML. `number`: of the round, from 1 through all heats; `step`: 0 = its beginning;
        `shape`: which picture comes with it (`app/web/http/shape.py`). Raises LookupError for a step there is not.
        """
        ...

    def round(self, replay: Replay, number: int, language: str) -> Json:
        """All steps of a round for a page that is there already: `texts` (HTML) and `steps`. A step has its regions by
        id and what the motion shows besides (`row`, `gauge`) as places in `texts`, its beat, its place, what is said.
        Raises LookupError.
        """
        ...

    def words(self, replay: Replay, reader: PageReader) -> str:
        """The whole game in words, every hand open, as a page."""
        ...


class LessonFront(Protocol):
    """A guided game on the real screen, with nothing stored: a request brings the choices made so far."""

    def at(self, number: int, so_far: Sequence[Any], name: str) -> Any:
        """Chapter `number`, from 1, after these choices of a learner called `name`. Raises LookupError for a chapter
        there is not, GameError for choices the rules do not take.
        """
        ...

    def action(self, form: Fields) -> Json:
        """The choice a posted form means. Raises MalformedAction."""
        ...

    def page(self, lesson: Any, reader: PageReader, *, name: str, shape: str, refusal: str = "") -> str:
        """A chapter as a page. `name`: the reader's own, or one on offer; `refusal`: why the last choice was not
        taken.
        """
        ...

    def message(self, lesson: Any, before: Any, language: str) -> Json:
        """What is new since `before`, for a page with a script, as a table's socket brings it."""
        ...

    def refusal(self, error: GameError, lesson: Any, language: str) -> str:
        """The sentence for a choice the rules do not take."""
        ...


class RulesFront(Protocol):
    """How the game is played, in our own words."""

    def page(self, reader: PageReader) -> str: ...

    def rulings(self, reader: PageReader) -> str:
        """Where the rules leave room for doubt: what was decided, by number."""
        ...


@dataclass(frozen=True, slots=True)
class Sample:
    """One reader's table: everything the table's front takes."""

    name: str
    table: Table
    view: Any
    story: tuple[EventsOf, ...]
    present: frozenset[int]


class SamplesFront(Protocol):
    """Tables in every state the screen can show, for the page of patterns and for tests."""

    @property
    def in_place(self) -> frozenset[str]:
        """Regions that make sense only upon the picture: they are seen in whole screens."""
        ...

    def tables(self) -> Sequence[Sample]: ...

    def replay_looks(self, language: str) -> Iterator[tuple[str, str, str]]:
        """(region, sample, HTML) of what a replay shows besides."""
        ...
