"""Stores the chat of tables. Chat has a version of its own: a line of chat leaves the version of the game as it is."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.engine import Row

from app.storage import schema
from app.storage.engine import Database
from app.storage.known_people import see_that_known
from app.tables.chat.chat import ChatMessage


class SqlChatRepository:
    """Implements `app.tables.chat.chat.ChatRepository`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, table_id: str, player: str, line: ChatMessage) -> int:
        chat, tables = schema.chat, schema.tables
        raised = update(tables).where(tables.c.id == table_id).values(chat_version=tables.c.chat_version + 1)
        values = {
            "table_id": table_id,
            "player": player,
            "seat": line.seat,
            "name": line.name,
            "kind": line.kind,
            "text": _text(line),
            "at": line.at,
        }
        async with self._database.write() as connection:
            # First: the table's row is held until the commit, so that lines get their ids in the order in
            # which they can be read, and nobody who asks for "what came after" misses one.
            version: int = (await connection.execute(raised.returning(tables.c.chat_version))).scalar_one()
            await see_that_known(connection, player)
            await connection.execute(insert(chat).values(values))
        return version

    async def lines(self, table_id: str, after: int, most: int) -> Sequence[ChatMessage]:
        chat = schema.chat.c
        query = (
            select(schema.chat)
            .where(chat.table_id == table_id, chat.id > after)
            .order_by(chat.id.desc())
            .limit(most)
        )
        async with self._database.ask() as connection:
            rows = (await connection.execute(query)).all()
        return [_line(row) for row in reversed(rows)]

    async def there(self, table_id: str, most: int) -> Sequence[int]:
        chat = schema.chat.c
        query = select(chat.id).where(chat.table_id == table_id).order_by(chat.id.desc()).limit(most)
        async with self._database.ask() as connection:
            return sorted((await connection.execute(query)).scalars())


def _text(line: ChatMessage) -> str:
    """As stored: the words, a reaction's code, and behind it whom a snowball is for ("snowball>2.0")."""
    return line.text if line.target is None else f"{line.text}>{line.target}.{line.figure}"


def _line(row: Row[Any]) -> ChatMessage:
    text, target, figure = row.text, None, 0
    if row.kind == "reaction" and ">" in text:
        text, _, aim = text.partition(">")
        seat, _, which = aim.partition(".")
        target, figure = int(seat), int(which)
    return ChatMessage(row.seat, row.name, row.kind, text, row.at, row.id, target, figure)
