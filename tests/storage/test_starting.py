"""Mistakes at the start are one line that says what to do; nothing that holds a password is repeated."""

import asyncio
import os
import secrets
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from app.server import see_numbers_free, see_that_free
from app.settings import database_url
from app.storage.migrate import migrate
from app.storage.single_server import sole_server
from app.storage.starting import CannotStart, prepare
from tests.goodbyes import connections_gone
from tools.serving import free_port, root

pytestmark = pytest.mark.anyio


def lite(file: Path) -> str:
    return database_url(f"sqlite:///{file}")


async def refused(url: str) -> str:
    with pytest.raises(CannotStart) as why:
        await prepare(url)
    await connections_gone()
    said = str(why.value)
    assert "\n" not in said
    assert "hunter2" not in said
    return said


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Dear diary, " * 1000)
    assert "no SQLite database" in await refused(lite(tmp_path / "notes.txt"))


async def test_a_file_of_another_program(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE tables (id INTEGER)")
    other.close()
    assert "another program" in await refused(lite(tmp_path / "other.db"))


async def test_a_folder_and_places_nobody_may_write_in(tmp_path: Path) -> None:
    assert "cannot be opened" in await refused(lite(tmp_path))
    assert "cannot be opened" in await refused(lite(Path("/proc/yeti/yeti.db")))
    (tmp_path / "file").write_text("")
    assert "cannot be opened" in await refused(lite(tmp_path / "file" / "yeti.db"))


async def test_a_newer_schema(tmp_path: Path) -> None:
    await migrate(lite(tmp_path / "yeti.db"))
    with sqlite3.connect(tmp_path / "yeti.db") as newer:
        newer.execute("UPDATE alembic_version SET version_num = 'ffffffffffff'")
    newer.close()
    assert "newer version" in await refused(lite(tmp_path / "yeti.db"))


async def test_a_second_server(tmp_path: Path) -> None:
    with sole_server(lite(tmp_path / "yeti.db")):
        assert "Another server" in await refused(lite(tmp_path / "yeti.db"))
    await prepare(lite(tmp_path / "yeti.db"))


async def test_no_database_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens, the name is unknown, or whoever listens says nothing."""
    assert "Start Postgres" in await refused(
        database_url(f"postgresql://u:hunter2@127.0.0.1:{free_port()}/d")
    )
    assert "Start Postgres" in await refused(database_url("postgresql://u:hunter2@nowhere.invalid/d"))
    monkeypatch.setattr("app.storage.starting.connect_s", 0.3)
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        port = mute.getsockname()[1]
        assert "Start Postgres" in await refused(database_url(f"postgresql://u:hunter2@127.0.0.1:{port}/d"))


@pytest.mark.postgres
async def test_wrong_names_on_a_server_that_answers(migrated_postgres: str) -> None:
    """No such database, no such user, no TLS, a file that is missing, a database that only reads."""
    parts = urlsplit(migrated_postgres)
    assert "createdb" in await refused(migrated_postgres + "_not")
    assert "sslmode" in await refused(migrated_postgres + "?sslmode=require")
    assert "sslrootcert" in await refused(migrated_postgres + "?sslmode=verify-full&sslrootcert=/no/such")
    user = f"yeti_{secrets.token_hex(4)}"
    address = f"postgresql://{user}:hunter2@{parts.hostname}:{parts.port or 5432}{parts.path}"
    said = await refused(database_url(address))
    assert "user" in said
    plain = migrated_postgres.replace("+asyncpg", "")
    line = await asyncpg.connect(plain)
    name = parts.path.removeprefix("/")
    try:
        await line.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        assert "no writes" in await refused(migrated_postgres)
    finally:
        await line.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await line.close()
    await prepare(migrated_postgres)


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotStart, match=f"{port}.*PORT"):
            see_that_free("127.0.0.1", port)
    see_that_free("127.0.0.1", port)
    with pytest.raises(CannotStart, match="HOST"):
        see_that_free("192.0.2.1", 0)


def test_an_address_for_numbers_that_is_taken() -> None:
    """As where two units were given the same one; of several workers each takes the next port."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for first, workers in ((port, 1), (port - 1, 2)):
            with pytest.raises(CannotStart, match=f"METRICS.*{port}"):
                see_numbers_free(f"127.0.0.1:{first}", workers)
    see_numbers_free(f"127.0.0.1:{port}", 1)
    see_numbers_free("127.0.0.1:0", 2)
    with pytest.raises(CannotStart, match="METRICS"):
        see_numbers_free("nowhere.invalid:9100", 1)


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_a_key_that_is_none_ends_the_start_with_one_line(workers: str) -> None:
    """Before there are workers: those would be started again for ever, each time with a traceback."""
    wrong = {"DATABASE_URL": f"postgresql://u@127.0.0.1:{free_port()}/d", "VAPID_PRIVATE_KEY": "abc"}
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "app", "serve"],
        env=os.environ | wrong | {"VAPID_SUBJECT": "mailto:a@b.org", "WORKERS": workers},
        cwd=root,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert (
        done.stderr.decode() == "VAPID_PRIVATE_KEY: must be a key as `python -m app admin vapid` makes it\n"
    )


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_a_server_that_cannot_start_ends_with_one_line(workers: str) -> None:
    """And with 1, so that a supervisor knows; several workers likewise, instead of starting again for ever."""
    address = f"postgresql://u:hunter2@127.0.0.1:{free_port()}/d"
    env = os.environ | {"DATABASE_URL": address, "WORKERS": workers, "PORT": str(free_port())}
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "app", "serve"],
        env=env,
        cwd=root,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == b""
    assert done.stderr.decode().strip().splitlines() == [
        "No database answers at the address in DATABASE_URL. Start Postgres, or correct host and port."
    ]
