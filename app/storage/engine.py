"""Connections. One writer at a time on SQLite (else BEGIN IMMEDIATE queues for seconds), row locks on
Postgres; readers see one consistent snapshot and wait for nobody. Values never show in the engine's errors:
some are secret.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from sqlite3 import OperationalError
from typing import Any

import structlog
from sqlalchemy import Row, event
from sqlalchemy.engine import Connection, ExceptionContext
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool
from sqlalchemy.sql import Executable
from sqlalchemy.util import await_only

from app.database_url import driver_address
from app.storage.busy import broken_line, patience, read_only_state
from app.storage.connection_limits import ConnectionLimits, limited
from app.storage.reader_threads import ReaderThreads
from app.storage.writer_thread import WriterThread
from app.tables.clocks.periodic import Outage
from app.tables.errors import Busy, CannotWrite

log = structlog.get_logger("storage")

cannot_write = Outage("database cannot write")

pool_timeout_s = 3.5
"""How long a connection is waited for; together with what follows nobody waits for more than a few seconds."""

dispose_s = 1.0
"""How long connections may take to say goodbye."""


class Database:
    """`write()`: a transaction that may change things; `read()`: one that may not, and never waits; `ask()`: for a
    question of one statement, which is a snapshot by itself, so the database is spared the words around it. All raise
    Busy when the database does not answer in time, CannotWrite when it takes no writes.

    `refuses_writes`: the last write was refused so; `writing.py` finds out when that is over.
    """

    def __init__(self, url: str, pool_size: int = 8) -> None:
        """`url` in SQLAlchemy's form, async driver included. The folder of an SQLite file is made."""
        self.is_postgres = url.startswith("postgresql")
        self.refuses_writes = False
        if self.is_postgres:
            self._lines = ConnectionLimits(driver_address(url))
            self.writer = create_async_engine(
                "postgresql+asyncpg://",
                async_creator=self._lines.connect,
                pool_size=pool_size,
                max_overflow=0,
                pool_timeout=pool_timeout_s,
                hide_parameters=True,
            )
            limited(self.writer)
            self.reader = self.writer.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            self.asker = self.writer.execution_options(isolation_level="AUTOCOMMIT")
        else:
            self.writer = _sqlite(url, 1, "BEGIN IMMEDIATE")
            self._thread = WriterThread(str(self.writer.url.database))
            self._readers = ReaderThreads(str(self.writer.url.database))
            self.reader = _sqlite(url, pool_size, "BEGIN")
            self.asker = self.reader.execution_options(one_statement=True)
        self._writes = asyncio.Lock()
        engines = [self.writer] if self.is_postgres else [self.writer, self.reader]
        self._pools = [pool for e in engines if isinstance(pool := e.sync_engine.pool, AsyncAdaptedQueuePool)]

    def borrowed(self) -> int:
        """Connections in use."""
        return sum(pool.checkedout() for pool in self._pools)

    def standing(self) -> int:
        """Connections that are open."""
        return sum(pool.checkedin() + pool.checkedout() for pool in self._pools)

    @property
    def most(self) -> int:
        """Connections there may be."""
        return sum(pool.size() for pool in self._pools)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        with self._seen_refusing(), patience():
            async with self._only_writer(), _reached(self.writer.begin()) as connection:
                yield connection

    async def in_one_go(self, work: Callable[[sqlite3.Connection], bool]) -> bool:
        """SQLite: a whole writing transaction in the thread of a line of its own, undone if `work` gives False."""
        with self._seen_refusing(), patience():
            async with self._only_writer():
                return await self._thread.run(work)

    async def fetch_value(self, statement: str, *values: Any) -> Any:
        """Postgres: one statement that may write, by the driver's own prepared form; the first value of its answer."""
        with self._seen_refusing(), patience():
            async with _reached(self.asker.connect()) as connection:
                line = (await connection.get_raw_connection()).driver_connection
                if line is None:
                    raise ConnectionError
                try:
                    return await line.fetchval(statement, *values)
                except Exception as error:
                    # After a failover the line leads to a server that only reads: another finds the right one.
                    if line.is_closed() or getattr(error, "sqlstate", None) == read_only_state:
                        await connection.invalidate()
                    raise

    @contextmanager
    def _seen_refusing(self) -> Iterator[None]:
        try:
            yield
        except CannotWrite as error:
            self.refuses_writes = True
            cannot_write.lasts(reason=error.reason)
            raise

    @asynccontextmanager
    async def _only_writer(self) -> AsyncIterator[None]:
        """SQLite has one writer: whoever comes first writes first. Raises Busy."""
        if self.is_postgres:
            yield
            return
        try:
            async with asyncio.timeout(pool_timeout_s):
                await self._writes.acquire()
        except TimeoutError:
            raise Busy from None
        try:
            yield
        finally:
            self._writes.release()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        with patience(writes=False):
            async with _reached(self.reader.begin()) as connection:
                yield connection

    @asynccontextmanager
    async def ask(self) -> AsyncIterator[AsyncConnection]:
        with patience():
            async with _reached(self.asker.connect()) as connection:
                yield connection

    async def rows(self, query: Executable) -> Sequence[Row[Any]]:
        """The whole answer to a question of one statement: as `ask`, with less in between."""
        if self.is_postgres:
            async with self.ask() as connection:
                return (await connection.execute(query)).all()
        with patience():
            return await self._readers.rows(query)

    async def dispose(self) -> None:
        """Closes all connections, those to a server that does not answer without a word."""
        if not self.is_postgres:
            await self.writer.dispose()
            await self.reader.dispose()
            self._thread.close()
            self._readers.close()
            return
        if not await self._lines.say_goodbye(dispose_s):
            log.warning("database does not say goodbye")
        await self.writer.dispose()


@asynccontextmanager
async def _reached(opening: AbstractAsyncContextManager[AsyncConnection]) -> AsyncIterator[AsyncConnection]:
    """A server that cannot be reached, as while it starts anew, is busy; what fails later is the question's."""
    async with AsyncExitStack() as stack:
        try:
            connection = await stack.enter_async_context(opening)
        except OSError as error:
            raise Busy from error
        try:
            yield connection
        except broken_line:
            await connection.invalidate()
            raise


def open_engine(url: str, pool_size: int = 8) -> Database:
    """A database's connections; none is made before the first is needed. `dispose()` closes them."""
    return Database(url, pool_size)


def _sqlite(url: str, pool_size: int, begin: str) -> AsyncEngine:
    engine = create_async_engine(
        url,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=pool_timeout_s,
        hide_parameters=True,
        connect_args={"timeout": 4},
    )
    if engine.url.database is None:
        raise ValueError("an SQLite address without a file")
    Path(engine.url.database).parent.mkdir(parents=True, exist_ok=True)

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        # The driver's own BEGIN comes too late and is deferred: two writers would then meet halfway and fail.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("busy_timeout=4000", "synchronous=NORMAL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        _write_ahead(cursor)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        if not connection.get_execution_options().get("one_statement"):
            connection.exec_driver_sql(begin)

    @event.listens_for(engine.sync_engine, "handle_error")
    def leave_a_reader(context: ExceptionContext) -> None:
        """A line that was opened while the file took no writes says so for ever."""
        if getattr(context.original_exception, "sqlite_errorname", "").startswith("SQLITE_READONLY"):
            context.is_disconnect = True

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
            await_only(asyncio.sleep(0.01))  # the driver is asyncio's: others play on meanwhile
        else:
            return
