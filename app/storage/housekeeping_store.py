"""Housekeeping's queries, and what an operator looks at."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Integer, case, cast, delete, exists, func, insert, literal, select, update

from app.storage import schema
from app.storage.engine import Database
from app.storage.known_people import see_that_known
from app.storage.unit_of_work import open_statuses
from app.tables.after.housekeeping import Purged
from app.tables.chat.reports import Report
from app.tables.clocks.deadlines import by_days_s
from app.tables.model import Status


class SqlHousekeepingStore:
    """Implements `app.tables.after.housekeeping.HousekeepingStore` and `app.tables.chat.reports.ReportRepository`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def deserted(self, now: int, grace: int, most: int) -> Sequence[str]:
        tables = schema.tables.c
        # In seconds: the sum stays small on both engines.
        allowed = case((tables.clock >= by_days_s, 2 * tables.clock), else_=literal(grace // 1000, Integer))
        query = (
            select(tables.id)
            .where(
                tables.status.in_(open_statuses),
                cast((now - tables.last_human_at) / 1000, Integer) >= allowed,
            )
            .order_by(tables.last_human_at)
            .limit(most)
        )
        async with self._database.ask() as connection:
            return list((await connection.execute(query)).scalars())

    async def purge(self, before: int, now: int, most: int) -> Purged:
        tables, chat, limits, codes = schema.tables, schema.chat, schema.limits, schema.device_codes
        closed = tables.c.status == Status.CLOSED.value
        old = select(tables.c.id).where(closed, tables.c.last_human_at < before).limit(most)
        ended = select(tables.c.id).where(
            tables.c.status == Status.OVER.value, tables.c.last_human_at < before
        )
        players, sessions, seats, addresses = schema.players, schema.sessions, schema.seats, schema.addresses
        strangers = (
            select(players.c.id)
            .where(
                players.c.created_at < before,
                players.c.recovery_hash.is_(None),
                ~exists().where(sessions.c.player == players.c.id, sessions.c.seen_at >= before),
                ~exists().where(seats.c.player == players.c.id),
                ~exists().where(addresses.c.player == players.c.id, addresses.c.confirmed_at.is_not(None)),
            )
            .limit(most)
        )
        async with self._database.write() as connection:
            ids = list((await connection.execute(old.with_for_update(skip_locked=True))).scalars())
            # Named again: only what is closed goes, whatever happened since.
            gone = await connection.execute(delete(tables).where(tables.c.id.in_(ids), closed))
            lines = await connection.execute(delete(chat).where(chat.c.table_id.in_(ended)))
            buckets = await connection.execute(delete(limits).where(limits.c.until <= now))
            expired = await connection.execute(delete(codes).where(codes.c.expires_at <= now))
            people = await connection.execute(delete(players).where(players.c.id.in_(strangers)))
        return Purged(gone.rowcount, lines.rowcount, people.rowcount, buckets.rowcount + expired.rowcount)

    async def add(self, report: Report) -> None:
        names = ("table_id", "by_player", "by_name", "about_seat", "about_name", "text", "at", "about_player")
        values = {name: getattr(report, name) for name in names}
        async with self._database.write() as connection:
            await see_that_known(connection, *filter(None, (report.by_player, report.about_player)))
            await connection.execute(insert(schema.reports).values(values))

    async def reports(self, *, done: bool, most: int) -> Sequence[Report]:
        rows = schema.reports
        query = select(rows).where(rows.c.done == done).order_by(rows.c.id.desc()).limit(most)
        async with self._database.ask() as connection:
            found = (await connection.execute(query)).all()
        return [
            Report(
                r.table_id,
                r.by_player,
                r.by_name,
                r.about_seat,
                r.about_name,
                r.text,
                r.at,
                r.id,
                bool(r.done),
                r.about_player,
            )
            for r in found
        ]

    async def settle(self, report_id: int) -> bool:
        rows = schema.reports
        query = update(rows).where(rows.c.id == report_id).values(done=True)
        async with self._database.write() as connection:
            return bool((await connection.execute(query)).rowcount)

    async def overview(self, status: str | None, most: int) -> Sequence[Mapping[str, Any]]:
        """Tables for an operator, latest people first: id, code, game, status, seats, people, version, times in
        epoch ms. Nothing of any state.
        """
        tables, seats = schema.tables.c, schema.seats.c
        query = (
            select(
                tables.id,
                tables.code,
                tables.game,
                tables.status,
                tables.version,
                tables.clock,
                tables.created_at,
                tables.last_human_at,
                func.count(seats.table_id).label("seats"),
                func.count(seats.player).label("people"),
            )
            .select_from(schema.tables.outerjoin(schema.seats, seats.table_id == tables.id))
            .group_by(tables.id)
            .order_by(tables.last_human_at.desc())
            .limit(most)
        )
        if status is not None:
            query = query.where(tables.status == status)
        async with self._database.ask() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    async def stats(self) -> Mapping[str, Any]:
        """Numbers of rows: tables by status, people, sessions, actions, chat, open reports."""
        tables = schema.tables.c
        counted: dict[str, Any] = {}
        async with self._database.read() as connection:
            by_status = select(tables.status, func.count()).group_by(tables.status)
            found = {row[0]: row[1] for row in await connection.execute(by_status)}
            counted["tables"] = {status.value: found.get(status.value, 0) for status in Status}
            for table in (schema.players, schema.sessions, schema.actions, schema.chat):
                counted[table.name] = await connection.scalar(select(func.count()).select_from(table))
            waiting = select(func.count()).select_from(schema.reports).where(~schema.reports.c.done)
            counted["reports"] = await connection.scalar(waiting)
        return counted
