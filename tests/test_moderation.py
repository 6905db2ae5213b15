"""What an operator does about people, as it is typed, beside a server that runs: all of it is felt at once."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from app.cli import main
from app.main import create_app
from app.settings import BadSetting, Settings
from tests.web.conftest import Guest
from tests.web.test_me import shown

pytestmark = pytest.mark.anyio


@pytest.fixture
async def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FastAPI]:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'yeti.db'}")
    app = create_app(Settings.from_environment())
    async with app.router.lifespan_context(app):
        yield app


class Operator:
    """At a terminal, beside the server."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    async def says(self, *words: str, status: int = 0) -> Any:
        self._capsys.readouterr()
        assert await asyncio.to_thread(main, ["admin", "--json", *words]) == status
        told = self._capsys.readouterr()
        return told.err if status else json.loads(told.out)

    async def id_of(self, name: str) -> str:
        (person,) = await self.says("people", name)
        found: str = person["id"]
        return found


@pytest.fixture
def operator(capsys: pytest.CaptureFixture[str]) -> Operator:
    return Operator(capsys)


@pytest.fixture
async def guests(app: FastAPI) -> AsyncIterator[tuple[Guest, Guest]]:
    both = Guest(app), Guest(app)
    yield both
    for guest in both:
        await guest.http.aclose()


async def test_who_is_banned_is_out(app: FastAPI, operator: Operator, guests: tuple[Guest, Guest]) -> None:
    """Their seat is left, their browser becomes nobody new, their key and codes lead nowhere, their sockets end; the
    others play on. A ban that is lifted gives everything of it back but the seat.
    """
    mira, ruben = guests
    code = await mira.open_table("Mira")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    key = shown(await ruben.post("/me/key"))
    ruben_id = await operator.id_of("Ruben")
    hash_of_ruben = (await app.state.services.guests.devices(ruben_id))[0]
    assert (await operator.says("ban", ruben_id))["banned"] is True
    table = (await app.state.services.tables.find(code)).table
    assert [seat.name for seat in table.seats] == ["Mira"]
    assert (await ruben.post(f"/t/{code}/join", name="Ruben2")).status_code == 403
    again = await ruben.post("/tables", name="Other")
    assert (again.status_code, "closed it to you" in again.text) == (403, True)
    assert (await ruben.post("/continue", code=key)).status_code == 409
    assert hash_of_ruben.sign
    (row,) = await operator.says("people", ruben_id)
    assert row["banned_at"]
    assert (await operator.says("unban", ruben_id))["banned"] is False
    assert (await ruben.post(f"/t/{code}/join", name="Ruben")).status_code == 303
    assert "no person" not in await operator.says("ban", "nobody", status=2)


async def test_sockets_of_who_is_banned_are_ended(
    app: FastAPI, operator: Operator, guests: tuple[Guest, Guest]
) -> None:
    """What is asked about open sockets every ten seconds names them."""
    from app.players.guests import hash_of

    mira, ruben = guests
    await mira.open_table("Mira")
    await ruben.open_table("Ruben")
    hashes = {hash_of(one.http.cookies["yeti"]) for one in guests}
    assert not await app.state.services.guests.ended(hashes)
    await operator.says("ban", await operator.id_of("Ruben"))
    assert await app.state.services.guests.ended(hashes) == {hash_of(ruben.http.cookies["yeti"])}


async def test_another_name_everywhere(app: FastAPI, operator: Operator, guests: tuple[Guest, Guest]) -> None:
    """At the seat, in the chat, in the notes of the table; like a neighbour's it gets a number."""
    mira, ruben = guests
    code = await mira.open_table("Mira")
    await ruben.post(f"/t/{code}/join", name="Rudewort")
    await ruben.post(f"/t/{code}/chat", text="hello")
    person = await operator.id_of("Rudewort")
    assert (await operator.says("rename", person, "Mira"))["tables"] == 1
    table = (await app.state.services.tables.find(code)).table
    assert table.seats[1].name != "Rudewort"
    assert table.seats[1].name != table.seats[0].name
    page = (await mira.get(f"/t/{code}")).text
    chat = (await mira.get(f"/t/{code}/chat")).text
    assert "Rudewort" not in page + chat
    assert "(name_bot)" in await operator.says("rename", person, "Bot 7", status=2)


async def test_sessions_end(app: FastAPI, operator: Operator, guests: tuple[Guest, Guest]) -> None:
    """Listed, and all signed out: whoever has such a cookie is nobody by it."""
    mira, _ = guests
    await mira.open_table("Mira")
    person = await operator.id_of("Mira")
    assert len(await operator.says("sessions", person)) == 1
    assert await operator.says("sessions", person, "--end") == []
    assert 'action="/me/name"' in (await mira.get("/me")).text
    assert app.state.services is not None


async def test_a_line_of_chat_goes(operator: Operator, guests: tuple[Guest, Guest]) -> None:
    """From pages loaded later, and from open ones: with the next news they learn which lines are there."""
    mira, _ = guests
    code = await mira.open_table("Mira")
    for text in ("first", "something rude", "third"):
        await mira.post(f"/t/{code}/chat", text=text)
    before = (await mira.get(f"/t/{code}/chat")).json()
    rude = next(line["id"] for line in await operator.says("chat", code) if "rude" in line["text"])
    left = await operator.says("chat", code, "--delete", str(rude))
    assert [line["text"] for line in left] == ["third", "first"]
    after = (await mira.get(f"/t/{code}/chat?after={before['lines'][-1]['id']}")).json()
    assert after["chat_version"] > before["chat_version"]
    assert after["there"] == [line["id"] for line in before["lines"] if line["id"] != rude]
    assert "rude" not in (await mira.get(f"/t/{code}/chat")).text


async def test_registration_closes_and_opens(
    app: FastAPI, operator: Operator, guests: tuple[Guest, Guest]
) -> None:
    """Closed: nobody new, who is known plays on. Invited: whoever comes by a table's link, or by the operator's. All
    processes know at once.
    """
    mira, ruben = guests
    code = await mira.open_table("Mira")
    assert await operator.says("registration") == {"registration": "open"}
    await operator.says("registration", "closed")
    for path in ("/tables", "/solo", f"/t/{code}/join"):
        refused = await ruben.post(path, name="Ruben")
        assert (refused.status_code, "no new people" in refused.text) == (403, True)
    api = await ruben.http.post("/api/v1/guests", json={"name": "Robot"})
    assert (api.status_code, api.json()["code"]) == (403, "registration_closed")
    assert (await mira.post("/tables", name="Mira")).status_code == 303
    await operator.says("registration", "invited")
    assert (await ruben.post("/tables", name="Ruben")).status_code == 403
    assert (await ruben.post("/join", name="Ruben", code="AAAAAA")).status_code == 404
    assert (await ruben.post("/join", name="Ruben", code=code)).headers["location"] == f"/t/{code}"
    assert (await ruben.post(f"/t/{code}/join", name="Ruben")).status_code == 303
    assert (await ruben.post("/tables", name="Ruben")).status_code == 303
    invited = Guest(app)
    link = (await operator.says("invite", "Ines"))["link"]
    assert (await invited.post("/continue", code=link.rpartition("=")[2])).status_code == 303
    assert (await invited.post("/tables", name="Ines")).status_code == 303
    await invited.http.aclose()


async def test_a_server_bears_so_many_tables(app: FastAPI, guests: tuple[Guest, Guest]) -> None:
    """TABLES: one that ends makes room."""
    mira, _ = guests
    services = app.state.services
    app.state.services = replace(services, settings=replace(services.settings, tables=2))
    code = await mira.open_table("Mira")
    await mira.open_table("Mira")
    full = await mira.post("/solo", name="Mira")
    assert (full.status_code, "as this server can bear" in full.text) == (409, True)
    await mira.post(f"/t/{code}/leave")
    assert (await mira.post("/solo", name="Mira")).status_code == 303


async def test_the_operators_texts_have_a_page(tmp_path: Path) -> None:
    """Imprint and privacy come from files, as text: nothing in them becomes a tag. Every page's foot leads there."""
    (tmp_path / "imprint.txt").write_text("Ada <b>L.</b>\n1 Peak Road\n\nada@example.org", encoding="utf-8")
    (tmp_path / "privacy.txt").write_text("We keep little.", encoding="utf-8")
    env = {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}",
        "IMPRINT": str(tmp_path / "imprint.txt"),
        "PRIVACY": str(tmp_path / "privacy.txt"),
    }
    app = create_app(Settings.from_environment(env))
    async with app.router.lifespan_context(app):
        reader = Guest(app)
        page = (await reader.get("/imprint")).text
        assert "Ada &lt;b&gt;L.&lt;/b&gt;\n1 Peak Road</p>" in page
        assert page.count('class="given"') == 3
        assert 'href="/imprint"' in (await reader.get("/")).text
        await reader.http.aclose()
    with pytest.raises(BadSetting, match="IMPRINT"):
        Settings.from_environment(env | {"IMPRINT": str(tmp_path / "none.txt")})
