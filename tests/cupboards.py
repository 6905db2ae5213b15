"""A cupboard in memory, for tests of the use cases. Storage's contract tests run on it too, so it tells no lies."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from app.games.kernel.contract import Json
from app.players.model import Player
from app.tables import calling
from app.tables.errors import NoSuchTable
from app.tables.model import Status, Table
from app.tables.ports import CodeTaken, Drawer, Due, Entry, OpenPosition, Saving

open_statuses = (Status.LOBBY, Status.PLAYING)


class MemoryHeld:
    def __init__(self, cupboard: "MemoryCupboard", drawer: Drawer) -> None:
        self._cupboard = cupboard
        self._drawer = drawer

    @property
    def table(self) -> Table:
        return self._drawer.table

    def state(self) -> Json | None:
        return self._drawer.state

    @property
    def secret(self) -> bytes:
        return self._drawer.secret

    @property
    def contributions(self) -> tuple[bytes, ...]:
        return self._drawer.contributions

    @property
    def entries(self) -> int:
        return len(self._cupboard.logs[self.table.id])

    async def earlier(self, seat: int, decision: int, key: str | None) -> Sequence[Entry]:
        return [
            e
            for e in self._cupboard.logs[self.table.id]
            if (e.seat, e.decision) == (seat, decision) or (key is not None and e.key == key)
        ]

    async def log(self) -> Sequence[Entry]:
        return list(self._cupboard.logs[self.table.id])

    async def take_due(self, decision: int, seat: int, kind: str) -> bool:
        return self._cupboard.due.pop((self.table.id, decision, seat, kind), None) is not None

    async def banned(self, player: str) -> bool:
        return (self.table.id, player) in self._cupboard.bans

    async def id_of(self, code: str) -> str | None:
        return await self._cupboard.id_of(code)

    async def save(self, saving: Saving) -> None:
        table = saving.table
        assert table.version == self._cupboard.drawers[table.id].table.version + 1
        state = self._drawer.state if saving.state is None else saving.state
        self._cupboard.drawers[table.id] = replace(self._drawer, table=table, state=state)
        if saving.entry is not None:
            self._cupboard.logs[table.id].append(saving.entry)
        if saving.positions:
            self._cupboard.opened[table.id] = list(saving.positions)
        self._cupboard.bans |= {(table.id, player) for player in saving.bans}
        if saving.due is not None:
            old = {k: v for k, v in self._cupboard.due.items() if k[0] == table.id}
            for key in old:
                del self._cupboard.due[key]
            for one in saving.due:
                key = (table.id, one.decision, one.seat, one.kind)
                self._cupboard.due[key] = old.get(key, one)

    async def insert(self, drawer: Drawer) -> None:
        await self._cupboard.insert(drawer)
        kept = {player for table_id, player in self._cupboard.bans if table_id == self.table.id}
        self._cupboard.bans |= {(drawer.table.id, player) for player in kept}


class MemoryCupboard:
    """Implements `app.tables.ports.Cupboard`; a change that fails leaves no trace, as in a database."""

    def __init__(self) -> None:
        self.drawers: dict[str, Drawer] = {}
        self.logs: defaultdict[str, list[Entry]] = defaultdict(list)
        self.opened: dict[str, list[OpenPosition]] = {}
        self.due: dict[tuple[str, int, int, str], Due] = {}
        self.people: dict[str, Player] = {}
        self.bans: set[tuple[str, str]] = set()
        self.beaten_at: int | None = None
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def hold(self, table_id: str) -> AsyncIterator[MemoryHeld]:
        async with self._lock:
            if table_id not in self.drawers:
                raise NoSuchTable(table_id)
            before = dict(self.drawers), dict(self.due), {k: list(v) for k, v in self.logs.items()}
            try:
                yield MemoryHeld(self, self.drawers[table_id])
            except BaseException:
                self.drawers, self.due = before[0], before[1]
                self.logs = defaultdict(list, before[2])
                raise

    async def insert(self, drawer: Drawer, cards: Json | None = None) -> None:  # noqa: ARG002  # decks are storage's
        taken = [d.table.code for d in self.drawers.values() if d.table.status in open_statuses]
        if drawer.table.code in taken:
            raise CodeTaken
        self.drawers[drawer.table.id] = replace(drawer, due=())
        self.due |= {(one.table_id, one.decision, one.seat, one.kind): one for one in drawer.due}

    async def id_of(self, code: str) -> str | None:
        found = [t for t in self._tables() if t.code == code and t.status is not Status.CLOSED]
        return found[0].id if found else None

    async def read(self, table_id: str) -> Drawer | None:
        return self.drawers.get(table_id)

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
        tables = [self.drawers[i].table for i in table_ids if i in self.drawers]
        return {t.id: (t.version, t.chat_version) for t in tables}

    async def log(self, table_id: str, after: int = 0) -> Sequence[Entry]:
        return [e for e in self.logs[table_id] if e.version > after]

    async def positions(self, table_id: str) -> Sequence[OpenPosition]:
        return self.opened.get(table_id, [])

    async def hosts(self, table_ids: Sequence[str]) -> Mapping[str, str]:
        tables = [self.drawers[i].table for i in table_ids if i in self.drawers]
        return {t.id: t.host for t in tables if t.status in open_statuses}

    async def touch(self, present: Mapping[str, Collection[str]], now: int) -> None:
        for table_id, players in present.items():
            drawer = self.drawers[table_id]
            if any(drawer.table.seat_of(player) for player in players):
                table = replace(drawer.table, last_human_at=max(now, drawer.table.last_human_at))
                self.drawers[table_id] = replace(drawer, table=table)

    async def listed(self, since: int, most: int) -> Sequence[Table]:
        listed = [t for t in self._tables() if t.status is Status.LOBBY and t.admits]
        return [t for t in listed if t.visibility == "listed" and t.last_human_at >= since][:most]

    async def next_due(self) -> int | None:
        return min((one.at for one in self.due.values() if one.kind != calling.kind), default=None)

    async def claim(self, now: int, until: int, limit: int) -> Sequence[Due]:
        mine = {k: one for k, one in self.due.items() if one.kind != calling.kind}
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
            if one.kind == "deadline":
                self.due[key] = replace(one, at=one.at + gap)
        for table_id, drawer in self.drawers.items():
            table = drawer.table
            if table.status is Status.PLAYING and table.deadline_at is not None:
                later = replace(table, version=table.version + 1, deadline_at=table.deadline_at + gap)
                self.drawers[table_id] = replace(drawer, table=later)
        return gap

    def _tables(self) -> list[Table]:
        tables = [drawer.table for drawer in self.drawers.values()]
        return sorted(tables, key=lambda t: (t.status not in open_statuses, -t.created_at))
