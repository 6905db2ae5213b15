"""Connections. One writer at a time on SQLite (else BEGIN IMMEDIATE queues for seconds), row locks on
Postgres; readers see one consistent snapshot and wait for nobody. Values never show in the engine's errors:
some are secret.
"""

import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from sqlite3 import OperationalError
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Connection
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from app.storage.busy import patience
from app.tables.errors import Busy

pool_timeout_s = 3.5
"""How long a connection is waited for; together with what follows nobody waits for more than a few seconds."""

lock_timeout = "4s"
"""Longer than any save takes; a writer that waits longer gets an error instead of hanging."""

statement_timeout = "15s"

rested_s = 1.0
"""After so long without use a connection may have been closed by the server or a router unnoticed."""


class Database:
    """`write()`: a transaction that may change things; `read()`: one that may not, and never waits; `ask()`: for a
    question of one statement, which is a snapshot by itself, so Postgres is spared the words around it. All raise
    Busy when the database does not answer in time.
    """

    def __init__(self, url: str, pool_size: int = 8) -> None:
        """`url` in SQLAlchemy's form, async driver included. The folder of an SQLite file is made."""
        self.is_postgres = url.startswith("postgresql")
        if self.is_postgres:
            self.writer = create_async_engine(
                url,
                pool_size=pool_size,
                max_overflow=0,
                pool_timeout=pool_timeout_s,
                hide_parameters=True,
                connect_args={
                    "server_settings": {"lock_timeout": lock_timeout, "statement_timeout": statement_timeout}
                },
            )
            _greet_who_rested(self.writer)
            self.reader = self.writer.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            self.asker = self.writer.execution_options(isolation_level="AUTOCOMMIT")
        else:
            self.writer = _sqlite(url, 1, "BEGIN IMMEDIATE")
            self.asker = self.reader = _sqlite(url, pool_size, "BEGIN")

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        with patience():
            async with _reached(self.writer.begin()) as connection:
                yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        with patience():
            async with _reached(self.reader.begin()) as connection:
                yield connection

    @asynccontextmanager
    async def ask(self) -> AsyncIterator[AsyncConnection]:
        with patience():
            async with _reached(self.asker.connect()) as connection:
                yield connection

    async def dispose(self) -> None:
        await self.writer.dispose()
        if not self.is_postgres:
            await self.reader.dispose()


@asynccontextmanager
async def _reached(opening: AbstractAsyncContextManager[AsyncConnection]) -> AsyncIterator[AsyncConnection]:
    """A server that cannot be reached, as while it starts anew, is busy; what fails later is the question's."""
    async with AsyncExitStack() as stack:
        try:
            connection = await stack.enter_async_context(opening)
        except OSError as error:
            raise Busy from error
        yield connection


def open_engine(url: str, pool_size: int = 8) -> Database:
    """A database's connections; none is made before the first is needed. `dispose()` closes them."""
    return Database(url, pool_size)


def _greet_who_rested(engine: AsyncEngine) -> None:
    """A connection that has rested is asked whether it still stands, and made anew if not. The pool's own
    `pre_ping` asks every time, three words to the server before each question; one that was used a moment ago
    fails as it would in the middle of a question.
    """
    sync = engine.sync_engine

    @event.listens_for(sync, "checkin")
    def rest(_connection: Any, record: ConnectionPoolEntry) -> None:
        record.info["rests_since"] = time.monotonic()

    @event.listens_for(sync, "checkout")
    def greet(connection: Any, record: ConnectionPoolEntry, _proxy: Any) -> None:
        since = record.info.get("rests_since")
        if since is None or time.monotonic() - since < rested_s:
            return
        try:
            sync.dialect.do_ping(connection)
        except sync.dialect.loaded_dbapi.Error as error:
            raise InvalidatePoolError from error  # the others have been hung up on as well


def _sqlite(url: str, pool_size: int, begin: str) -> AsyncEngine:
    engine = create_async_engine(
        url,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=pool_timeout_s,
        hide_parameters=True,
        connect_args={"timeout": 10},
    )
    if engine.url.database is None:
        raise ValueError("an SQLite address without a file")
    Path(engine.url.database).parent.mkdir(parents=True, exist_ok=True)

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        # The driver's own BEGIN comes too late and is deferred: two writers would then meet halfway and fail.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("busy_timeout=10000", "synchronous=NORMAL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        _write_ahead(cursor)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _write_ahead(cursor: Any) -> None:
    """Switches to WAL. Only the first connection to a new file really does; no timeout applies to it, so
    others who come in the same moment try again.
    """
    for tries_left in reversed(range(200)):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except OperationalError:
            if not tries_left:
                raise
            time.sleep(0.01)
        else:
            return
