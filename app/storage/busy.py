"""Tells errors of a database that are no bugs of this program: it does not answer in time, or it cannot write
now. Never a hang, and an error that says "nothing happened, try again".
"""

import contextlib
import sqlite3
from collections.abc import Iterator

import asyncpg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from app.tables.errors import Busy, CannotWrite

states = {
    "55P03",  # a row's lock was not got in time
    "40P01",  # deadlock
    "40001",  # serialization
    "57014",  # a statement took too long
    "53300",  # too many connections
    "57P01",  # the server was told to stop, or to end this line
    "57P02",  # the server has crashed
    "57P03",  # the server is starting
    "57P05",  # the line rested too long for the server
    "25P03",  # the transaction rested too long: we stood still
}
connection_states = "08"
"""How the states of a line that broke begin."""

read_only_state = "25006"
"""The server takes no writes: a standby, or one told so after a failover."""

full_states = {
    read_only_state,
    "53000",  # insufficient resources
    "53100",  # disk full
    "53200",  # out of memory
    "58030",  # I/O error
}
lite_busy = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")
lite_full = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_NOMEM")

broken_line = asyncpg.InternalClientError
"""The server said goodbye between two questions, and the driver has not seen yet that the line has ended."""

bugs_of_readers = {read_only_state, "SQLITE_READONLY"}
"""Where nothing should be written, the write is at fault, not the database."""


@contextlib.contextmanager
def patience(*, writes: bool = True) -> Iterator[None]:
    """Raises Busy for what another try may well get through, CannotWrite for what will pass when the database can write
    again; nothing has been stored then, unless the line to the server broke at the very end of a save. An action sent
    again gets the answer it had. `writes`: False where a write would be a bug.
    """
    try:
        yield
    except (NoConnection, OSError, asyncpg.InterfaceError, broken_line):
        raise Busy from None
    except DBAPIError as error:
        _judge(error.orig, writes=writes, line_broke=error.connection_invalidated)
        raise
    except (sqlite3.Error, asyncpg.PostgresError) as error:  # of the driver, used by itself
        _judge(error, writes=writes, line_broke=False)
        raise


def _judge(error: object, *, writes: bool, line_broke: bool) -> None:
    """Raises Busy or CannotWrite; does nothing if the error is a bug."""
    reason = _reason(error)
    full = reason in full_states or reason.startswith(lite_full)
    if writes and full:
        raise CannotWrite(reason) from None
    if full and reason not in bugs_of_readers:
        raise Busy from None
    if (
        (line_broke and reason != read_only_state)
        or reason in states
        or reason.startswith((connection_states, *lite_busy))
    ):
        raise Busy from None


def _reason(error: object) -> str:
    """The database's own word for what happened: an SQLSTATE, or SQLite's name; "" without one."""
    return str(getattr(error, "sqlstate", None) or getattr(error, "sqlite_errorname", None) or "")
