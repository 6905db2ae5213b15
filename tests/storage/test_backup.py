"""Backups are restored, and databases moved, by people who go on playing what they played."""

import asyncio
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from app.cli import main
from app.main import create_app
from app.settings import Settings, database_url
from app.storage import schema
from app.storage.backup import BackupRefused, back_up
from app.storage.engine import open_engine
from app.storage.migrate import migrate
from app.storage.move import MoveRefused, move
from app.storage.single_server import sole_server
from app.storage.starting import CannotStart
from tests.before import plays_on, unpacked

pytestmark = pytest.mark.anyio
name = "7fb78bf"


def lite(file: Path) -> str:
    return database_url(f"sqlite:///{file}")


async def test_a_backup_beside_a_running_server_is_played_on(tmp_path: Path) -> None:
    """The copy is made while people play, is one complete file that only its owner reads, and its table goes on from
    the moment of the copy, whatever came after.
    """
    fact = next(f for f in unpacked(name, tmp_path / "yeti.db") if f["status"] == "playing")
    copy = tmp_path / "copy" / "yeti.db"
    copy.parent.mkdir()
    app = create_app(Settings.from_environment({"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}"}))
    async with app.router.lifespan_context(app):
        then = await plays_on(app, fact, 1)
        size = await asyncio.to_thread(back_up, lite(tmp_path / "yeti.db"), copy)
        later = await plays_on(app, fact, 2)
    assert size == copy.stat().st_size
    assert [file.name for file in copy.parent.iterdir()] == ["yeti.db"]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    restored = create_app(Settings.from_environment({"DATABASE_URL": f"sqlite:///{copy}"}))
    async with restored.router.lifespan_context(restored):
        again = await plays_on(restored, fact | {"version": then["version"]}, 2)
    assert then["decision"] < again["decision"] == later["decision"]


def test_a_backup_overwrites_nothing_and_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line each: a file that is there, no database, a folder that is not, Postgres (which names pg_dump)."""
    unpacked(name, tmp_path / "yeti.db")
    (tmp_path / "kept").write_text("mine")
    for url, file, words in (
        (f"sqlite:///{tmp_path / 'yeti.db'}", "kept", "exists already"),
        (f"sqlite:///{tmp_path / 'none.db'}", "copy", "no database at"),
        (f"sqlite:///{tmp_path / 'yeti.db'}", "none/copy", "No backup was made"),
        ("postgresql://me:hunter2@127.0.0.1/yeti", "copy", "pg_dump"),
    ):
        monkeypatch.setenv("DATABASE_URL", url)
        assert main(["backup", str(tmp_path / file)]) == 1
        told = capsys.readouterr().err
        assert words in told
        assert told.count("\n") == 1
        assert "hunter2" not in told
    assert (tmp_path / "kept").read_text() == "mine"
    assert sorted(f.name for f in tmp_path.iterdir()) == ["kept", "yeti.db"]


def test_a_damaged_database_gives_no_backup(tmp_path: Path) -> None:
    """What cannot be read whole is found out when it is copied, not when it is needed."""
    unpacked(name, tmp_path / "yeti.db")
    with (tmp_path / "yeti.db").open("r+b") as file:
        for page in range(20, 60):
            file.seek(page * 4096)
            file.write(b"\xff" * 4096)
    with pytest.raises(BackupRefused, match="No backup was made"):
        back_up(lite(tmp_path / "yeti.db"), tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.postgres
async def test_a_moved_database_is_played_on(tmp_path: Path, empty_postgres: str) -> None:
    """Every row arrives, sequences go on where the old numbers end, and the same people play on at the same table. A
    second move finds the target taken.
    """
    fact = next(f for f in unpacked(name, tmp_path / "yeti.db") if f["status"] == "playing")
    source = lite(tmp_path / "yeti.db")
    await migrate(source)
    copied = await move(source, empty_postgres)
    with closing(sqlite3.connect(tmp_path / "yeti.db")) as database:
        for table in schema.metadata.sorted_tables:
            (rows,) = database.execute(f"SELECT count(*) FROM {table.name}").fetchone()
            assert copied[table.name] == rows, table.name
    assert copied["actions"] > 100
    app = create_app(Settings.from_environment({"DATABASE_URL": empty_postgres}))
    async with app.router.lifespan_context(app):
        await plays_on(app, fact, 2)
    with pytest.raises(MoveRefused, match="not empty"):
        await move(source, empty_postgres)


@pytest.mark.postgres
async def test_a_dump_of_postgres_is_played_on(
    tmp_path: Path, empty_postgres: str, another_empty_postgres: str
) -> None:
    """By the commands of docs/operations.md: dumped while people play, restored into an empty database."""
    if shutil.which("pg_dump") is None:
        pytest.skip("NO PG_DUMP: apt-get install postgresql-client")
    fact = next(f for f in unpacked(name, tmp_path / "yeti.db") if f["status"] == "playing")
    await migrate(lite(tmp_path / "yeti.db"))
    await move(lite(tmp_path / "yeti.db"), empty_postgres)
    dump = tmp_path / "yeti.dump"
    app = create_app(Settings.from_environment({"DATABASE_URL": empty_postgres}))
    async with app.router.lifespan_context(app):
        then = await plays_on(app, fact, 1)
        await ran("pg_dump", "--format=custom", f"--file={dump}", plain(empty_postgres))
        later = await plays_on(app, fact, 2)
    into = f"--dbname={plain(another_empty_postgres)}"
    await ran("pg_restore", "--no-owner", "--exit-on-error", into, str(dump))
    restored = create_app(Settings.from_environment({"DATABASE_URL": another_empty_postgres}))
    async with restored.router.lifespan_context(restored):
        again = await plays_on(restored, fact | {"version": then["version"]}, 2)
    assert then["decision"] < again["decision"] == later["decision"]


def plain(url: str) -> str:
    return url.replace("postgresql+asyncpg://", "postgresql://")


async def ran(*words: str) -> None:
    process = await asyncio.create_subprocess_exec(*words, stderr=asyncio.subprocess.PIPE)
    _, said = await process.communicate()
    assert process.returncode == 0, said.decode()


@pytest.mark.postgres
async def test_what_is_not_moved(tmp_path: Path, empty_postgres: str) -> None:
    """A target of another program, a source of an older schema or with a server on it, the wrong way round; a move that
    fails half way leaves nothing behind.
    """
    unpacked(name, tmp_path / "yeti.db")
    source = lite(tmp_path / "yeti.db")
    with pytest.raises(MoveRefused, match="leads from sqlite"):
        await move(empty_postgres, source)
    with pytest.raises(CannotStart, match="app migrate"):
        await move(source, empty_postgres)
    await migrate(source)
    with sole_server(source), pytest.raises(CannotStart, match="Another server"):
        await move(source, empty_postgres)
    with closing(sqlite3.connect(tmp_path / "yeti.db")) as database, database:
        database.execute("UPDATE due SET seat = 'nobody' WHERE id = (SELECT max(id) FROM due)")
        database.execute("UPDATE seats SET extras = char(0)")  # Postgres takes no NUL in a text
    with pytest.raises(Exception, match=r"0x00|invalid"):
        await move(source, empty_postgres)
    target = open_engine(empty_postgres)
    async with target.write() as connection:
        assert (await connection.exec_driver_sql("SELECT count(*) FROM players")).scalar() == 0
        await connection.exec_driver_sql("CREATE TABLE other_things (id integer)")
    await target.dispose()
    with pytest.raises(MoveRefused, match="another program"):
        await move(source, empty_postgres)


@pytest.mark.postgres
async def test_a_move_says_which_of_the_two_addresses_is_wrong(tmp_path: Path, empty_postgres: str) -> None:
    """Neither is DATABASE_URL; and a name mistyped is no reason to begin an empty database there."""
    with pytest.raises(CannotStart, match=r"--from\. Correct it\.$"):
        await move(lite(tmp_path / "mistyped.db"), empty_postgres)
    await migrate(lite(tmp_path / "yeti.db"))
    with pytest.raises(CannotStart, match="named in --to does not exist"):
        await move(lite(tmp_path / "yeti.db"), empty_postgres + "_not")
