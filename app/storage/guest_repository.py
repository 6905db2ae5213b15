"""Rows of people and their sessions."""

from collections.abc import Collection, Sequence

from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Row
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.players.guests import Device, Session, sign_of
from app.players.model import Player
from app.storage import schema
from app.storage.engine import Database

most_at_once = 500


class SqlGuestRepository:
    """Implements `app.players.guests.GuestRepository`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def player_of(self, token_hash: str, seen_at: int, seen_every: int) -> Player | None:
        sessions = schema.sessions.c
        query = (
            select(schema.players, sessions.seen_at)
            .join(schema.sessions, sessions.player == schema.players.c.id)
            .where(sessions.token_hash == token_hash, schema.players.c.banned_at.is_(None))
        )
        found = await self._database.rows(query)
        if not found:
            return None
        row = found[0]
        if seen_at - row.seen_at >= seen_every:
            async with self._database.write() as connection:
                touched = update(schema.sessions).where(sessions.token_hash == token_hash)
                await connection.execute(touched.values(seen_at=seen_at))
        return _player(row)

    async def add(self, player: Player, session: Session) -> Player:
        token_hash = session.token_hash
        try:
            async with self._database.write() as connection:
                known = await _known(connection, token_hash)
                if known is not None:
                    return known
                values = {"id": player.id, "name": player.name, "created_at": player.created_at}
                await connection.execute(insert(schema.players).values(values))
                row = {
                    "token_hash": token_hash,
                    "label": session.label,
                    "player": player.id,
                    "created_at": player.created_at,
                    "seen_at": player.created_at,
                }
                await connection.execute(insert(schema.sessions).values(row))
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

    async def devices(self, player_id: str) -> Sequence[Device]:
        sessions = schema.sessions.c
        query = (
            select(sessions.token_hash, sessions.label, sessions.created_at, sessions.seen_at)
            .where(sessions.player == player_id)
            .order_by(sessions.seen_at.desc(), sessions.created_at.desc())
            .limit(100)
        )
        async with self._database.ask() as connection:
            rows = (await connection.execute(query)).all()
        return [Device(sign_of(r.token_hash), r.label, r.created_at, r.seen_at) for r in rows]

    async def end(self, player_id: str, sign: str | None, *, but: str | None = None) -> Sequence[str]:
        sessions = schema.sessions
        query = delete(sessions).where(sessions.c.player == player_id).returning(sessions.c.token_hash)
        if sign is not None:
            query = query.where(sessions.c.token_hash.startswith(sign, autoescape=True))
        if but is not None:
            query = query.where(sessions.c.token_hash != but)
        codes, players = schema.device_codes, schema.players
        async with self._database.write() as connection:
            # Whoever had the device may have made themselves a way back with it.
            await connection.execute(delete(codes).where(codes.c.player == player_id))
            if but is not None:
                locked = update(players).where(players.c.id == player_id)
                await connection.execute(locked.values(recovery_hash=None))
            return list((await connection.execute(query)).scalars())

    async def ended(self, token_hashes: Collection[str]) -> Collection[str]:
        sessions, asked = schema.sessions.c, sorted(token_hashes)
        there: set[str] = set()
        async with self._database.read() as connection:
            for start in range(0, len(asked), most_at_once):
                part = asked[start : start + most_at_once]
                query = (
                    select(sessions.token_hash)
                    .join(schema.players, schema.players.c.id == sessions.player)
                    .where(sessions.token_hash.in_(part), schema.players.c.banned_at.is_(None))
                )
                there.update((await connection.execute(query)).scalars())
        return set(asked) - there


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
