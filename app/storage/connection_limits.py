"""Lines to Postgres, and the limit of every wait on one. A network that goes silent says nothing: no error, no end.

Whoever borrows a line has it for `borrowed_s` at most; then it is broken off, and whatever waits on it fails at
once, with its rollback and its return to the pool. So nothing above needs a limit of its own for a dead line.
What a line shall be like is said by SET after it is made, not in the greeting: a pooler refuses greetings it does not
know.
"""

import asyncio
import time
from collections.abc import Mapping
from typing import Any
from weakref import WeakSet

import asyncpg
from sqlalchemy import event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import ConnectionPoolEntry

from app.storage.busy import broken_line, read_only_state

connect_s = 3.0
"""For a new line, its settings included."""

greeting_s = 1.5
"""For the answer of a line that has rested: after that it is dead, and so are the others."""

borrowed_s = 8.0
"""For everything somebody does with a line. More than the server allows a statement, so that it can say so first."""

rested_s = 1.0
"""After so long without use a line may have been closed by the server or a router unnoticed."""

keepalive_settings = {
    # A machine that vanishes is noticed within 20 s.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "3",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
server_settings = (
    keepalive_settings
    | {
        "lock_timeout": "4s",  # longer than any save takes; a writer that waits longer gets an error instead of hanging
        "statement_timeout": "6s",
        "idle_in_transaction_session_timeout": "5s",  # a process that stands still in a save must not keep its table
    }
)


class ConnectionLimits:
    """Makes lines, and knows those that stand."""

    def __init__(self, address: Mapping[str, Any], settings: Mapping[str, str] = server_settings) -> None:
        """`address`: what asyncpg's `connect` takes."""
        self._address = {"timeout": connect_s, "command_timeout": borrowed_s, **address}
        self._settings = "; ".join(f"SET {key} = '{value}'" for key, value in settings.items())
        self._standing: WeakSet[Any] = WeakSet()

    async def connect(self) -> Any:
        """A new line with our settings. Raises TimeoutError, OSError, or what the server says."""
        async with asyncio.timeout(self._address["timeout"]):
            line = await asyncpg.connect(**self._address)
            self._standing.add(line)
            try:
                await line.execute(self._settings)
            except BaseException:
                line.terminate()
                raise
            return line

    async def say_goodbye(self, seconds: float) -> bool:
        """Closes every line in the proper way; whether all could be in time."""
        closing = [
            asyncio.create_task(line.close()) for line in tuple(self._standing) if not line.is_closed()
        ]
        if not closing:
            return True
        _, slow = await asyncio.wait(closing, timeout=seconds)
        for task in slow:
            task.cancel()
        self.break_off()
        await asyncio.gather(*closing, return_exceptions=True)
        return not slow

    def break_off(self) -> None:
        """Ends every line at once, without a word to the server."""
        for line in tuple(self._standing):
            line.terminate()


def limited(engine: AsyncEngine) -> None:
    """Gives every loan of the engine's pool its limit, and greets who has rested. The pool's own `pre_ping` asks every
    time, three words to the server before each question; a line that was used a moment ago fails as it would in the
    middle of a question.
    """
    sync = engine.sync_engine
    resting: WeakSet[Any] = WeakSet()

    def dead(line: Any) -> None:
        """Where one line is silent the others are as well; saying goodbye to each would take seconds."""
        for one in (line, *tuple(resting)):
            one.terminate()

    @event.listens_for(sync, "checkout")
    def lend(connection: Any, record: ConnectionPoolEntry, _proxy: Any) -> None:
        line = connection.driver_connection
        resting.discard(line)
        since = record.info.get("rests_since")
        if since is not None and time.monotonic() - since >= rested_s:
            watch = asyncio.get_running_loop().call_later(greeting_s, dead, line)
            try:
                sync.dialect.do_ping(connection)
            except (sync.dialect.loaded_dbapi.Error, OSError, broken_line) as error:
                raise InvalidatePoolError from error  # the others have been hung up on as well
            finally:
                watch.cancel()
        record.info["limit"] = asyncio.get_running_loop().call_later(borrowed_s, dead, line)

    @event.listens_for(sync, "handle_error")
    def leave_a_broken_line(context: ExceptionContext) -> None:
        """See `broken_line`; SQLAlchemy has the driver's error under a name of its own."""
        if isinstance(context.original_exception.__cause__, broken_line):
            context.is_disconnect = True

    @event.listens_for(sync, "handle_error")
    def leave_a_standby(context: ExceptionContext) -> None:
        """After a failover the lines lead to a server that only reads: they go, and new ones find the other one."""
        if (
            getattr(context.original_exception, "sqlstate", None) != read_only_state
            or context.connection is None
        ):
            return
        if not context.connection.get_execution_options().get("postgresql_readonly"):
            context.is_disconnect = True

    @event.listens_for(sync, "checkin")
    def take_back(connection: Any, record: ConnectionPoolEntry) -> None:
        if connection is not None:
            resting.add(connection.driver_connection)
        record.info["rests_since"] = time.monotonic()
        limit = record.info.pop("limit", None)
        if limit is not None:
            limit.cancel()
