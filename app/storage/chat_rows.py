"""What people said at tables. Chat has a version of its own: nothing said touches the game's."""

from collections.abc import Sequence

from sqlalchemy import insert, select, update

from app.storage import schema
from app.storage.engine import Database
from app.tables.talk import Line


class ChatRows:
    """Implements `app.tables.talk.ChatBook`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, table_id: str, player: str, line: Line) -> int:
        chat, tables = schema.chat, schema.tables
        raised = update(tables).where(tables.c.id == table_id).values(chat_version=tables.c.chat_version + 1)
        values = {
            "table_id": table_id,
            "player": player,
            "seat": line.seat,
            "name": line.name,
            "kind": line.kind,
            "text": line.text,
            "at": line.at,
        }
        async with self._database.write() as connection:
            # First: the table's row is held until the commit, so that lines get their ids in the order in
            # which they can be read, and nobody who asks for "what came after" misses one.
            version: int = (await connection.execute(raised.returning(tables.c.chat_version))).scalar_one()
            await connection.execute(insert(chat).values(values))
        return version

    async def lines(self, table_id: str, after: int, most: int) -> Sequence[Line]:
        chat = schema.chat.c
        query = (
            select(schema.chat)
            .where(chat.table_id == table_id, chat.id > after)
            .order_by(chat.id.desc())
            .limit(most)
        )
        async with self._database.ask() as connection:
            rows = (await connection.execute(query)).all()
        return [Line(r.seat, r.name, r.kind, r.text, r.at, r.id) for r in reversed(rows)]
