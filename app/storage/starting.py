"""Checks the database before a server begins. If something is missing, it says so in one line that names what is
wrong and what to do, never a password.
"""

import contextlib
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
from alembic.util.exc import CommandError
from sqlalchemy import inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from app.database_url import driver_address
from app.storage.busy import full_states, read_only_state
from app.storage.connection_limits import connect_s
from app.storage.engine import open_engine
from app.storage.health import DatabaseHealth
from app.storage.migrate import migrate
from app.storage.single_server import SecondServer, sole_server
from app.tables.errors import Busy, CannotWrite


class CannotStart(Exception):
    """The message is one line for the person at the terminal."""


unreachable = "No database answers at the address in DATABASE_URL. Start Postgres, or correct host and port."
of_the_server = {
    "28P01": "The database refuses the user or the password in DATABASE_URL. Correct them.",
    "28000": "The database lets this user in from nowhere, or not from here. Correct the user in DATABASE_URL, or "
    "allow it in pg_hba.conf.",
    "3D000": "The database named in DATABASE_URL does not exist. Create it (createdb NAME), or correct the name.",
    "42501": "The user in DATABASE_URL may not create tables. Make it the owner of the database "
    "(ALTER DATABASE name OWNER TO user).",
    "42P07": "The database holds tables of another program. Give an empty one as DATABASE_URL.",
    "53300": "The database has no connection left. Raise max_connections, or lower POOL or WORKERS.",
    "57P03": "The database is starting, or is a standby that takes no connections. Try again in a moment.",
    read_only_state: "The database takes no writes: it is a standby, or set to read-only. Give the primary's address.",
    "08P01": "The pooler in front of the database refuses our greeting. Take `options` out of DATABASE_URL, or name "
    "what it refuses in ignore_startup_parameters.",
}
newer = "The database was used by a newer version of this program. Start that version, or restore a backup from before."
older = "The database has the schema of an older version. Bring it up to date first: python -m app migrate"
none_yet = "There is no database of ours at DATABASE_URL yet. Correct it, or begin one: python -m app migrate"
pooled = (
    "The pooler in DATABASE_URL hands out connections by transaction. News between processes need a session: set "
    "pool_mode = session for this database, or give Postgres's own address."
)
unproved = (
    "The certificate of the database is not the one that is asked for. Give the file of its authority as sslrootcert "
    "in DATABASE_URL, or correct the host."
)
of_the_file = {
    "SQLITE_NOTADB": "The file in DATABASE_URL is no SQLite database. Name another file, or put this one away.",
    "SQLITE_CORRUPT": "The file in DATABASE_URL is damaged. Restore a backup.",
    "SQLITE_CANTOPEN": "The file in DATABASE_URL cannot be opened: it is a folder, or its folder is not ours to write "
    "in. Give the server's user the right to write there, or name another file.",
    "SQLITE_READONLY": "The file in DATABASE_URL, or its folder, is read-only. Give the server's user the right to "
    "write there, or name another file.",
    "SQLITE_BUSY": "Another program writes to the file in DATABASE_URL. Let it end, and try again.",
    "SQLITE_ERROR": "The file in DATABASE_URL holds tables of another program. Name another file.",
    "SQLITE_FULL": "The disk under DATABASE_URL is full. Make room.",
    "SQLITE_IOERR": "The disk under DATABASE_URL fails. See the system's log.",
}


async def prepare(url: str) -> None:
    """Brings the database to our schema and sees that a server can work with it. Raises CannotStart."""
    with in_words(url):
        if url.startswith("postgresql"):
            await _by_session(driver_address(url))
            await migrate(url)
            return
        with sole_server(url):
            await migrate(url)


async def bring_up(url: str) -> None:
    """The schema alone; servers of the version before may be at work on it, on SQLite only between two words of
    theirs. Raises CannotStart.
    """
    with in_words(url):
        await migrate(url)


async def see_schema(url: str) -> None:
    """For commands that only look at a database, or change a row of it: they bring nothing up to date by themselves,
    since servers of the version before may be at work on it. Raises CannotStart.
    """
    with in_words(url):
        if url.startswith("sqlite") and not _there(make_url(url).database):
            raise CannotStart(none_yet)
        engine = open_engine(url, pool_size=1)
        try:
            async with engine.ask() as connection:
                there = await connection.run_sync(lambda sync: inspect(sync).has_table("alembic_version"))
            found = (await DatabaseHealth(engine).look())["schema"] if there else "none"
        finally:
            await engine.dispose()
    words = {"none": none_yet, "older": older, "newer": newer, "unknown": unreachable}
    if found in words:
        raise CannotStart(words[found])


def _there(file: str | None) -> bool:
    return bool(file) and Path(file or "").exists()


@contextlib.contextmanager
def in_words(url: str) -> Iterator[None]:
    """Raises CannotStart for what is wrong with the database at `url`; what is a bug of ours stays as it is."""
    try:
        yield
    except SecondServer as error:
        raise CannotStart(str(error)) from error
    except CannotStart:
        raise
    except Exception as error:
        words = _words_for(error, url)
        if words is None:
            raise
        raise CannotStart(words) from error


def _words_for(error: Exception, url: str) -> str | None:
    of_database = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(error, CommandError) and "locate revision" in str(error):
        return newer
    if url.startswith("sqlite"):
        reason = error.reason if isinstance(error, CannotWrite) else _name(of_database)
        if isinstance(error, OSError):
            reason = "SQLITE_CANTOPEN"
        if type(error) is Busy:
            reason = "SQLITE_BUSY"
        return next((words for known, words in of_the_file.items() if reason.startswith(known)), None)
    reason = error.reason if isinstance(error, CannotWrite) else getattr(of_database, "sqlstate", None) or ""
    if reason in of_the_server:
        return of_the_server[reason]
    if reason in full_states:
        return "The database cannot write: its disk is full, or fails. See its log."
    if isinstance(of_database, ssl.SSLCertVerificationError):
        return unproved
    if isinstance(of_database, ssl.SSLError) or "SSL" in str(of_database):
        return "The database speaks no TLS, or nothing else. Correct sslmode in DATABASE_URL (disable, require, ...)."
    of_a_file = isinstance(of_database, FileNotFoundError | PermissionError) and "ssl" in url
    if of_a_file or isinstance(of_database, asyncpg.ClientConfigurationError):
        return "DATABASE_URL names a file that cannot be read (sslrootcert, sslcert, sslkey, passfile)."
    return unreachable if isinstance(error, Busy | OSError) or isinstance(of_database, OSError) else None


def _name(error: BaseException | None) -> str:
    """SQLite's own name for it; its errors about files that are no databases may come without."""
    return str(getattr(error, "sqlite_errorname", None) or "")


async def _by_session(address: dict[str, Any]) -> None:
    """Raises CannotStart if a pooler gives each transaction another server's ear: then nothing that is said to a
    connection holds, and nobody can listen. Two connections tell: while one is in a transaction, the other one must
    have its own ear before and after.
    """
    options = {"timeout": connect_s, "command_timeout": connect_s, "statement_cache_size": 0, **address}
    first = await asyncpg.connect(**options)
    try:
        second = await asyncpg.connect(**options)
        try:
            before = await _ear(first)
            async with second.transaction():
                others = await second.fetchval("SELECT pg_backend_pid()")
                only_reads = await second.fetchval("SELECT current_setting('transaction_read_only')")
                after = await _ear(first)
        finally:
            second.terminate()
    except (asyncpg.InvalidSQLStatementNameError, asyncpg.DuplicatePreparedStatementError) as error:
        raise CannotStart(pooled) from error
    finally:
        first.terminate()
    if before == others or before != after:
        raise CannotStart(pooled)
    if only_reads == "on":
        raise CannotStart(of_the_server[read_only_state])


async def _ear(connection: Any) -> int:
    async with connection.transaction():
        ear: int = await connection.fetchval("SELECT pg_backend_pid()")
        return ear
