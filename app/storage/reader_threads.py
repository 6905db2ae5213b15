"""SQLite: whole questions in threads of their own. One change of threads for each, where the asynchronous driver makes
one for every step of it.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import URL, Row, create_engine, event
from sqlalchemy.sql import Executable

from app.storage.writer_thread import busy_s

threads = 2
"""SQLite answers in less than a change of threads takes; two are enough for one to be slow."""


class ReaderThreads:
    """Connections that cannot write, one a thread, opened when they are first needed."""

    def __init__(self, file: str) -> None:
        self._engine = create_engine(
            URL.create("sqlite", database=file),
            pool_size=threads,
            max_overflow=0,
            hide_parameters=True,
            connect_args={"timeout": busy_s, "isolation_level": None},
        )
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="sqlite-reader")

        @event.listens_for(self._engine, "connect")
        def set_up(connection: Any, _record: Any) -> None:
            connection.execute("PRAGMA query_only=ON").close()

    async def rows(self, query: Executable) -> Sequence[Row[Any]]:
        """The whole answer."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._answer, query)

    def close(self) -> None:
        """Waits for what was begun."""
        self._threads.shutdown()
        self._engine.dispose()

    def _answer(self, query: Executable) -> Sequence[Row[Any]]:
        with self._engine.connect() as connection:
            return connection.execute(query).all()
