"""Device codes and recovery keys, by their hashes; and whose a session is."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select, update

from app.players.guests import Session
from app.players.model import Player
from app.storage import schema
from app.storage.engine import Database
from app.storage.known_people import see_that_known


class SqlSignInRepository:
    """Implements `app.players.sign_in.SignInRepository`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put_device_code(self, player_id: str, code_hash: str, expires_at: int) -> None:
        codes = schema.device_codes
        row = {"code_hash": code_hash, "player": player_id, "expires_at": expires_at}
        async with self._database.write() as connection:
            await see_that_known(connection, player_id)
            await connection.execute(delete(codes).where(codes.c.player == player_id))
            await connection.execute(insert(codes).values(row))

    async def use_device_code(self, code_hash: str, now: int) -> Player | None:
        codes = schema.device_codes
        known = select(codes.c.code_hash).where(codes.c.code_hash == code_hash)
        async with self._database.ask() as connection:
            if (await connection.execute(known)).first() is None:
                return None  # guesses only read
        used = (
            delete(codes).where(codes.c.code_hash == code_hash).returning(codes.c.player, codes.c.expires_at)
        )
        async with self._database.write() as connection:
            row = (await connection.execute(used)).one_or_none()
        if row is None or row.expires_at <= now:
            return None
        return await self._player(schema.players.c.id == row.player)

    async def put_recovery(self, player_id: str, key_hash: str, *, but: str) -> Sequence[str] | None:
        players, sessions, codes = schema.players.c, schema.sessions, schema.device_codes
        before = select(players.recovery_hash).where(players.id == player_id).with_for_update()
        put = update(schema.players).where(players.id == player_id).values(recovery_hash=key_hash)
        others = sessions.c.player == player_id, sessions.c.token_hash != but
        async with self._database.write() as connection:
            row = (await connection.execute(before)).one_or_none()
            if row is None:
                return None
            await connection.execute(put)
            if row.recovery_hash is None:
                return []
            await connection.execute(delete(codes).where(codes.c.player == player_id))
            gone = await connection.execute(delete(sessions).where(*others).returning(sessions.c.token_hash))
            return list(gone.scalars())

    async def use_recovery(self, key_hash: str, next_hash: str) -> Player | None:
        players = schema.players
        query = (
            update(players)
            .where(players.c.recovery_hash == key_hash)
            .values(recovery_hash=next_hash)
            .returning(players.c.id)
        )
        if await self._player(players.c.recovery_hash == key_hash) is None:
            return None  # guesses only read
        async with self._database.write() as connection:
            found = (await connection.execute(query)).scalar_one_or_none()
        return None if found is None else await self._player(players.c.id == found)

    async def bind(self, session: Session, player_id: str, now: int, *, instead_of: str | None) -> None:
        sessions, browsers = schema.sessions, schema.subscriptions
        row = {
            "token_hash": session.token_hash,
            "label": session.label,
            "player": player_id,
            "created_at": now,
            "seen_at": now,
        }
        async with self._database.write() as connection:
            await see_that_known(connection, player_id)
            await connection.execute(insert(sessions).values(row))
            if instead_of is not None:
                moved = update(browsers).where(browsers.c.session == instead_of)
                await connection.execute(moved.values(session=session.token_hash))
                await connection.execute(delete(sessions).where(sessions.c.token_hash == instead_of))

    async def _player(self, which: object) -> Player | None:
        query = select(schema.players).where(which)  # type: ignore[arg-type]  # a condition on players
        async with self._database.ask() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Player(row.id, row.name, row.created_at)
