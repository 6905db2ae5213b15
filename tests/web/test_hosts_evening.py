"""A host's evening over HTTP, without script: settings, the seats, the start page, somebody who lost their memory."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings
from app.tables.model import Table
from app.tables.settings import Leavers, TableSettings
from tests.web.conftest import Guest, running

pytestmark = pytest.mark.anyio


@pytest.fixture
async def listing(tmp_path: Path) -> AsyncIterator[FastAPI]:
    """A server whose operator lists tables."""
    settings = Settings.from_environment(
        {"DATABASE_URL": f"sqlite:///{tmp_path / 'listing.db'}", "BOT_DELAY_MS": "0", "LISTING": "1"}
    )
    async with running(create_app(settings)) as app:
        yield app


async def stored(app: FastAPI, code: str) -> Table:
    table: Table = (await app.state.services.tables.find(code)).table
    return table


async def sat_down(code: str, guest: Guest, name: str) -> None:
    await guest.get(f"/t/{code}")
    assert (await guest.post(f"/t/{code}/join", name=name)).status_code == 303


async def test_every_button_of_the_lobby_does_what_it_says(app: FastAPI, mira: Guest, ruben: Guest) -> None:
    """Each of the host's buttons, found in the page with its form, posted as a browser without script would."""
    code = await mira.open_table("Mira")
    await sat_down(code, ruben, "Ruben")
    page = (await mira.get(f"/t/{code}")).text
    paths = dict(re.findall(r'<form id="(f-[^"]+)"\s+action="([^"]+)"', page))
    wanted = re.findall(
        r'form="(f-(?:clock|leavers|admits|spectators))"\s+name="(\w+)"\s+value="(\w+)"', page
    )
    assert len(wanted) == 6 + 2 + 1 + 1
    for form, name, value in wanted:
        answer = await mira.post(paths[form], **{name: value})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{code}"), form
    table = await stored(app, code)
    assert table.settings == TableSettings(259_200, Leavers.DROP, spectators=True, admits=False)
    assert (await mira.post(paths["f-order-1"], seat="1", to="0")).status_code == 303
    assert [seat.name for seat in (await stored(app, code)).seats] == ["Ruben", "Mira"]
    log = (await ruben.get(f"/t/{code}")).text
    assert "Mira changed the order of the seats." in log
    assert "Mira closed the table to newcomers." in log


async def test_a_button_that_meant_somebody_else_does_nothing(
    app: FastAPI, mira: Guest, ruben: Guest
) -> None:
    """The seats moved while the host's menu was open: nobody is taken off, or made host, in another's stead."""
    code = await mira.open_table("Mira")
    await sat_down(code, ruben, "Ruben")
    before = await stored(app, code)
    for command in ("remove", "host"):
        answer = await mira.post(f"/t/{code}/{command}", seat="1", of="Ines")
        assert answer.status_code == 409
        assert "Ines" in answer.text
    assert await stored(app, code) == before
    assert (await mira.post(f"/t/{code}/remove", seat="1", of="Ruben")).status_code == 303


async def test_the_start_page_shows_tables_that_look_for_skiers(listing: FastAPI) -> None:
    """Only listed ones with a free lift, and not one's own; where there is none, a word instead."""
    mira, ruben = Guest(listing), Guest(listing)
    code = await mira.open_table("Mira")
    assert "No table is looking for skiers" in (await ruben.get("/")).text
    assert (await mira.post(f"/t/{code}/listed", on="yes")).status_code == 303
    shown = (await ruben.get("/")).text
    assert f'href="/t/{code}"' in shown
    assert "1 of 5 seats taken." in shown
    assert "Look in at" not in (await mira.get("/")).text
    for _ in range(4):
        await mira.post(f"/t/{code}/bots")
    assert f'href="/t/{code}"' not in (await ruben.get("/")).text
    for guest in (mira, ruben):
        await guest.http.aclose()


async def test_without_the_operators_switch_nothing_is_listed(mira: Guest, ruben: Guest) -> None:
    code = await mira.open_table("Mira")
    assert "f-listed" not in (await mira.get(f"/t/{code}")).text.replace('id="f-listed"', "")
    assert (await mira.post(f"/t/{code}/listed", on="yes")).status_code == 409
    assert "Looking for skiers" not in (await ruben.get("/")).text


async def test_the_page_without_a_seat_offers_the_seats_whose_owners_are_away(
    app: FastAPI, mira: Guest, ruben: Guest
) -> None:
    """Whoever comes without a seat to a private race is told so, may say which seat was theirs under no other name,
    and waits there; given the seat, the same address leads to the table.
    """
    code = await mira.open_table("Mira")
    await sat_down(code, ruben, "Ruben")
    await mira.post(f"/t/{code}/start", confirm="yes")
    stranger = Guest(app)
    page = await stranger.get(f"/t/{code}")
    assert page.status_code == 403
    assert 'name="seat" value="1"' in page.text
    assert "I was Ruben" in page.text
    title = re.search(r"<title>([^<]*)</title>", page.text)
    assert title
    assert "Ruben" not in title[1]
    asked = await stranger.post(f"/t/{code}/claim", seat="1")
    assert asked.headers["location"] == f"/t/{code}/claim"
    waiting = (await stranger.get(f"/t/{code}/claim")).text
    assert "You asked for the seat of Ruben" in waiting
    assert 'name="seat"' not in waiting
    claim = (await stored(app, code)).seats[1].claim
    assert claim
    assert claim.name == "Ruben"
    await mira.post(f"/t/{code}/reseat", seat="1", yes="no")
    assert "I was Ruben" in (await stranger.get(f"/t/{code}/claim")).text
    await stranger.post(f"/t/{code}/claim", seat="1")
    await mira.post(f"/t/{code}/reseat", seat="1", yes="yes")
    there = await stranger.get(f"/t/{code}/claim")
    assert (there.status_code, there.headers["location"]) == (303, f"/t/{code}")
    await stranger.http.aclose()


async def test_a_code_that_is_not_taken_says_so_beside_its_field(mira: Guest, ruben: Guest) -> None:
    """The page again, with what was typed; too many tries likewise."""
    answer = await ruben.post("/continue", code="abcd-2345")
    assert answer.status_code == 409
    assert 'value="abcd-2345"' in answer.text
    assert re.search(r'id="refusal-code">\s*<div class="toast bad" role="alert">', answer.text)
    for _ in range(12):
        answer = await ruben.post("/continue", code="abcd-2345")
    assert answer.status_code == 429
    assert "Too many wrong codes" in answer.text
    assert (await mira.get("/continue?code=%22%3E%3Cb%3E")).text.count("<b>") == 0


async def test_ones_own_page_says_beside_a_button_what_was_not_done(mira: Guest) -> None:
    """Removing without the tick; more codes than a person needs."""
    await mira.open_table("Mira")
    answer = await mira.post("/me/delete")
    assert answer.status_code == 403
    assert re.search(r'id="refusal-delete"><div class="toast bad"', re.sub(r">\s+<", "><", answer.text))
    assert '<details class="remove" open>' in answer.text
    codes = [await mira.post("/me/device") for _ in range(6)]
    assert [code.status_code for code in codes] == [200] * 5 + [429]
    assert re.search(r'id="refusal-device"><div class="toast bad"', re.sub(r">\s+<", "><", codes[-1].text))
