"""How well a bot plays: chosen by the host, seen by everybody, by pages and programs."""

import pytest
from fastapi import FastAPI

from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio


async def test_a_host_chooses_how_well_a_bot_plays(app: FastAPI, mira: Guest) -> None:
    """The seat says it, its menu marks it, the log tells it once; the choice goes into the game."""
    code = await mira.open_table("Mira")
    await mira.post(f"/t/{code}/bots")
    assert (await mira.post(f"/t/{code}/level", seat="1", level="carver")).status_code == 303
    page = " ".join((await mira.get(f"/t/{code}")).text.split())
    name = (await app.state.services.tables.find(code)).table.seats[1].name
    assert f"Mira chose for {name}: Carver." in page
    assert 'name="level" value="carver" aria-pressed="true"' in page
    assert 'name="level" value="snowplough" aria-pressed="false"' in page
    assert "<span>Carver</span>" in page, "the word on the seat"
    assert (await mira.post(f"/t/{code}/start", confirm="yes")).status_code == 303
    assert (await app.state.services.tables.find(code)).table.seats[1].bot_level == "carver"
    assert (await mira.post(f"/t/{code}/level", seat="1", level="snowplough")).status_code == 409


async def test_what_cannot_be_chosen_is_said(mira: Guest) -> None:
    code = await mira.open_table("Mira")
    await mira.post(f"/t/{code}/bots")
    for seat, level, says in (
        ("0", "carver", "Only a bot plays as you choose"),
        ("1", "black_diamond", "no such bot"),
        ("4", "carver", "no such seat"),
    ):
        answer = await mira.post(f"/t/{code}/level", seat=seat, level=level)
        assert (answer.status_code, says in answer.text) == (409, True)


async def test_programs_choose_it_too(mira: Guest) -> None:
    made = (await mira.http.post("/api/v1/guests", json={"name": "Ines"})).json()
    headers = {"authorization": f"Bearer {made['token']}"}
    table = (await mira.http.post("/api/v1/tables", json={}, headers=headers)).json()
    code = table["room"]["code"]
    await mira.http.post(f"/api/v1/tables/{code}/bots", json={}, headers=headers)
    path = f"/api/v1/tables/{code}/level"
    answer = await mira.http.post(path, json={"seat": 1, "level": "carver"}, headers=headers)
    assert answer.status_code == 200
    assert answer.json()["room"]["seats"][1]["bot_level"] == "carver"
    assert (await mira.http.post(path, json={"seat": 1}, headers=headers)).status_code == 422
