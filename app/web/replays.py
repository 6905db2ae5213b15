"""What a game's replay is to the front desk: pages of a race that is over, one for every step of its story."""

from typing import Protocol

from app.games.kernel.contract import Json
from app.tables.replaying import Replay
from app.web.pages.frame import Reader


class ReplayScreen(Protocol):
    def page(self, replay: Replay, number: int, step: int, reader: Reader, shape: str) -> str:
        """The page at one step, as HTML. `number`: of the round, from 1 through all heats; `step`: 0 = its beginning;
        `shape`: which picture comes with it (`app/web/shape.py`). Raises LookupError for a step there is not.
        """
        ...

    def round(self, replay: Replay, number: int, language: str) -> Json:
        """All steps of a round for a page that is there already: `texts` (HTML) and `steps`. A step has its regions by
        id and what the motion shows besides (`row`, `gauge`) as places in `texts`, its beat, its place, what is said.
        Raises LookupError.
        """
        ...

    def words(self, replay: Replay, reader: Reader) -> str:
        """The whole race in words, every hand open, as a page."""
        ...
