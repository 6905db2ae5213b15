"""The guest book's rows: people and their sessions."""

from sqlalchemy import insert, select, update
from sqlalchemy.engine import Row
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.players.model import Player
from app.storage import schema
from app.storage.engine import Database


class GuestRows:
    """Implements `app.players.guests.GuestBook`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def player_of(self, token_hash: str, seen_at: int, seen_every: int) -> Player | None:
        sessions = schema.sessions.c
        query = (
            select(schema.players, sessions.seen_at)
            .join(schema.sessions, sessions.player == schema.players.c.id)
            .where(sessions.token_hash == token_hash)
        )
        async with self._database.ask() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            return None
        if seen_at - row.seen_at >= seen_every:
            async with self._database.write() as connection:
                touched = update(schema.sessions).where(sessions.token_hash == token_hash)
                await connection.execute(touched.values(seen_at=seen_at))
        return _player(row)

    async def add(self, player: Player, token_hash: str) -> Player:
        try:
            async with self._database.write() as connection:
                known = await _known(connection, token_hash)
                if known is not None:
                    return known
                values = {"id": player.id, "name": player.name, "created_at": player.created_at}
                await connection.execute(insert(schema.players).values(values))
                session = {
                    "token_hash": token_hash,
                    "player": player.id,
                    "created_at": player.created_at,
                    "seen_at": player.created_at,
                }
                await connection.execute(insert(schema.sessions).values(session))
        except IntegrityError:
            # Two tabs at once: the other one was first.
            async with self._database.ask() as connection:
                known = await _known(connection, token_hash)
            if known is None:
                raise
            return known
        return player

    async def rename(self, player_id: str, name: str) -> Player | None:
        players = schema.players
        query = update(players).where(players.c.id == player_id).values(name=name).returning(players)
        async with self._database.write() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _player(row)


async def _known(connection: AsyncConnection, token_hash: str) -> Player | None:
    query = (
        select(schema.players)
        .join(schema.sessions, schema.sessions.c.player == schema.players.c.id)
        .where(schema.sessions.c.token_hash == token_hash)
    )
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else _player(row)


def _player(row: Row[tuple[object, ...]]) -> Player:
    return Player(row.id, row.name, row.created_at)
