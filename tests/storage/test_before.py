"""Databases of the versions before: games, replays, links, records and guests keep working (AGREEMENTS 42)."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.cli import main
from app.main import create_app, record_of
from app.settings import Settings
from app.storage.migrate import migrate
from tests.before import folder, person, plays_on, unpacked

pytestmark = pytest.mark.anyio
names = sorted(file.name.removesuffix(".db.xz") for file in folder.glob("*.db.xz"))


@pytest.mark.parametrize("name", names)
async def test_everything_of_a_version_before_goes_on(name: str, tmp_path: Path) -> None:
    """It migrates at the start; races that are over have their replay, proof and record, which verifies, by their old
    links; those under way are played on by their people, who are still themselves.
    """
    facts = unpacked(name, tmp_path / "yeti.db")
    assert {fact["status"] for fact in facts} == {"over", "playing"}
    settings = Settings.from_environment({"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}"})
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        for fact in facts:
            if fact["status"] == "playing":
                await plays_on(app, fact)
                continue
            await links_lead_on(app, fact)
            await as_it_was(app, fact)
    for fact in facts:
        if fact["status"] == "over":
            record = tmp_path / f"{fact['code']}.json"
            record.write_text(json.dumps(await record_of(settings, fact["table"])))
            assert main(["verify", str(record)]) == 0, fact["code"]


async def links_lead_on(app: Any, fact: dict[str, Any]) -> None:
    """The table's own for its people, the replay's for everybody."""
    browser = httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://yeti.test", follow_redirects=True
    )
    async with browser:
        for link in (f"/r/{fact['table']}", f"/r/{fact['table']}/1.0"):
            assert (await browser.get(link)).status_code == 200, link
        browser.cookies.clear()
        browser.headers["cookie"] = f"yeti={fact['tokens'][0]}"
        assert (await browser.get(f"/t/{fact['code']}")).status_code == 200


async def as_it_was(app: Any, fact: dict[str, Any]) -> None:
    async with person(app, fact["tokens"][0]) as one:
        table = (await one.get(f"/tables/{fact['code']}")).raise_for_status().json()
        assert table["you"]["seat"] == 0
        assert [seat["name"] for seat in table["room"]["seats"]] == fact["names"]
        assert {key: table["outcome"][key] for key in fact["outcome"]} == fact["outcome"]


@pytest.mark.parametrize("name", names)
async def test_commands_bring_nothing_up_to_date_by_themselves(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Servers of the version before may be at work: `admin` and `export` say what to do, in one line. After `migrate`
    they work.
    """
    fact = unpacked(name, tmp_path / "yeti.db")[0]
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'yeti.db'}")
    commands = (["admin", "stats"], ["export", fact["table"]])
    assert [apart(command) for command in commands] == [1, 1]
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert all("python -m app migrate" in line for line in told)
    await migrate(f"sqlite+aiosqlite:///{tmp_path / 'yeti.db'}")
    assert [apart(command) for command in commands] == [0, 0]


def apart(command: list[str]) -> int:
    """A command has a loop of its own."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(main, command).result()
