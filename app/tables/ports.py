"""What the table needs from outside: a repository, a bus, a clock, and who is here. Fakes stand in for
them in tests.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Protocol

from app.games.kernel.contract import Json, PrivateEvent
from app.players.model import Player
from app.tables.model import Announcement, Table

Clock = Callable[[], int]
"""UTC epoch milliseconds."""


class Bus(Protocol):
    def publish(self, announcement: Announcement) -> None:
        """Tells every process that a table has a new version. Called after the commit; never blocks, never
        raises.
        """
        ...


class Presence(Protocol):
    def absent_since(self, table_id: str, player: str) -> int | None:
        """Epoch ms since when the player has had no open page at this table; None = is there now."""
        ...

    def seen(self, table_id: str, player: str) -> None:
        """The player has just done something at this table: absence counts from here at the earliest."""
        ...

    def present(self, table_id: str) -> frozenset[str]:
        """Players with an open page at this table, in any process."""
        ...

    def tables(self) -> Sequence[str]:
        """Tables with an open page in this process."""
        ...

    @property
    def heard(self) -> "News": ...


class News(Protocol):
    """What this process was told of tables that have an open page in it."""

    def of(self, table_id: str) -> tuple[int, int] | None:
        """(version, chat version) of the newest news; None: unknown, the database has to be asked."""
        ...

    def count(self, table_id: str) -> int:
        """Changes with every news of the table."""
        ...

    def learned(self, table_id: str, versions: tuple[int, int], *, asked_at: int) -> None:
        """What the database has said; `asked_at`: `count` of then. With no news since, this is the newest."""
        ...


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a table's log. `number` counts from 1; `version` is the save it belongs to.

    `seat`, `action`, `answer` are None for what no seat did (the start). `key`: the sender's idempotency key.
    `action` is canonical JSON of the game and may be hidden from others; `events` are public. `moment`: table time,
    where time is a rule of the game. `private`: what only some seats may hear, each event as JSON.
    """

    number: int
    version: int
    decision: int
    seat: int | None
    actor: str
    key: str | None
    action: Json | None = field(repr=False)
    answer: Json | None
    events: tuple[Json, ...]
    at: int
    moment: int | None = None
    private: tuple[PrivateEvent, ...] = field(repr=False, default=())


@dataclass(frozen=True, slots=True)
class DueRow:
    """Something to be done for a seat's decision at `at` (epoch ms) by whoever claims it. `kind`: "bot", or
    "deadline" for a clock,
    "chair" (decision and seat 0) for the held seats of a lobby, or "notice" for a person who may be away. A row that
    is there already keeps its time, unless this one comes `sooner`, or is one that `moves`. "rule": the next timer of
    a game's rules (decision and seat 0).
    """

    table_id: str
    decision: int
    seat: int
    kind: str
    at: int
    sooner: bool = False
    moves: bool = False


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A stored table with its game's state as JSON (None in the lobby), and what nobody may see before the
    end. `due`: rows a new table is put in with; `entries`: how many its log has.
    """

    table: Table
    state: Json | None = field(repr=False)
    secret: bytes = field(repr=False)
    contributions: tuple[bytes, ...] = field(repr=False, default=())
    due: tuple[DueRow, ...] = ()
    entries: int = 0


@dataclass(frozen=True, slots=True)
class OpenPosition:
    """What a game that is over stood at before round `number` (from 1, through all heats): everything, in the game's
    own lasting form. `entry`: number of the log's entry that led there.
    """

    number: int
    entry: int
    position: Json = field(repr=False)


@dataclass(frozen=True, slots=True)
class Saving:
    """What one save writes. `at`: epoch ms. `state` None = unchanged. `due`: all rows this table has from
    now on (those that exist keep their time), None = as they are. `bans`: players kept out from now on.
    `positions`: with the save that ends the game, and no other.
    """

    table: Table
    at: int
    state: Json | None = field(repr=False, default=None)
    entry: LogEntry | None = None
    due: tuple[DueRow, ...] | None = None
    bans: tuple[str, ...] = ()
    positions: tuple[OpenPosition, ...] = ()


class UnitOfWork(Protocol):
    """One table, locked for this writer until the block ends; then everything is committed, or nothing."""

    @property
    def table(self) -> Table: ...

    def state(self) -> Json | None:
        """The stored state, decoded now."""
        ...

    @property
    def secret(self) -> bytes: ...

    @property
    def contributions(self) -> tuple[bytes, ...]: ...

    @property
    def entries(self) -> int:
        """Number of the latest entry of the log, 0 without any."""
        ...

    async def earlier(self, seat: int, decision: int, key: str | None) -> Sequence[LogEntry]:
        """Entries with this key or of this seat for this decision, in order."""
        ...

    async def log(self) -> Sequence[LogEntry]:
        """All entries, in order."""
        ...

    async def take_due(self, decision: int, seat: int, kind: str) -> bool:
        """Removes a due row; False if it was not there (done already, or called off)."""
        ...

    async def banned(self, player: str) -> bool:
        """Whether this person was taken off the table."""
        ...

    async def following(self) -> str | None:
        """Id of the table that `next_code` leads to, if it is still there; its code may be another table's by now."""
        ...

    async def save(self, saving: Saving) -> None:
        """Writes the table as its next version, which must be one above the stored one."""
        ...

    async def insert(self, stored_table: StoredTable) -> None:
        """Puts a new table beside this one, in the same transaction; who was kept out here is kept out there.
        Raises CodeTaken.
        """
        ...


class CodeTaken(Exception):
    """An open table has this code already."""


class TableRepository(Protocol):
    """Tables, their logs and what is due. Reading never waits for a writer."""

    def hold(self, table_id: str) -> AbstractAsyncContextManager[UnitOfWork]:
        """Locks a table for one change. Raises NoSuchTable."""
        ...

    def turn(self, table_id: str) -> AbstractAsyncContextManager[object]:
        """One change of a table at a time in this process; `hold` takes a turn of its own. Raises Busy."""
        ...

    async def earlier(self, table_id: str, seat: int, decision: int, key: str | None) -> Sequence[LogEntry]:
        """As `UnitOfWork.earlier`, of a table nobody holds."""
        ...

    async def append(self, saving: Saving, taken: DueRow | None) -> bool:
        """Writes an action of the game in one piece, without having held the table; seats, bans and positions stay as
        they are. `taken`: a due row that must be there still, and goes. False: nothing was written, for the stored
        version is not the one before, the key was used, or the row has gone.
        """
        ...

    async def insert(self, stored_table: StoredTable, cards: Json | None = None) -> None:
        """Puts in a new table with its seats, and the deck's cards if its hash is new. Raises CodeTaken."""
        ...

    async def id_of(self, code: str) -> str | None:
        """The open table of this code, else the latest finished one."""
        ...

    async def read(self, table_id: str) -> StoredTable | None: ...

    async def tables_of(self, player: str, most: int) -> Sequence[Table]:
        """Tables the person has a seat at, open ones first, newest first; closed ones left out."""
        ...

    async def banned(self, table_id: str, player: str) -> bool:
        """Whether this person was taken off this table."""
        ...

    async def player(self, player_id: str) -> Player | None:
        """Who a person is."""
        ...

    async def healthy(self) -> bool:
        """Whether the database answers."""
        ...

    async def versions(self, table_ids: Sequence[str]) -> Mapping[str, tuple[int, int]]:
        """Id -> (version, chat version), unknown ids left out."""
        ...

    async def log(self, table_id: str, after: int = 0) -> Sequence[LogEntry]:
        """Entries of versions above `after`, in order."""
        ...

    async def positions(self, table_id: str) -> Sequence[OpenPosition]:
        """The open positions kept when the game ended, in order; none before."""
        ...

    async def next_due(self, *, timers: bool = False) -> int | None:
        """When the earliest due row falls due. `timers`: of those of the rules alone; else these are left out, and
        notices always: they are called by `app/notices`.
        """
        ...

    async def claim(self, now: int, until: int, limit: int, *, timers: bool = False) -> Sequence[DueRow]:
        """Rows due by `now`, of those `next_due` looks at, each handed to one caller alone until `until`;
        then, if still there, they fall due again.
        """
        ...

    async def beat(self, now: int, longest: int) -> int:
        """Notes that a server is alive at `now`. If none was for more than `longest` ms, every running clock
        grows by that gap and every table's time stood for it, once for all processes; the gap, else 0.
        """
        ...

    async def hosts(self, table_ids: Sequence[str]) -> Mapping[str, str]:
        """Id -> host, of those that are in the lobby or being played."""
        ...

    async def touch(self, present: Mapping[str, Collection[str]], now: int) -> None:
        """Notes that people were there at `now`: table id -> players present; counts if one has a seat. No
        version rises.
        """
        ...

    async def listed(self, since: int, most: int) -> Sequence[Table]:
        """Listed lobbies that admit newcomers and had people since then (epoch ms), newest first."""
        ...
