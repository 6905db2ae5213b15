"""Buckets in the database, shared by all processes: one row a bucket, gone when it is full again."""

from collections.abc import Mapping

from sqlalchemy import BigInteger, delete, func, literal, select
from sqlalchemy.dialects import postgresql, sqlite

from app.players.limits import RateLimit
from app.storage import schema
from app.storage.engine import Database


class SqlCounters:
    """Implements `app.players.limits.Counters`. A row's `until` = when the bucket is full again (epoch ms)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, key: str, limit: RateLimit, now: int) -> int:
        limits = schema.limits.c
        later = func.greatest if self._database.is_postgres else func.max
        after = later(limits.until, now) + limit.every_ms
        added = (postgresql if self._database.is_postgres else sqlite).insert(schema.limits)
        query = (
            added.values(key=key, until=now + limit.every_ms)
            .on_conflict_do_update(
                index_elements=["key"],
                set_={"until": after},
                where=after <= literal(now + limit.burst * limit.every_ms, BigInteger),
            )
            .returning(limits.until)
        )
        async with self._database.write() as connection:
            taken = (await connection.execute(query)).first()
        return 0 if taken is not None else max(1, await self.wait({key: limit}, now))

    async def wait(self, limits: Mapping[str, RateLimit], now: int) -> int:
        rows = schema.limits.c
        query = select(rows.key, rows.until).where(rows.key.in_(limits))
        found = await self._database.rows(query)
        waits = [r.until - now - (limits[r.key].burst - 1) * limits[r.key].every_ms for r in found]
        return max([0, *(int(wait) for wait in waits)])

    async def forget(self, now: int) -> int:
        """Takes away the buckets that are full again; how many."""
        async with self._database.write() as connection:
            gone = await connection.execute(delete(schema.limits).where(schema.limits.c.until <= now))
            return int(gone.rowcount)
