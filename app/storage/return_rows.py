"""Device codes and recovery keys, by their hashes; and whose a session is."""

from sqlalchemy import delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from app.players.model import Player
from app.storage import schema
from app.storage.engine import Database


class ReturnRows:
    """Implements `app.players.returning.ReturnBook`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put_device_code(self, player_id: str, code_hash: str, expires_at: int) -> None:
        codes = schema.device_codes
        row = {"code_hash": code_hash, "player": player_id, "expires_at": expires_at}
        async with self._database.write() as connection:
            await connection.execute(delete(codes).where(codes.c.player == player_id))
            await connection.execute(insert(codes).values(row))

    async def use_device_code(self, code_hash: str, now: int) -> Player | None:
        codes = schema.device_codes
        used = (
            delete(codes).where(codes.c.code_hash == code_hash).returning(codes.c.player, codes.c.expires_at)
        )
        async with self._database.write() as connection:
            row = (await connection.execute(used)).one_or_none()
        if row is None or row.expires_at <= now:
            return None
        return await self._player(schema.players.c.id == row.player)

    async def put_recovery(self, player_id: str, key_hash: str) -> bool:
        players = schema.players
        query = update(players).where(players.c.id == player_id).values(recovery_hash=key_hash)
        async with self._database.write() as connection:
            return bool((await connection.execute(query)).rowcount)

    async def player_of_recovery(self, key_hash: str) -> Player | None:
        return await self._player(schema.players.c.recovery_hash == key_hash)

    async def bind(self, token_hash: str, player_id: str, now: int) -> None:
        added = (postgresql if self._database.is_postgres else sqlite).insert(schema.sessions)
        row = {"token_hash": token_hash, "player": player_id, "created_at": now, "seen_at": now}
        query = added.values(row).on_conflict_do_update(
            index_elements=["token_hash"], set_={"player": player_id, "seen_at": now}
        )
        async with self._database.write() as connection:
            await connection.execute(query)

    async def _player(self, which: object) -> Player | None:
        query = select(schema.players).where(which)  # type: ignore[arg-type]  # a condition on players
        async with self._database.ask() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else Player(row.id, row.name, row.created_at)
