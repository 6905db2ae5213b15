"""When the database does not answer in time: an error that says "nothing happened, try again", never a hang."""

import contextlib
from collections.abc import Iterator

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from app.tables.errors import Busy

states = {
    "55P03",  # a row's lock was not got in time
    "40P01",  # deadlock
    "40001",  # serialization
    "57014",  # a statement took too long
    "53300",  # too many connections
    "57P03",  # the server is starting
}


@contextlib.contextmanager
def patience() -> Iterator[None]:
    """Raises Busy for what another try may well get through; nothing has been stored then, unless the line to the
    server broke at the very end of a save. An action sent again gets the answer it had.
    """
    try:
        yield
    except NoConnection:
        raise Busy from None
    except DBAPIError as error:
        state = getattr(error.orig, "sqlstate", None)
        if error.connection_invalidated or state in states or "database is locked" in str(error.orig):
            raise Busy from None
        raise
