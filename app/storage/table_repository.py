"""The repository of tables: reading, putting in, and holding one for a change. No decisions."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import BigInteger, ColumnElement, and_, case, func, literal, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.games.kernel.contract import Json
from app.players.model import Player
from app.storage import schema
from app.storage.appending import PostgresAppender, SqliteAppender
from app.storage.engine import Database
from app.storage.rows import contributions_of, due_of, entry_of, json_of, position_of, table_of, to_text
from app.storage.unit_of_work import (
    SqlUnitOfWork,
    earlier,
    id_query,
    insert_stored_table,
    open_first,
    open_statuses,
)
from app.tables.clocks import deadlines, notice_schedule, table_time
from app.tables.errors import Busy, NoSuchTable
from app.tables.model import Status, Table
from app.tables.ports import DueRow, LogEntry, OpenPosition, Saving, StoredTable

hold_limit_s = 3.5
"""How long a table is waited for, its lock in this process, a connection and its row together."""


class SqlTableRepository:
    """Implements `app.tables.ports.TableRepository` on SQLite and Postgres."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._appender = PostgresAppender(database) if database.is_postgres else SqliteAppender(database)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, table_id: str) -> AsyncIterator[None]:
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        try:
            async with asyncio.timeout(hold_limit_s):
                await lock.acquire()
        except TimeoutError:
            raise Busy from None
        try:
            yield
        finally:
            lock.release()

    async def earlier(self, table_id: str, seat: int, decision: int, key: str | None) -> Sequence[LogEntry]:
        async with self._database.ask() as connection:
            return await earlier(connection, table_id, seat, decision, key)

    async def append(self, saving: Saving, taken: DueRow | None) -> bool:
        return await self._appender.append(saving, taken)

    @asynccontextmanager
    async def hold(self, table_id: str) -> AsyncIterator[SqlUnitOfWork]:
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(hold_limit_s):
                    # The turn comes first: it is fair, and sixteen waiters do not occupy sixteen connections.
                    await stack.enter_async_context(self.turn(table_id))
                    connection = await stack.enter_async_context(self._database.write())
                    query = select(schema.tables).where(schema.tables.c.id == table_id)
                    row = (await connection.execute(query.with_for_update())).one_or_none()
                    if row is None:
                        raise NoSuchTable(table_id)
                    held = SqlUnitOfWork(connection, row, await _seats(connection, table_id))
            except TimeoutError:
                raise Busy from None
            yield held

    async def insert(self, stored_table: StoredTable, cards: Json | None = None) -> None:
        async with self._database.write() as connection:
            if cards is not None:
                await self._keep_deck(connection, stored_table.table.deck_hash, cards)
            await insert_stored_table(connection, stored_table)

    async def id_of(self, code: str) -> str | None:
        found = await self._database.rows(id_query(code))
        return found[0].id if found else None

    async def read(self, table_id: str) -> StoredTable | None:
        async with self._database.read() as connection:
            query = select(schema.tables).where(schema.tables.c.id == table_id)
            row = (await connection.execute(query)).one_or_none()
            if row is None:
                return None
            seats = await _seats(connection, table_id)
        return StoredTable(
            table=table_of(row, seats),
            state=None if row.state is None else json_of(row.state),
            secret=row.secret,
            contributions=contributions_of(row),
            entries=row.log_length,
        )

    async def tables_of(self, player: str, most: int) -> Sequence[Table]:
        tables = schema.tables.c
        mine = select(schema.seats.c.table_id).where(schema.seats.c.player == player)
        query = (
            select(schema.tables)
            .where(tables.id.in_(mine), tables.status != Status.CLOSED.value)
            .order_by(open_first, tables.created_at.desc())
            .limit(most)
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
            return [table_of(row, await _seats(connection, row.id)) for row in rows]

    async def hosts(self, table_ids: Sequence[str]) -> Mapping[str, str]:
        if not table_ids:
            return {}
        tables = schema.tables.c
        query = select(tables.id, tables.host).where(
            tables.id.in_(table_ids), tables.status.in_(open_statuses)
        )
        async with self._database.ask() as connection:
            return {row.id: row.host for row in await connection.execute(query)}

    async def touch(self, present: Mapping[str, Collection[str]], now: int) -> None:
        seats, tables = schema.seats.c, schema.tables
        people = {player for players in present.values() for player in players}
        if not people:
            return
        query = select(seats.table_id, seats.player).where(
            seats.table_id.in_(present), seats.player.in_(people)
        )
        async with self._database.write() as connection:
            rows = (await connection.execute(query)).all()
            # In one order everywhere: two processes that touch the same tables do not wait for each other.
            for table_id in sorted({row.table_id for row in rows if row.player in present[row.table_id]}):
                touched = update(tables).where(tables.c.id == table_id, tables.c.last_human_at < now)
                await connection.execute(touched.values(last_human_at=now))

    async def listed(self, since: int, most: int) -> Sequence[Table]:
        tables = schema.tables.c
        query = (
            select(schema.tables)
            .where(
                tables.status == Status.LOBBY.value,
                tables.visibility == "listed",
                tables.admits,
                tables.last_human_at >= since,
            )
            .order_by(tables.created_at.desc())
            .limit(most)
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
            return [table_of(row, await _seats(connection, row.id)) for row in rows]

    async def banned(self, table_id: str, player: str) -> bool:
        bans = schema.bans.c
        query = select(bans.player).where(bans.table_id == table_id, bans.player == player)
        async with self._database.ask() as connection:
            return (await connection.execute(query)).first() is not None

    async def player(self, player_id: str) -> Player | None:
        query = select(schema.players).where(schema.players.c.id == player_id)
        found = await self._database.rows(query)
        return Player(found[0].id, found[0].name, found[0].created_at) if found else None

    async def healthy(self) -> bool:
        try:
            async with asyncio.timeout(2), self._database.ask() as connection:
                await connection.execute(select(1))
        except (SQLAlchemyError, OSError, TimeoutError, Busy):
            return False
        return True

    async def versions(self, table_ids: Sequence[str]) -> Mapping[str, tuple[int, int]]:
        if not table_ids:
            return {}
        tables = schema.tables.c
        query = select(tables.id, tables.version, tables.chat_version).where(tables.id.in_(table_ids))
        return {row.id: (row.version, row.chat_version) for row in await self._database.rows(query)}

    async def log(self, table_id: str, after: int = 0) -> Sequence[LogEntry]:
        actions = schema.actions.c
        query = (
            select(schema.actions)
            .where(actions.table_id == table_id, actions.version > after)
            .order_by(actions.number)
        )
        return [entry_of(row) for row in await self._database.rows(query)]

    async def positions(self, table_id: str) -> Sequence[OpenPosition]:
        positions = schema.positions
        query = select(positions).where(positions.c.table_id == table_id).order_by(positions.c.number)
        async with self._database.ask() as connection:
            return [position_of(row) for row in await connection.execute(query)]

    async def deck(self, deck_hash: str) -> Json | None:
        """The cards kept under this hash, None without."""
        query = select(schema.decks.c.cards).where(schema.decks.c.hash == deck_hash)
        async with self._database.ask() as connection:
            cards = (await connection.execute(query)).scalar_one_or_none()
        return None if cards is None else json_of(cards)

    async def next_due(self, *, timers: bool = False) -> int | None:
        found = await self._database.rows(select(func.min(schema.due.c.at).label("at")).where(_ours(timers)))
        at: int | None = found[0].at
        return at

    async def claim(self, now: int, until: int, limit: int, *, timers: bool = False) -> Sequence[DueRow]:
        due = schema.due
        ripe = select(due.c.id).where(due.c.at <= now, _ours(timers))
        ripe = ripe.order_by(due.c.at, due.c.id).limit(limit)
        query = (
            update(due)
            .where(due.c.id.in_(ripe.with_for_update(skip_locked=True)))
            .values(at=until)
            .returning(due)
        )
        async with self._database.write() as connection:
            rows = (await connection.execute(query)).all()
        return [due_of(row) for row in sorted(rows, key=lambda row: row.id)]

    async def beat(self, now: int, longest: int) -> int:
        pulse, tables, due = schema.pulse, schema.tables, schema.due
        async with self._database.write() as connection:
            await connection.execute(self._insert(pulse).values(id=1, at=now).on_conflict_do_nothing())
            # The row is locked: of several processes that come back at once, the first finds the gap.
            query = select(pulse.c.at).where(pulse.c.id == 1).with_for_update()
            last: int = (await connection.execute(query)).scalar_one()
            gap = now - last
            if gap > 0:
                await connection.execute(update(pulse).values(at=now))
            if gap <= longest:
                return 0
            grown = literal(gap, BigInteger)
            clocks = due.c.kind.in_((deadlines.kind, table_time.kind))
            await connection.execute(update(due).where(clocks).values(at=due.c.at + grown))
            timed = and_(tables.c.started_at.is_not(None), tables.c.paused_at.is_(None))
            running = update(tables).where(
                tables.c.status == Status.PLAYING.value, or_(tables.c.deadline_at.is_not(None), timed)
            )
            changed = {
                "version": tables.c.version + 1,
                "concerned": None,
                "deadline_at": tables.c.deadline_at + grown,
                "stood_ms": case((timed, tables.c.stood_ms + grown), else_=tables.c.stood_ms),
            }
            await connection.execute(running.values(changed))
            # Nobody could be at a table meanwhile: it is deserted by that much less.
            open_ones = update(tables).where(tables.c.status.in_(open_statuses))
            await connection.execute(open_ones.values(last_human_at=tables.c.last_human_at + grown))
        return gap

    def _insert(self, table: Any) -> Any:
        """An INSERT that may say what to do on a conflict."""
        return (postgresql if self._database.is_postgres else sqlite).insert(table)

    async def _keep_deck(self, connection: AsyncConnection, deck_hash: str, cards: Json) -> None:
        row = {"hash": deck_hash, "cards": to_text(cards)}
        await connection.execute(self._insert(schema.decks).values(row).on_conflict_do_nothing())


def _ours(timers: bool) -> ColumnElement[bool]:
    """The due rows one of the two loops looks at."""
    kind = schema.due.c.kind
    return kind == table_time.kind if timers else kind.not_in((notice_schedule.kind, table_time.kind))


async def _seats(connection: AsyncConnection, table_id: str) -> Sequence[Any]:
    seats = schema.seats
    # A row is a tuple, so its own `index` hides a column of that name.
    place = seats.c["index"].label("place")
    query = select(seats, place).where(seats.c.table_id == table_id).order_by(place)
    return (await connection.execute(query)).all()
