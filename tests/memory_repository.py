"""A cupboard in memory, for tests of the use cases. Storage's contract tests run on it too, so it tells no lies."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from app.games.kernel.contract import Json
from app.players.model import Player
from app.tables.clocks import notice_schedule
from app.tables.errors import NoSuchTable
from app.tables.model import Status, Table
from app.tables.ports import CodeTaken, DueRow, LogEntry, OpenPosition, Saving, StoredTable

open_statuses = (Status.LOBBY, Status.PLAYING)


class MemoryUnitOfWork:
    def __init__(self, repository: "MemoryTableRepository", stored_table: StoredTable) -> None:
        self._repository = repository
        self._stored_table = stored_table

    @property
    def table(self) -> Table:
        return self._stored_table.table

    def state(self) -> Json | None:
        return self._stored_table.state

    @property
    def secret(self) -> bytes:
        return self._stored_table.secret

    @property
    def contributions(self) -> tuple[bytes, ...]:
        return self._stored_table.contributions

    @property
    def entries(self) -> int:
        return len(self._repository.logs[self.table.id])

    async def earlier(self, seat: int, decision: int, key: str | None) -> Sequence[LogEntry]:
        return [
            e
            for e in self._repository.logs[self.table.id]
            if (e.seat, e.decision) == (seat, decision) or (key is not None and e.key == key)
        ]

    async def log(self) -> Sequence[LogEntry]:
        return list(self._repository.logs[self.table.id])

    async def take_due(self, decision: int, seat: int, kind: str) -> bool:
        return self._repository.due.pop((self.table.id, decision, seat, kind), None) is not None

    async def banned(self, player: str) -> bool:
        return (self.table.id, player) in self._repository.bans

    async def following(self) -> str | None:
        found = [
            t
            for t in self._repository._tables()
            if t.code == self.table.next_code
            and t.previous_id == self.table.id
            and t.status is not Status.CLOSED
        ]
        return found[0].id if found else None

    async def save(self, saving: Saving) -> None:
        table = saving.table
        assert table.version == self._repository.table_repository[table.id].table.version + 1
        state = self._stored_table.state if saving.state is None else saving.state
        self._repository.table_repository[table.id] = replace(self._stored_table, table=table, state=state)
        if saving.entry is not None:
            self._repository.logs[table.id].append(saving.entry)
        if saving.positions:
            self._repository.opened[table.id] = list(saving.positions)
        self._repository.bans |= {(table.id, player) for player in saving.bans}
        if saving.due is not None:
            old = {k: v for k, v in self._repository.due.items() if k[0] == table.id}
            for key in old:
                del self._repository.due[key]
            for one in saving.due:
                key = (table.id, one.decision, one.seat, one.kind)
                kept = old.get(key, one)
                earlier = one.sooner and one.at < kept.at
                self._repository.due[key] = one if earlier or one.moves else kept

    async def insert(self, stored_table: StoredTable) -> None:
        await self._repository.insert(stored_table)
        kept = {player for table_id, player in self._repository.bans if table_id == self.table.id}
        self._repository.bans |= {(stored_table.table.id, player) for player in kept}


class MemoryTableRepository:
    """Implements `app.tables.ports.Cupboard`; a change that fails leaves no trace, as in a database."""

    def __init__(self) -> None:
        self.table_repository: dict[str, StoredTable] = {}
        self.logs: defaultdict[str, list[LogEntry]] = defaultdict(list)
        self.opened: dict[str, list[OpenPosition]] = {}
        self.due: dict[tuple[str, int, int, str], DueRow] = {}
        self.people: dict[str, Player] = {}
        self.bans: set[tuple[str, str]] = set()
        self.beaten_at: int | None = None
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def turn(self, table_id: str) -> AsyncIterator[None]:
        assert table_id
        yield

    async def earlier(self, table_id: str, seat: int, decision: int, key: str | None) -> Sequence[LogEntry]:
        return await MemoryUnitOfWork(self, self.table_repository[table_id]).earlier(seat, decision, key)

    async def append(self, saving: Saving, taken: DueRow | None) -> bool:
        assert saving.entry is not None
        table_id = saving.table.id
        if taken is not None and (table_id, taken.decision, taken.seat, taken.kind) not in self.due:
            return False
        keys = {e.key for e in self.logs[table_id] if e.key is not None}
        if (
            self.table_repository[table_id].table.version != saving.table.version - 1
            or saving.entry.key in keys
        ):
            return False
        await MemoryUnitOfWork(self, self.table_repository[table_id]).save(saving)
        return True

    @asynccontextmanager
    async def hold(self, table_id: str) -> AsyncIterator[MemoryUnitOfWork]:
        async with self._lock:
            if table_id not in self.table_repository:
                raise NoSuchTable(table_id)
            before = dict(self.table_repository), dict(self.due), {k: list(v) for k, v in self.logs.items()}
            try:
                yield MemoryUnitOfWork(self, self.table_repository[table_id])
            except BaseException:
                self.table_repository, self.due = before[0], before[1]
                self.logs = defaultdict(list, before[2])
                raise

    async def insert(self, stored_table: StoredTable, cards: Json | None = None) -> None:  # noqa: ARG002  # decks are storage's
        taken = [d.table.code for d in self.table_repository.values() if d.table.status in open_statuses]
        if stored_table.table.code in taken:
            raise CodeTaken
        self.table_repository[stored_table.table.id] = replace(stored_table, due=())
        self.due |= {(one.table_id, one.decision, one.seat, one.kind): one for one in stored_table.due}

    async def id_of(self, code: str) -> str | None:
        found = [t for t in self._tables() if t.code == code and t.status is not Status.CLOSED]
        return found[0].id if found else None

    async def read(self, table_id: str) -> StoredTable | None:
        stored = self.table_repository.get(table_id)
        return None if stored is None else replace(stored, entries=len(self.logs[table_id]))

    async def tables_of(self, player: str, most: int) -> Sequence[Table]:
        mine = [t for t in self._tables() if t.seat_of(player) and t.status is not Status.CLOSED]
        return mine[:most]

    async def banned(self, table_id: str, player: str) -> bool:
        return (table_id, player) in self.bans

    async def player(self, player_id: str) -> Player | None:
        return self.people.get(player_id)

    async def healthy(self) -> bool:
        return True

    async def versions(self, table_ids: Sequence[str]) -> Mapping[str, tuple[int, int]]:
        tables = [self.table_repository[i].table for i in table_ids if i in self.table_repository]
        return {t.id: (t.version, t.chat_version) for t in tables}

    async def log(self, table_id: str, after: int = 0) -> Sequence[LogEntry]:
        return [e for e in self.logs[table_id] if e.version > after]

    async def positions(self, table_id: str) -> Sequence[OpenPosition]:
        return self.opened.get(table_id, [])

    async def hosts(self, table_ids: Sequence[str]) -> Mapping[str, str]:
        tables = [self.table_repository[i].table for i in table_ids if i in self.table_repository]
        return {t.id: t.host for t in tables if t.status in open_statuses}

    async def touch(self, present: Mapping[str, Collection[str]], now: int) -> None:
        for table_id, players in present.items():
            stored_table = self.table_repository[table_id]
            if any(stored_table.table.seat_of(player) for player in players):
                table = replace(stored_table.table, last_human_at=max(now, stored_table.table.last_human_at))
                self.table_repository[table_id] = replace(stored_table, table=table)

    async def listed(self, since: int, most: int) -> Sequence[Table]:
        listed = [t for t in self._tables() if t.status is Status.LOBBY and t.settings.admits]
        return [t for t in listed if t.settings.listed and t.last_human_at >= since][:most]

    async def next_due(self, *, timers: bool = False) -> int | None:
        return min((one.at for one in self.due.values() if _ours(one, timers)), default=None)

    async def claim(self, now: int, until: int, limit: int, *, timers: bool = False) -> Sequence[DueRow]:
        mine = {k: one for k, one in self.due.items() if _ours(one, timers)}
        ripe = sorted((k for k, one in mine.items() if one.at <= now), key=lambda k: self.due[k].at)
        for key in ripe[:limit]:
            self.due[key] = replace(self.due[key], at=until)
        return [self.due[key] for key in ripe[:limit]]

    async def beat(self, now: int, longest: int) -> int:
        gap = now - (now if self.beaten_at is None else self.beaten_at)
        self.beaten_at = max(now, self.beaten_at or now)
        if gap <= longest:
            return 0
        for key, one in self.due.items():
            if one.kind in ("deadline", "rule"):
                self.due[key] = replace(one, at=one.at + gap)
        for table_id, stored_table in self.table_repository.items():
            table = stored_table.table
            if table.status in open_statuses:
                table = replace(table, last_human_at=table.last_human_at + gap)
                self.table_repository[table_id] = replace(stored_table, table=table)
            timed = table.started_at is not None and table.paused_at is None
            if table.status is Status.PLAYING and (table.deadline_at is not None or timed):
                later = replace(table, version=table.version + 1, concerned=None)
                if table.deadline_at is not None:
                    later = replace(later, deadline_at=table.deadline_at + gap)
                if timed:
                    later = replace(later, stood_ms=table.stood_ms + gap)
                self.table_repository[table_id] = replace(stored_table, table=later)
        return gap

    def _tables(self) -> list[Table]:
        tables = [stored_table.table for stored_table in self.table_repository.values()]
        return sorted(tables, key=lambda t: (t.status not in open_statuses, -t.created_at))


def _ours(due: DueRow, timers: bool) -> bool:
    return due.kind == "rule" if timers else due.kind not in ("rule", notice_schedule.kind)
