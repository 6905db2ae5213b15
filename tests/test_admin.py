"""The operator's commands, as they are typed, beside a database with tables in it."""

import asyncio
import json
import re
import sqlite3
from pathlib import Path

import pytest

from app.admin import shown
from app.cli import main
from app.main import create_app
from app.settings import Settings
from tests.web.conftest import Guest


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The code of an open table with one person, who has reported it; the server has stopped since."""
    url = f"sqlite:///{tmp_path / 'yeti.db'}"
    monkeypatch.setenv("DATABASE_URL", url)
    return asyncio.run(table_with_a_report(url))


async def table_with_a_report(url: str) -> str:
    app = create_app(Settings.from_environment({"DATABASE_URL": url}))
    async with app.router.lifespan_context(app):
        mira = Guest(app)
        opened = await mira.open_table("Mira")
        await mira.post(f"/t/{opened}/report", text="too cold")
        await mira.http.aclose()
    return opened


def said(capsys: pytest.CaptureFixture[str], *words: str) -> object:
    assert main(["admin", "--json", *words]) == 0
    return json.loads(capsys.readouterr().out)


def test_tables_close_purge_stats_reports(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command does what it says; an unknown table is 2; nothing of a game's state is shown."""
    (table,) = said(capsys, "tables", "--status", "lobby")  # type: ignore[misc]
    assert (table["code"], table["people"]) == (code, 1)
    assert said(capsys, "stats")["tables"]["lobby"] == 1  # type: ignore[index]
    (report,) = said(capsys, "reports")  # type: ignore[misc]
    assert (report["text"], report["by_name"]) == ("too cold", "Mira")
    assert said(capsys, "reports", "--done", str(report["id"])) == []
    assert said(capsys, "close", code)["status"] == "closed"  # type: ignore[index]
    assert main(["admin", "close", code]) == 2
    assert "no open table" in capsys.readouterr().err
    assert said(capsys, "purge")["tables"] == 0  # type: ignore[index]
    assert main(["admin", "tables"]) == 0
    assert "status=closed" in capsys.readouterr().out


@pytest.mark.usefixtures("code")
def test_at_a_terminal_numbers_are_numbers_and_times_are_times(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for people says times in UTC and nothing else as one: neither how much chat there is nor which seat a
    report is about, though their names end as those of times do.
    """
    assert main(["admin", "stats"]) == 0
    assert "chat=0  " in capsys.readouterr().out
    assert main(["admin", "reports"]) == 0
    assert re.search(r"  at=20\d\d-\d\d-\d\dT\d\d:\d\dZ  ", capsys.readouterr().out)
    assert shown({"about_seat": 1, "created_at": 0}) == "about_seat=1  created_at=1970-01-01T00:00Z"


@pytest.mark.usefixtures("code")
def test_what_is_written_beside_an_answer_is_no_part_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A purge that took something away says so in the log, on standard error: the answer stays JSON."""
    with sqlite3.connect(tmp_path / "yeti.db") as database:
        database.execute("UPDATE limits SET until = 0")
    assert said(capsys, "purge")["rest"] >= 1  # type: ignore[index]


@pytest.mark.parametrize(
    "words", [["admin", "stats"], ["export", "KRT7Q4"], ["backup", "copy.db"], ["migrate"]], ids=" ".join
)
def test_a_forgotten_address_of_the_database_is_said(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without it a command would be done to another database than the server's, as if all were well: to the file that
    a move to Postgres has left behind, for instance.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    monkeypatch.delenv("DATABASE_URL", raising=False)
    main(words)
    assert f"DATABASE_URL is not set, so this is about {tmp_path}/data/yeti.db" in capsys.readouterr().err
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'data' / 'yeti.db'}")
    main(words)
    assert "not set" not in capsys.readouterr().err
    monkeypatch.delenv("DATABASE_URL")
    assert main(["admin", "vapid"]) == 0
    assert "not set" not in capsys.readouterr().err
