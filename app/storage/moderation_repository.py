"""Stores what an operator decides about people, and who is let in: see `app/players/registration.py`."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Table, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.players.registration import Registration
from app.storage import schema
from app.storage.engine import Database
from app.storage.erasure_store import renamed
from app.storage.unit_of_work import open_statuses
from app.tables.names import distinct


class SqlModerationRepository:
    """Implements `app.players.registration.Gate`. A person is named by id; False and None stand for one not known."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def registration(self) -> Registration:
        switches = schema.switches.c
        found = await self._database.rows(select(switches.value).where(switches.name == "registration"))
        return Registration(found[0].value if found else Registration.OPEN)

    async def set_registration(self, to: Registration) -> None:
        switches = schema.switches
        async with self._database.write() as connection:
            await connection.execute(delete(switches).where(switches.c.name == "registration"))
            await connection.execute(insert(switches).values(name="registration", value=to.value))

    async def banned(self, token_hashes: Collection[str]) -> bool:
        if not token_hashes:
            return False
        players, sessions = schema.players.c, schema.sessions.c
        query = (
            select(func.count())
            .select_from(schema.sessions.join(schema.players, players.id == sessions.player))
            .where(sessions.token_hash.in_(sorted(token_hashes)), players.banned_at.is_not(None))
        )
        async with self._database.ask() as connection:
            return bool(await connection.scalar(query))

    async def open_tables(self) -> int:
        tables = schema.tables.c
        query = select(func.count()).select_from(schema.tables).where(tables.status.in_(open_statuses))
        async with self._database.ask() as connection:
            return (await connection.scalar(query)) or 0

    async def people(self, name: str, most: int) -> Sequence[Mapping[str, Any]]:
        """People whose name, now or at a table, or id holds this, the latest seen first. Times in epoch ms."""
        players, sessions, seats = schema.players.c, schema.sessions.c, schema.seats.c
        part = f"%{name.replace('%', '').lower()}%"
        as_seated = select(seats.player).where(func.lower(seats.name).like(part))
        query = (
            select(
                players.id,
                players.name,
                players.created_at,
                func.max(sessions.seen_at).label("seen_at"),
                func.count(sessions.token_hash).label("sessions"),
                players.banned_at,
            )
            .select_from(schema.players.outerjoin(schema.sessions, sessions.player == players.id))
            .where(or_(func.lower(players.name).like(part), players.id == name, players.id.in_(as_seated)))
            .group_by(players.id)
            .order_by(func.coalesce(func.max(sessions.seen_at), players.created_at).desc())
            .limit(most)
        )
        async with self._database.ask() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    async def ban(self, player: str, at: int | None) -> bool:
        """`at`: epoch ms, None = not any more. The sessions stay, so that their browsers stay known as banned; every
        other way back goes, and so do the ways to call them.
        """
        players = schema.players
        values: dict[str, Any] = {"banned_at": at}
        if at is not None:
            values["recovery_hash"] = None
        async with self._database.write() as connection:
            done = await connection.execute(update(players).where(players.c.id == player).values(values))
            if at is not None:
                for rows in (schema.device_codes, schema.addresses):
                    await connection.execute(delete(rows).where(rows.c.player == player))
                mine = select(schema.sessions.c.token_hash).where(schema.sessions.c.player == player)
                browsers = schema.subscriptions
                await connection.execute(delete(browsers).where(browsers.c.session.in_(mine)))
        return bool(done.rowcount)

    async def rename(self, player: str, name: str) -> Sequence[str] | None:
        """Another name, here and at every table, in its notes and chat, too; ids of the tables changed."""
        players, tables, seats, chat = schema.players, schema.tables, schema.seats, schema.chat
        async with self._database.write() as connection:
            known = update(players).where(players.c.id == player).values(name=name)
            if not (await connection.execute(known)).rowcount:
                return None
            seated = select(seats.c.table_id).where(seats.c.player == player)
            spoken = select(chat.c.table_id).where(chat.c.player == player)
            touched = sorted(set((await connection.execute(seated.union(spoken))).scalars()))
            for table_id in touched:
                locked = select(tables.c.notes).where(tables.c.id == table_id).with_for_update()
                notes: str = (await connection.execute(locked)).scalar_one()
                was, now = await _seat(connection, table_id, player, name)
                own = (chat.c.table_id == table_id) & (chat.c.player == player)
                await connection.execute(update(chat).where(own).values(name=now))
                values = {
                    "version": tables.c.version + 1,
                    "concerned": None,
                    "chat_version": tables.c.chat_version + 1,
                    "notes": renamed(notes, was, now),
                }
                await connection.execute(update(tables).where(tables.c.id == table_id).values(values))
        return touched

    async def chat(self, table_id: str, most: int) -> Sequence[Mapping[str, Any]]:
        """The chat of a table, the latest line first: id, player, name, text, at (epoch ms)."""
        chat = schema.chat.c
        query = (
            select(chat.id, chat.player, chat.name, chat.text, chat.at)
            .where(chat.table_id == table_id, chat.kind == "text")
            .order_by(chat.id.desc())
            .limit(most)
        )
        async with self._database.ask() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    async def unsay(self, table_id: str, line: int) -> bool:
        """Takes a line away; pages learn it by the chat's new version."""
        chat, tables = schema.chat, schema.tables
        async with self._database.write() as connection:
            raised = update(tables).where(tables.c.id == table_id)
            await connection.execute(raised.values(chat_version=tables.c.chat_version + 1))
            gone = delete(chat).where(chat.c.table_id == table_id, chat.c.id == line)
            return bool((await connection.execute(gone)).rowcount)


async def _seat(connection: AsyncConnection, table_id: str, player: str, name: str) -> tuple[set[str], str]:
    """Renames the person's seat; the name it had, and the one it has, which is like no neighbour's."""
    seats: Table = schema.seats
    rows = (await connection.execute(select(seats).where(seats.c.table_id == table_id))).mappings().all()
    now = distinct(name, [row["name"] for row in rows if row["player"] != player])
    was = {row["name"] for row in rows if row["player"] == player}
    mine = (seats.c.table_id == table_id) & (seats.c.player == player)
    await connection.execute(update(seats).where(mine).values(name=now))
    return was, now
