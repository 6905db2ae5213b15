"""What a game says of itself to be shown by the plain front."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from app.games.kernel.contract import Json
from app.web.voice import TablePeople


@dataclass(frozen=True, slots=True)
class PlainState:
    """Where a game stands. `over`: nothing is waited for any more."""

    round: int
    decision: int
    over: bool


@dataclass(frozen=True, slots=True)
class PlainChoice:
    """One button. `name`, `value`: the one field it posts, read again by `PlainGame.action`."""

    label: str
    name: str
    value: str


class PlainGame(Protocol):
    """Everything in words, in the reader's language."""

    def state(self, view: Any) -> PlainState: ...

    def facts(self, view: Any, people: TablePeople) -> tuple[str, ...]:
        """How things stand, a line each: what everybody may know."""
        ...

    def question(self, view: Any, people: TablePeople) -> str:
        """What the reader is asked, or is waiting for. `view`: a seat's, or the public one."""
        ...

    def choices(self, view: Any, people: TablePeople) -> tuple[PlainChoice, ...]:
        """What the reader may do now; () where nothing is asked of them."""
        ...

    def action(self, form: Mapping[str, Sequence[str]]) -> Json:
        """The action a posted form means. Raises MalformedAction."""
        ...

    def sentence(self, event: Any, people: TablePeople) -> str:
        """An event as a line of the log; "" for what needs no words. Private events are told by it as well, to those
        who may hear them.
        """
        ...

    def result(self, view: Any, people: TablePeople) -> str:
        """How it ended, as a sentence; "" before the end."""
        ...

    def refusal(self, reason: str, params: Mapping[str, Any], people: TablePeople) -> str | None:
        """The sentence for a refusal of this game; None for a reason it does not know."""
        ...
