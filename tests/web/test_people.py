"""The routes for what people settle at a table, by forms without script."""

import asyncio
import re
from dataclasses import replace

import httpx
import pytest
from fastapi import FastAPI

from app.games.avalanche.motion import motion_ms
from app.tables.clocks.deadlines import most_motion_ms
from app.web import people_services
from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio


async def test_clock_pause_and_resume(mira: Guest, ruben: Guest) -> None:
    """The host's forms change the table; a guest's are refused with a reason and change nothing."""
    code = await mira.open_table("Mira")
    await ruben.get(f"/t/{code}")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    assert (await ruben.post(f"/t/{code}/clock", seconds="30")).status_code == 403
    assert (await mira.post(f"/t/{code}/clock", seconds="31")).status_code == 409
    assert (await mira.post(f"/t/{code}/clock", seconds="30")).status_code == 303
    assert (await mira.post(f"/t/{code}/pause")).status_code == 409
    await mira.post(f"/t/{code}/start", confirm="yes")
    assert (await mira.post(f"/t/{code}/pause")).status_code == 303
    assert (await ruben.post(f"/t/{code}/resume")).status_code == 409
    assert (await mira.post(f"/t/{code}/resume")).status_code == 303


async def test_the_clock_of_a_race_begins_after_its_motion(app: FastAPI, mira: Guest) -> None:
    """Half a minute from the end of what the table shows: the reveal before it takes nothing away (fifteen seconds at
    most).
    """
    code = await mira.open_table("Mira")
    for _ in range(2):
        await mira.post(f"/t/{code}/bots")
    await mira.post(f"/t/{code}/clock", seconds="30")
    await mira.post(f"/t/{code}/start", confirm="yes")
    regions = (await mira.get(f"/t/{code}/regions")).json()["regions"]
    card = re.findall(r'id="card-(\w+)"', next(r["html"] for r in regions if r["id"] == "hand"))[0]
    fields = {"kind": "select", "decision": "1", "card-0": card, "jump-0": "no"}
    assert (await mira.post(f"/t/{code}/actions", **fields)).status_code == 303
    tables = app.state.services.tables
    async with asyncio.timeout(60):
        while (await tables.find(code)).state.decision == 1:  # noqa: ASYNC110  # the bots' worker has no event for it
            await asyncio.sleep(0.02)
    snapshot = await tables.find(code)
    story = await tables.log(snapshot.table.id)
    before = [part for part in story if part.decision == snapshot.state.decision - 1][-1]
    shown = min(motion_ms(before.events), most_motion_ms)
    assert shown > 0
    assert snapshot.table.deadline_at == before.at + shown + 30_000


async def test_nobody_fills_the_guest_book(
    app: FastAPI, mira: Guest, ruben: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People cost nothing to make: an address makes so many at once, by pages and by programs; who is known already is
    not counted.
    """
    app.state.services = replace(
        app.state.services, settings=replace(app.state.services.settings, people_per_address=2)
    )
    monkeypatch.setattr(people_services, "new_people_ms", 60_000)
    code = await mira.open_table("Mira")
    program = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://yeti.test")
    made = [await program.post("/api/v1/guests", json={"name": "Ada"}) for _ in range(2)]
    assert [answer.status_code for answer in made] == [201, 429]
    assert 1 <= int(made[1].headers["retry-after"]) <= 60
    refused = await ruben.post(f"/t/{code}/join", name="Ruben")
    assert refused.status_code == 429
    assert "A little slower" in refused.text
    assert (await mira.post(f"/t/{code}/join", name="Mia")).status_code == 303
    await program.aclose()


async def test_nobody_opens_tables_without_end(
    app: FastAPI, mira: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every table is kept for a while: a person opens so many at once, whichever way they take."""
    app.state.services = replace(
        app.state.services, settings=replace(app.state.services.settings, tables_per_person=2)
    )
    monkeypatch.setattr(people_services, "new_tables_ms", 60_000)
    await mira.open_table("Mira")
    assert (await mira.post("/solo", name="Mira")).status_code == 303
    assert (await mira.post("/tables", name="Mira")).status_code == 429
    assert (await mira.post("/solo", name="Mira")).status_code == 429
    token = mira.http.cookies["yeti"]
    program = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://yeti.test")
    answer = await program.post("/api/v1/tables", json={}, headers={"authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
    await program.aclose()


async def test_a_visitor_is_offered_one_name_on_every_page(ruben: Guest, mira: Guest) -> None:
    """Before the first name is given: on the home page, at somebody's table, wherever a name is asked for."""
    code = await mira.open_table("Mira")
    pages = [(await ruben.get(address)).text for address in ("/", f"/t/{code}", "/me", "/lesson/avalanche/1")]
    offers = [re.findall(r'name="name"[^>]*value="([^"]+)"', page) for page in pages]
    assert all(offers), offers
    assert len({name for found in offers for name in found}) == 1
