"""The development page with every region in every state."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings
from app.web.games.avalanche.front import AvalancheSamples, front
from app.web.routes.patterns import lobbies, looks, tables
from tests.web.conftest import Guest, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def developer(tmp_path: Path) -> AsyncIterator[Guest]:
    settings = Settings.from_environment({"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}", "DEV": "1"})
    async with running(create_app(settings)) as app:
        guest = Guest(app)
        yield guest
        await guest.http.aclose()


async def test_shows_every_region_and_every_screen(developer: Guest) -> None:
    """Each region that is not drawn upon the mountain stands there, and each screen has a page that renders."""
    index = await developer.get("/-/patterns")
    assert index.status_code == 200
    regions = {region for region, _, _ in looks(front, "en")}
    assert {"hand", "act", "limit", "roster", "log", "lobby-seats", "refusal"} <= regions
    assert {"finish", "rematch", "numbers", "podium", "buriedlist", "after"} <= regions
    assert {f"replay-{name}" for name in ("hands", "told", "ways", "steps", "clock", "limit")} <= regions
    assert not regions & AvalancheSamples.in_place
    for region in regions:
        assert f'id="pattern-{region}"' in index.text
    paths = [f"table/{name}" for name in tables(front)] + [f"lobby/{name}" for name in lobbies(front)]
    paths += re.findall(r'"/-/patterns/(page/[^"]+)"', index.text)
    assert {"page/home", "page/404", "page/me", "page/no-seat"} <= set(paths)
    for path in paths:
        answer = await developer.get(f"/-/patterns/{path}")
        assert answer.status_code == 200, path
        assert "<script" not in answer.text, path
    assert (await developer.get("/-/patterns/table/none")).status_code == 404


async def test_is_not_there_for_the_public(app: FastAPI) -> None:
    guest = Guest(app)
    assert (await guest.get("/-/patterns")).status_code == 404
    await guest.http.aclose()
