"""SQLite: whole writing transactions in one thread, by the driver alone. One change of threads for each of them."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from sqlite3 import connect

busy_s = 4.0
"""How long another process, as a command at a terminal, may hold the file."""


class WriterThread:
    def __init__(self, file: str) -> None:
        self._file = file
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")

    async def run(self, work: Callable[[sqlite3.Connection], bool]) -> bool:
        """A transaction that is committed if `work` gives True, and undone if it gives False or raises."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)

    def close(self) -> None:
        """Waits for what was begun."""
        self._thread.submit(self._disconnect)
        self._thread.shutdown()

    def _transaction(self, work: Callable[[sqlite3.Connection], bool]) -> bool:
        connection = self._connected()
        try:
            connection.execute("BEGIN IMMEDIATE")
            well = work(connection)
            connection.execute("COMMIT" if well else "ROLLBACK")
        except BaseException:
            # A line that was opened while the file took no writes says so for ever: the next one may find it well.
            self._disconnect()
            raise
        return well

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = connect(self._file, timeout=busy_s, isolation_level=None)
            for pragma in ("synchronous=NORMAL", "foreign_keys=ON"):
                self._connection.execute(f"PRAGMA {pragma}")
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
