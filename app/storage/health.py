"""How the database is, for whoever watches over the server."""

import asyncio

from alembic.script import ScriptDirectory
from sqlalchemy import func, select, text
from sqlalchemy.exc import SQLAlchemyError

from app.storage import schema
from app.storage.engine import Database
from app.storage.migrate import config
from app.tables.errors import Busy

limit_s = 2.0


class DatabaseHealth:
    def __init__(self, database: Database) -> None:
        self._database = database
        scripts = ScriptDirectory.from_config(config())
        self._head = scripts.get_current_head()
        self._known = {script.revision for script in scripts.walk_revisions()}

    async def look(self) -> dict[str, str]:
        """`database`: ok, away, read-only (it takes no writes), cannot write (the last was refused); `schema`: ok,
        older, newer (of a version that is being brought in: ours works on), unknown while the database is away.
        """
        query = text("SELECT version_num, 'off' FROM alembic_version")
        if self._database.is_postgres:
            query = text("SELECT version_num, current_setting('transaction_read_only') FROM alembic_version")
        try:
            async with asyncio.timeout(limit_s), self._database.ask() as connection:
                revision, only_reads = (await connection.execute(query)).one()
                if only_reads == "on":
                    # A line keeps what the database said when it was opened: the next look opens another.
                    await connection.invalidate()
        except (SQLAlchemyError, OSError, Busy):
            return {"database": "away", "schema": "unknown"}
        database = "ok"
        if self._database.refuses_writes:
            database = "cannot write"
        if only_reads == "on":
            database = "read-only"
        schema_is = "ok" if revision == self._head else "older" if revision in self._known else "newer"
        return {"database": database, "schema": schema_is}

    async def tables(self) -> dict[str, int]:
        """How many tables there are, by status."""
        status = schema.tables.c.status
        async with self._database.ask() as connection:
            rows = await connection.execute(select(status, func.count()).group_by(status))
            return {row[0]: row[1] for row in rows}
