"""A second game beside Avalanche: registered by a folder and a line, it is played from the home page to the rematch."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI

from app import main
from app.main import create_app
from app.settings import Settings
from app.tables.model import EventsOf, TableNote
from app.tables.play import due_worker
from app.tables.play.due_worker import DueWorker
from app.web.fronts import fronts
from app.web.games.avalanche.samples.tables import SamplePlay
from app.web.plain.table import told as plain_told
from app.web.voice import Voice, people_at
from tests.fakes import FakeClock, Numbers
from tests.numbers_front import NumbersInWords, numbers_front
from tests.web.conftest import Guest, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FastAPI]:
    """Both lists name Numbers, too."""
    monkeypatch.setattr(main, "games", {**main.games, Numbers.key: numbers_front.game})
    monkeypatch.setattr(main, "fronts", {**fronts, Numbers.key: numbers_front})
    settings = Settings.from_environment(
        {"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}", "BOT_DELAY_MS": "0", "ABSENCE_MS": "0"}
    )
    async with running(create_app(settings)) as app:
        yield app


@pytest.fixture
async def ines(both: FastAPI) -> AsyncIterator[Guest]:
    guest = Guest(both)
    yield guest
    await guest.http.aclose()


async def test_the_front_page_lists_both(ines: Guest) -> None:
    page = (await ines.get("/")).text
    assert re.findall(r'href="/games/(\w+)"', page) == [*fronts, "numbers"]
    assert "Pick and add up." in page
    home = (await ines.get("/games/numbers")).text
    assert 'name="game" value="numbers"' in home
    assert "avalanche" not in home.lower().replace("avalanche at yeti mountain", "")
    assert (await ines.get("/games/none")).status_code == 404
    assert "The deck is our own" in (await ines.get("/games/avalanche")).text, (
        "each foot speaks of its own game"
    )
    assert "The deck is our own" not in page + home + (await ines.get("/imprint")).text


async def test_the_lobby_offers_its_own_options_and_says_game(ines: Guest) -> None:
    code = (await ines.post("/tables", name="Ines", game="numbers")).headers["location"].removeprefix("/t/")
    lobby = (await ines.get(f"/t/{code}")).text
    assert "Five rounds." in lobby
    assert "Start the game" in lobby
    for foreign in ("race", "skier", "Drafting", "avalanche"):
        assert foreign not in re.sub(r"<[^>]*>", " ", lobby), foreign
    refused = await ines.post(f"/t/{code}/options", option="racing", on="yes")
    assert refused.status_code == 409
    assert "There is no such option." in refused.text


async def test_a_whole_game_from_its_home_to_the_rematch(ines: Guest) -> None:
    code = (await ines.post("/tables", name="Ines", game="numbers")).headers["location"].removeprefix("/t/")
    await ines.post(f"/t/{code}/bots")
    await ines.post(f"/t/{code}/bots")
    await ines.post(f"/t/{code}/start")
    page = (await ines.get(f"/t/{code}")).text
    assert "Pick a number." in page
    wrong = await ines.post(f"/t/{code}/actions", decision="1", number="7")
    assert wrong.status_code == 409
    assert "Only 1, 2 and 3 can be picked." in wrong.text
    unreadable = await ines.post(f"/t/{code}/actions", decision="1", number="x")
    assert unreadable.status_code == 400
    for _ in range(200):
        page = (await ines.get(f"/t/{code}/text")).text
        if " won" in page:
            break
        decision = re.search(r'data-decision="(\d+)"', page)
        assert decision is not None
        await ines.post(f"/t/{code}/actions", decision=decision[1], number="3", view="text")
    assert " won" in page
    assert "Revealed: 3" in page
    assert "Ines is in." in (await ines.get(f"/t/{code}/log")).text
    again = await ines.post(f"/t/{code}/rematch")
    assert again.status_code == 303
    assert again.headers["location"].removeprefix("/t/") != code
    mine = (await ines.get("/tables")).text
    assert "Numbers" in mine


async def test_it_is_watched_again_when_it_is_over(both: FastAPI, ines: Guest) -> None:
    """Not a moment sooner. A round is a notch, a sentence a step; every step leads on to the next, to the end."""
    code = (await ines.post("/solo", name="Ines", game="numbers")).headers["location"].removeprefix("/t/")
    table = (await both.state.services.tables.find(code)).table.id
    for decision in ("1", "2"):
        assert (await ines.get(f"/r/{table}/1.0")).status_code == 404
        assert f"/r/{table}" not in (await ines.get(f"/t/{code}")).text
        await ines.post(f"/t/{code}/actions", decision=decision, number="2")
    assert f'href="/r/{table}"' in (await ines.get(f"/t/{code}")).text
    place, seen = "1.0", []
    while place:
        page = (await ines.get(f"/r/{table}/{place}")).text
        seen.append((place, re.findall(r'aria-current="step">([^<]*)', page)))
        following = re.search(rf'rel="next" href="/r/{table}/([\d.]+)"', page)
        place = following[1] if following else ""
    assert seen == [
        ("1.0", []),
        ("1.1", ["Ines is in."]),
        ("1.2", ["Revealed: 2"]),
        ("2.0", []),
        ("2.1", ["Ines is in."]),
        ("2.2", ["Revealed: 2"]),
    ]
    back = re.search(rf'rel="prev" href="/r/{table}/([\d.]+)"', (await ines.get(f"/r/{table}/2.0")).text)
    assert back
    assert back[1] == "1.2"
    assert "Ines: 2" in (await ines.get(f"/r/{table}/2.0")).text
    for nowhere in ("1.3", "3.0", "0.0"):
        assert (await ines.get(f"/r/{table}/{nowhere}")).status_code == 404
    words = (await ines.get(f"/r/{table}/words")).text
    assert re.findall(r'href="([\d.]+)">', words) == ["1.1", "1.2", "2.1", "2.2"]
    steps = (await ines.get(f"/r/{table}/rounds/2")).json()["steps"]
    assert [step["said"] for step in steps] == ["", "Ines is in.", "Revealed: 2"]


async def test_its_clock_runs_and_decides(
    both: FastAPI, ines: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says until when, a pause stops it, and at zero the platform chooses for who is late: twice, and a bot
    sits in.
    """
    monkeypatch.setattr(due_worker, "outage_ms", 10**9)  # the leaps of this clock are none
    tables = both.state.services.tables
    now = FakeClock(tables.executor.clock())
    tables.executor.clock = now
    worker = DueWorker(tables)
    code = (await ines.post("/tables", name="Ines", game="numbers")).headers["location"].removeprefix("/t/")
    await ines.post(f"/t/{code}/clock", seconds="30")
    await ines.post(f"/t/{code}/options", option="long", on="yes")
    await ines.post(f"/t/{code}/start")
    table = (await tables.find(code)).table

    async def shown() -> tuple[str, str]:
        page, text = (await ines.get(f"/t/{code}")).text, (await ines.get(f"/t/{code}/text")).text
        found = [re.search(r'id="?clock"?[^>]*data-deadline="?(\d+)', one) for one in (page, text)]
        return tuple(one[1] if one else "" for one in found)  # type: ignore[return-value]

    assert await shown() == (str(now() + 30_000),) * 2
    await ines.post(f"/t/{code}/pause")
    assert "the clock stands" in (await ines.get(f"/t/{code}")).text
    now.pass_ms(60_000)
    assert await worker.run_due(now()) == 0
    await ines.post(f"/t/{code}/resume")
    assert await shown() == (str(now() + 30_000),) * 2
    for decided in (1, 2):
        now.pass_ms(30_000)
        async with asyncio.timeout(60):
            while [part.actor for part in await tables.log(table.id)].count("clock") < decided:
                await worker.run_due(now())  # unless the server's own worker comes first
                await asyncio.sleep(0)
    page = (await ines.get(f"/t/{code}")).text
    assert "Take your seat back" in page
    assert "Revealed: 1" in page


async def test_the_api_plays_it_too(ines: Guest) -> None:
    made = await ines.http.post("/api/v1/guests", json={"name": "Robot"})
    token = {"authorization": f"Bearer {made.json()['token']}"}
    games = (await ines.http.get("/api/v1/games")).json()["games"]
    assert [game["key"] for game in games] == [*fronts, "numbers"]
    opened = await ines.http.post("/api/v1/tables", json={"game": "numbers", "solo": True}, headers=token)
    code = opened.json()["room"]["code"]
    assert opened.json()["view"]["sums"] == [0]
    wrong = await ines.http.post(
        f"/api/v1/tables/{code}/actions", json={"decision": 1, "action": {"number": 9}}, headers=token
    )
    assert (wrong.status_code, wrong.json()["detail"]) == (409, "Only 1, 2 and 3 can be picked.")
    for decision in (1, 2):
        taken = await ines.http.post(
            f"/api/v1/tables/{code}/actions",
            json={"decision": decision, "action": {"number": 2}},
            headers=token,
        )
        assert taken.status_code == 200
    log = (await ines.http.get(f"/api/v1/tables/{code}/log", headers=token)).json()["lines"]
    assert [line["sentence"] for line in log] == [
        "Robot is in.",
        "Revealed: 2",
        "Robot is in.",
        "Revealed: 2",
    ]
    shown = (await ines.http.get(f"/api/v1/tables/{code}", headers=token)).json()
    assert shown["outcome"] == {"winners": [0], "reason": "sum"}


async def test_documents_of_the_api_know_it(ines: Guest) -> None:
    """Its views, actions and events stand beside those of the others, and the pages about the API still come."""
    for page in ("/api", "/api/reference"):
        assert (await ines.get(page)).status_code == 200
    schemas = (await ines.http.get("/api/openapi.json")).json()["components"]["schemas"]
    assert {"View-numbers", "Action-numbers", "Event-numbers", "View-avalanche"} <= set(schemas)


async def test_there_is_no_lesson_and_no_rules_page_of_it(ines: Guest) -> None:
    for path in ("/lesson/numbers/1", "/rules/numbers", "/rules/numbers/rulings"):
        assert (await ines.get(path)).status_code == 404
    assert (await ines.get("/lesson/avalanche/1")).status_code == 200


def test_what_people_did_in_one_millisecond_stays_in_its_order_in_a_log_in_words() -> None:
    """Also where an event of the game has the same time: it is told first."""
    doings = ("paused", "resumed", "paused", "resumed")
    notes = tuple(TableNote(7, "player-0", "Mira", what) for what in doings)
    table = replace(SamplePlay(1, (), "asides").table(), notes=notes)
    voice = Voice("en")
    lines = plain_told(NumbersInWords(), [EventsOf(1, 1, None, "", (), 7)], table, people_at(table, voice))
    assert [text for _, text in lines] == [f"Mira {what.removesuffix('d')}s the game." for what in doings]
