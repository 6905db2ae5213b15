"""One server alone on an SQLite file: news between processes travels through Postgres only, so two servers on
one file would each show stale tables.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.engine import make_url

try:
    import fcntl
except ImportError:  # another kind of system: there the sentence in the README must do
    fcntl = None  # type: ignore[assignment]  # see above


class SecondServer(Exception):
    """Another server process has this SQLite file."""


@contextlib.contextmanager
def sole_server(url: str) -> Iterator[None]:
    """Holds the file's lock while the server runs; the system frees it even after a kill. Nothing on
    Postgres. Raises SecondServer.
    """
    file = make_url(url).database
    if not url.startswith("sqlite") or not file or fcntl is None:
        yield
        return
    path = Path(f"{file}.lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SecondServer(
                "Another server runs on this SQLite file, and SQLite serves one process. Stop the other one, "
                "or give a Postgres database as DATABASE_URL (postgresql://user:password@host/name)."
            ) from None
        yield
