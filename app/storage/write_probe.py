"""Finding out that a database which took no writes takes them again: nobody may be playing by then."""

import secrets

from sqlalchemy import delete, insert

from app.storage import schema
from app.storage.engine import Database, cannot_write
from app.tables.clocks.periodic import PeriodicTasks

every_s = 3.0
rows, length = 60, 100
"""More than a page of a file, so that a full disk shows."""


class WriteProbe:
    def __init__(self, database: Database, tasks: PeriodicTasks | None = None) -> None:
        self._database = database
        self._tasks = tasks or PeriodicTasks()

    async def run(self) -> None:
        """Looks until it is cancelled."""
        await self._tasks.go_on("writing", self.round, every_s=every_s)

    async def round(self) -> None:
        """One try, while writes are refused. Raises CannotWrite."""
        if not self._database.refuses_writes:
            cannot_write.over()
            return
        mark = f"try {secrets.token_hex(4)} "
        keys = [f"{mark}{number} ".ljust(length, "x") for number in range(rows)]
        async with self._database.write() as connection:
            await connection.execute(insert(schema.limits), [{"key": key, "until": 0} for key in keys])
        async with self._database.write() as connection:
            await connection.execute(delete(schema.limits).where(schema.limits.c.key.in_(keys)))
        self._database.refuses_writes = False
