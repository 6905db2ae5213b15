"""The end of a table's log as the process that wrote it knows it, and a unit of work on what is known.

An action that is the plain next one needs no more than this: the table, its state, and what was done so far for the
decision it stands at. Whatever else a use case asks for makes it hold the stored table instead.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from app.games.kernel.contract import Json
from app.tables.changes import Change
from app.tables.model import Status, Table
from app.tables.ports import DueRow, LogEntry, Saving, StoredTable

kept_ends = 2048
"""The oldest used goes first."""


class NeedsHold(Exception):
    """What was asked for is not known here."""


Look = Callable[[int, int, str | None], Awaitable[Sequence[LogEntry]]]
"""Asks the log for the entries of a seat and a decision, or with a key."""


@dataclass(frozen=True, slots=True)
class LogEnd:
    """At `version` the log has `entries` entries; those of `decision` are `latest`, all of them, in order. `decision`
    None: which they are is not known.
    """

    version: int
    entries: int
    decision: int | None = None
    latest: tuple[LogEntry, ...] = ()


class LogEnds:
    """Of the tables this process has read or saved."""

    def __init__(self) -> None:
        self._ends: OrderedDict[str, LogEnd] = OrderedDict()

    def of(self, table_id: str) -> LogEnd | None:
        return self._ends.get(table_id)

    def read(self, table: Table, entries: int) -> None:
        """The table was read with so many entries in its log."""
        known = self._ends.get(table.id)
        if known is None or known.version < table.version:
            self._keep(table.id, LogEnd(table.version, entries))

    def saved(self, table: Table, entries: int, *, decision: int | None, entry: LogEntry | None) -> None:
        """The version was saved, with this entry or without one; the log has `entries` now. `decision`: what the
        table stands at; None where every seat has its own, or in the lobby.
        """
        known = self._ends.get(table.id)
        latest: tuple[LogEntry, ...] = ()
        if decision is not None and (entry is None or entry.decision == decision):
            # The decision was there before: its entries are known if they were then, and nothing came in between.
            if known is None or (known.version, known.decision) != (table.version - 1, decision):
                decision = None
            else:
                latest = known.latest if entry is None else (*known.latest, entry)
        self._keep(table.id, LogEnd(table.version, entries, decision, latest))

    def _keep(self, table_id: str, end: LogEnd) -> None:
        self._ends[table_id] = end
        self._ends.move_to_end(table_id)
        while len(self._ends) > kept_ends:
            self._ends.popitem(last=False)


class KeptUnitOfWork:
    """Implements `app.tables.ports.UnitOfWork` for an action that follows on what is known; everything else raises
    NeedsHold. `taken`: the due row that must still be there when it is saved.
    """

    def __init__(self, table: Table, end: LogEnd, look: Look) -> None:
        self._table = table
        self._end = end
        self._look = look
        self.taken: DueRow | None = None

    @property
    def table(self) -> Table:
        return self._table

    @property
    def entries(self) -> int:
        return self._end.entries

    def bears(self, change: Change) -> bool:
        """Whether the change is an action that leaves the game going on."""
        return (
            change.state is not None
            and change.logged is not None
            and change.table.status is Status.PLAYING is self._table.status
            and not change.bans
        )

    async def earlier(self, seat: int, decision: int, key: str | None) -> Sequence[LogEntry]:
        """As long as the table stays at its version, the log says nothing else. Of a key that stands at an earlier
        decision the database will say so when this is saved.
        """
        if decision != self._end.decision:
            return await self._look(seat, decision, key)
        return [e for e in self._end.latest if e.seat == seat or (key is not None and e.key == key)]

    async def take_due(self, decision: int, seat: int, kind: str) -> bool:
        self.taken = DueRow(self._table.id, decision, seat, kind, 0)
        return True

    def state(self) -> Json | None:
        raise NeedsHold

    @property
    def secret(self) -> bytes:
        raise NeedsHold

    @property
    def contributions(self) -> tuple[bytes, ...]:
        raise NeedsHold

    async def log(self) -> Sequence[LogEntry]:
        raise NeedsHold

    async def banned(self, player: str) -> bool:  # noqa: ARG002  # of the protocol
        raise NeedsHold

    async def following(self) -> str | None:
        raise NeedsHold

    async def save(self, saving: Saving) -> None:  # noqa: ARG002  # of the protocol
        raise NeedsHold

    async def insert(self, stored_table: StoredTable) -> None:  # noqa: ARG002  # of the protocol
        raise NeedsHold
