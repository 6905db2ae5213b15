"""A copy of an SQLite database beside a running server, by SQLite's own online backup. Postgres has `pg_dump`."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

for_postgres = (
    'This database is Postgres, which has its own: pg_dump --format=custom --file=FILE "$DATABASE_URL" '
    "(and pg_restore; see docs/operations.md)."
)


class BackupRefused(Exception):
    """The message is one line for the person at the terminal."""


def back_up(url: str, file: Path) -> int:
    """Copies the database at `url` (SQLAlchemy's form) into a new file that only its owner may read; its size in bytes.
    The copy is of one moment, and nobody who plays waits for it. It stands under its name when it is complete and
    checked. Raises BackupRefused.
    """
    source = _file_of(url)
    if file.exists():
        raise BackupRefused(f"{file} exists already. Give another name: a backup overwrites nothing.")
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(
            os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        )  # hands and tables' codes are in it
        _copy(source, part)
        part.replace(file)
    except (sqlite3.Error, OSError) as error:
        part.unlink(missing_ok=True)
        raise BackupRefused(f"No backup was made: {error}. Nothing stands at {file}.") from error
    return file.stat().st_size


def _file_of(url: str) -> Path:
    if not url.startswith("sqlite"):
        raise BackupRefused(for_postgres)
    source = Path(make_url(url).database or "")
    if not source.is_file():
        raise BackupRefused(f"There is no database at {source}. Set DATABASE_URL to the one the server has.")
    return source


def _copy(source: Path, copy: Path) -> None:
    address = f"{source.resolve().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(address, uri=True, timeout=10)) as there,
        closing(sqlite3.connect(copy, timeout=10)) as here,
    ):
        there.backup(here)  # in one step: a reader's snapshot, whatever is written meanwhile
        here.execute("PRAGMA journal_mode=DELETE")  # one file, not three
        (found,) = here.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged ({found})")
