"""Everything the database knows of one person: to be handed out, or to be removed."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.games.kernel.contract import Json
from app.storage import schema
from app.storage.engine import Database
from app.storage.rows import Extras, json_of, to_text
from app.storage.unit_of_work import open_statuses
from app.tables.model import Acts, TableNote
from app.tables.names import distinct


class SqlErasureStore:
    """Implements `app.tables.after.erasure.ErasureStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def export(self, player: str) -> Json:
        players, sessions, tables = schema.players.c, schema.sessions.c, schema.tables.c
        seats, actions, chat, reports = schema.seats.c, schema.actions.c, schema.chat.c, schema.reports.c
        addresses, browsers = schema.addresses.c, schema.subscriptions.c
        place = seats["index"].label("place")
        queries = {
            "person": select(players.id, players.name, players.created_at).where(players.id == player),
            "sessions": select(sessions.created_at, sessions.seen_at).where(sessions.player == player),
            "tables": select(
                tables.id, tables.game, tables.status, tables.created_at, place, seats.name, seats.hats
            )
            .join(schema.seats, seats.table_id == tables.id)
            .where(seats.player == player),
            "actions": select(actions.table_id, actions.number, actions.decision, actions.action, actions.at)
            .join(schema.seats, (seats.table_id == actions.table_id) & (seats["index"] == actions.seat))
            .where(seats.player == player, actions.actor == "human")
            .order_by(actions.id),
            "chat": select(chat.table_id, chat.kind, chat.text, chat.at).where(chat.player == player),
            "addresses": select(addresses.address, addresses.language, addresses.confirmed_at).where(
                addresses.player == player
            ),
            "push": select(browsers.endpoint, browsers.language, browsers.created_at)
            .join(schema.sessions, sessions.token_hash == browsers.session)
            .where(sessions.player == player),
            "reports": select(reports.table_id, reports.text, reports.at).where(reports.by_player == player),
        }
        async with self._database.read() as connection:
            data: Json = {
                name: [dict(row) for row in (await connection.execute(query)).mappings()]
                for name, query in queries.items()
            }
        for row in data["actions"]:
            row["action"] = None if row["action"] is None else json_of(row["action"])
        for row in data["tables"]:
            row["hats"] = json_of(row["hats"])
        return data | {"person": data["person"][0] if data["person"] else None}

    async def open_tables(self, player: str) -> Sequence[str]:
        seats, tables = schema.seats.c, schema.tables.c
        query = (
            select(tables.id)
            .join(schema.seats, seats.table_id == tables.id)
            .where(seats.player == player, tables.status.in_(open_statuses))
            .order_by(tables.id)
        )
        async with self._database.ask() as connection:
            return list((await connection.execute(query)).scalars())

    async def forget(self, player: str, name: str) -> Sequence[str]:
        async with self._database.write() as connection:
            touched = await self._taken_out(connection, player, name)
            await connection.execute(delete(schema.limits).where(schema.limits.c.key.contains(player)))
            await connection.execute(delete(schema.sessions).where(schema.sessions.c.player == player))
            await connection.execute(delete(schema.players).where(schema.players.c.id == player))
        # What the person had begun has come by now, and nothing more will: see `known_people.py`. Looked for by itself,
        # because whoever stores it holds a table and waits for the person: in the other order that is a deadlock.
        async with self._database.write() as connection:
            touched |= await self._taken_out(connection, player, name)
        return sorted(touched)

    async def _taken_out(self, connection: AsyncConnection, player: str, name: str) -> set[str]:
        """Takes the person out of whatever is kept of tables; ids of those that knew of them."""
        tables, chat = schema.tables, schema.chat
        touched = await self._tables(connection, player)
        names: set[str] = set()
        for table_id in touched:
            # Locked one after another, in one order: savers hold one table at a time.
            locked = select(tables.c.notes, tables.c.status).where(tables.c.id == table_id).with_for_update()
            row = (await connection.execute(locked)).one()
            goes_on = row.status in open_statuses
            was = await self._seats(connection, table_id, player, name, goes_on=goes_on)
            names |= was
            await connection.execute(
                update(tables)
                .where(tables.c.id == table_id)
                .values(
                    version=tables.c.version + 1,
                    concerned=None,
                    chat_version=tables.c.chat_version + 1,
                    notes=_notes(row.notes, player, was, name),
                )
            )
        await connection.execute(update(tables).where(tables.c.host == player).values(host=""))
        await connection.execute(delete(chat).where(chat.c.player == player))
        occupancy, bans, reports = schema.occupancy, schema.bans, schema.reports
        await connection.execute(update(occupancy).where(occupancy.c.player == player).values(player=None))
        await connection.execute(delete(bans).where(bans.c.player == player))
        mine = update(reports).where(reports.c.by_player == player)
        await connection.execute(mine.values(by_player="", by_name=name))
        # Those of old times know a name only.
        nameless = and_(
            reports.c.about_player.is_(None),
            reports.c.table_id.in_(touched),
            reports.c.about_seat.is_not(None),
            reports.c.about_name.in_(names),
        )
        about = update(reports).where(or_(reports.c.about_player == player, nameless))
        await connection.execute(about.values(about_name=name, about_player=None))
        return set(touched)

    async def _tables(self, connection: AsyncConnection, player: str) -> list[str]:
        """Ids of all tables that know of the person."""
        seats, chat, tables = schema.seats.c, schema.chat.c, schema.tables.c
        seated = select(seats.table_id).where(or_(seats.player == player, seats.extras.contains(player)))
        spoken = select(chat.table_id).where(chat.player == player)
        noted = select(tables.id).where(tables.notes.contains(player))
        return sorted(set((await connection.execute(seated.union(spoken, noted))).scalars()))

    async def _seats(
        self, connection: AsyncConnection, table_id: str, player: str, name: str, *, goes_on: bool
    ) -> set[str]:
        """Takes the person out of a table's seats; the names they had there. `goes_on`: the game may wait for the seat,
        which nobody can take back any more.
        """
        seats = schema.seats
        place = seats.c["index"].label("place")
        query = select(seats, place).where(seats.c.table_id == table_id)
        rows = (await connection.execute(query)).all()
        names = [row.name for row in rows if row.player != player]
        was = set()
        for row in rows:
            values: dict[str, Any] = {}
            if row.player == player:
                was.add(row.name)
                names.append(distinct(name, names))
                values |= {"player": None, "name": names[-1]}
                values |= {"acts": Acts.BOT.value, "ready": True} if goes_on else {}
            if player in row.extras:
                values["extras"] = _extras(row.extras, player)
            if values:
                here = (seats.c.table_id == table_id) & (seats.c["index"] == row.place)
                await connection.execute(update(seats).where(here).values(values))
        return was


def _extras(raw: str, player: str) -> str:
    extras = msgspec.json.decode(raw, type=Extras)
    if extras.claim is not None and extras.claim.player == player:
        extras.claim = None
    if extras.proposed_by == player:
        extras.proposed_by = None
    return to_text(extras)


def renamed(raw: str, was: set[str], name: str) -> str:
    """A table's notes as stored, with `name` wherever one of these names stood."""
    return _notes(raw, "", was, name)


def _notes(raw: str, player: str, was: set[str], name: str) -> str:
    """The notes with `name` wherever the person, or one of their names at this table, stood."""
    notes = msgspec.json.decode(raw, type=tuple[TableNote, ...])
    was = was | {note.name for note in notes if player and note.by == player and note.name}
    return to_text(
        [
            TableNote(
                note.at,
                None if player and note.by == player else note.by,
                name if note.name in was else note.name,
                note.what,
                {
                    key: name if isinstance(value, str) and value in was else value
                    for key, value in note.params.items()
                },
            )
            for note in notes
        ]
    )
