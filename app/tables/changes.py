"""What a use case wants of a table, and what follows from it: the words the executor and the use cases share."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from app.games.kernel.contract import Game, Json, PrivateEvent
from app.tables.model import Actor, Answer, Table
from app.tables.ports import DueRow, LogEntry, OpenPosition, StoredTable, UnitOfWork


@dataclass(frozen=True, slots=True)
class Logged:
    """What a change leaves in the log. `action` and `seat` None: what no seat did. `moment`: table time."""

    decision: int
    seat: int | None = None
    actor: Actor = Actor.HUMAN
    key: str | None = None
    action: Json | None = field(repr=False, default=None)
    answer: Answer | None = None
    moment: int | None = None
    events: tuple[Any, ...] = ()
    private: tuple[PrivateEvent, ...] = field(repr=False, default=())


@dataclass(frozen=True, slots=True)
class Change:
    """What a use case wants of a held table. `state` None = the game did not move. The executor counts the version.
    `by`: the person whose doing it is; `bans`: who may not come to this table any more; `concerns`: as `Transition`
    says it.
    """

    table: Table
    state: Any | None = field(repr=False, default=None)
    logged: Logged | None = None
    by_human: bool = True
    by: str | None = None
    bans: tuple[str, ...] = ()
    concerns: tuple[int, ...] | None = None


Decide = Callable[[UnitOfWork, Game, Any | None], Awaitable[Change | None]]
"""Given the held table, its game and the decoded state (None in the lobby): the change, or None for none."""


@dataclass(frozen=True, slots=True)
class Step:
    """One save in the making. `held`: the table before it; `states`: the game before and after, None in the lobby;
    `now`: epoch ms.
    """

    held: Table
    game: Game
    states: tuple[Any | None, Any | None] = field(repr=False)
    events: tuple[Any, ...]
    by: str | None
    now: int


class Consequences(Protocol):
    """What follows from every save, whatever it is about. The executor asks; it knows none of them."""

    def table_after(self, table: Table, step: Step) -> Table:
        """The changed table with its clocks, its notes and who has arrived."""
        ...

    def due_after(self, table: Table, step: Step) -> tuple[DueRow, ...]:
        """Everything that is to be done for this table from now on."""
        ...

    def positions_after(
        self, game: Game, ended: StoredTable, entries: tuple[LogEntry, ...]
    ) -> tuple[OpenPosition, ...]:
        """What is kept of a game that this save ends. `entries`: its whole log."""
        ...
