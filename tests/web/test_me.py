"""What somebody may do about themselves, over HTTP: two browsers, one person."""

import re

import httpx
import pytest
from fastapi import FastAPI

from app.players.guests import hash_of
from app.web.http.device_labels import label_of
from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio
asks_for_a_name = 'action="/me/name"'
"""Nobody is known by this browser."""


def shown(answer: httpx.Response) -> str:
    found = re.search(r'<output class="code[^>]*>([^<]+)</output>', answer.text)
    assert found, answer.text
    return found[1]


async def test_a_second_device_takes_the_same_seat(mira: Guest, ruben: Guest) -> None:
    """The code is shown with a picture of its link; opening the link changes nothing; the form does, once."""
    code = await mira.open_table("Mira")
    page = await mira.post("/me/device")
    device = shown(page)
    assert f"/continue?code={device}" in page.text
    assert "<svg" in page.text
    assert device in (await ruben.get(f"/continue?code={device}")).text
    assert "data-seat" not in (await ruben.get(f"/t/{code}")).text
    assert (await ruben.post("/continue", code=device.lower())).status_code == 303
    assert 'data-seat="0"' in (await ruben.get(f"/t/{code}")).text
    assert 'data-seat="0"' in (await mira.get(f"/t/{code}")).text
    again = await ruben.post("/continue", code=device)
    assert (again.status_code, "not known" in again.text) == (409, True)


async def test_who_becomes_somebody_else_is_who_they_were_no_longer(
    app: FastAPI, mira: Guest, ruben: Guest
) -> None:
    """The session a browser had ends with the code it gives, for moves too, though those go by what was just known."""
    await ruben.open_table("Ruben")
    guests = app.state.services.guests
    before = hash_of(ruben.http.cookies["yeti"])
    assert (await guests.recent_player_of(before)).name == "Ruben"
    await mira.open_table("Mira")
    await ruben.post("/continue", code=shown(await mira.post("/me/device")))
    assert await guests.recent_player_of(before) is None


async def test_a_key_brings_back_who_lost_everything(mira: Guest, ruben: Guest) -> None:
    """Shown once; on a browser without any memory it gives seat and name again."""
    code = await mira.open_table("Mira")
    key = shown(await mira.post("/me/key"))
    assert key not in (await mira.get("/me")).text
    back = await ruben.post("/continue", code=f"My key: {key}"[8:])
    assert (back.status_code, "You are back" in back.text) == (200, True)
    assert shown(back) != key
    assert 'data-seat="0"' in (await ruben.get(f"/t/{code}")).text
    assert (await ruben.post("/continue", code=key)).status_code == 409


async def test_a_new_key_in_place_of_one_signs_the_other_devices_out(mira: Guest, ruben: Guest) -> None:
    """A first key signs nobody out. The page says beforehand what another will do, and afterwards that it did."""
    await mira.open_table("Mira")
    await ruben.post("/continue", code=shown(await mira.post("/me/device")))
    assert "signs out your other devices" in (await mira.get("/me")).text
    assert "Your other devices are signed out" not in (await mira.post("/me/key")).text
    assert asks_for_a_name not in (await ruben.get("/me")).text
    assert "Your other devices are signed out" in (await mira.post("/me/key")).text
    assert asks_for_a_name in (await ruben.get("/me")).text
    assert asks_for_a_name not in (await mira.get("/me")).text


async def test_devices_are_listed_and_signed_out(mira: Guest, ruben: Guest) -> None:
    """Each by itself, all others, or all: whoever is signed out is nobody by the cookie it has."""
    mira.http.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    await mira.open_table("Mira")
    ruben.http.headers["user-agent"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Safari/604.1"
    assert (await ruben.post("/continue", code=shown(await mira.post("/me/device")))).status_code == 303
    page = (await mira.get("/me")).text
    assert "Firefox, Linux" in page
    assert "Safari, iPhone" in page
    assert page.count("this one") == 1
    signs = dict.fromkeys(re.findall(r'name="?sign"?\s+value="([0-9a-f]{16})"', page))
    assert len(signs) == 2
    theirs = hash_of(ruben.http.cookies["yeti"])
    assert theirs[:16] in signs
    assert theirs not in page
    assert (await mira.post("/me/devices/end", sign=theirs[:16])).headers["location"] == "/me"
    assert asks_for_a_name in (await ruben.get("/me")).text
    await ruben.post("/continue", code=shown(await mira.post("/me/device")))
    assert (await mira.post("/me/everywhere", but_here="yes")).headers["location"] == "/me"
    assert asks_for_a_name in (await ruben.get("/me")).text
    assert asks_for_a_name not in (await mira.get("/me")).text
    old = mira.http.cookies["yeti"]
    assert (await mira.post("/me/everywhere")).headers["location"] == "/"
    assert mira.http.cookies["yeti"] != old
    assert asks_for_a_name in (await mira.get("/me")).text
    for odd in ("", "%", "x" * 16, "0" * 15):
        await mira.open_table("Mira")
        assert (await mira.post("/me/devices/end", sign=odd)).status_code == 400


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (
            "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36",
            "Chrome, Android",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0",
            "Edge, Windows",
        ),
        ("python-httpx/0.28.1", "python-httpx"),
        ("", ""),
        ("<script>alert(1)</script>", ""),
        ("x" * 9000, "x" * 40),
    ],
)
def test_what_a_device_says_it_is(agent: str, label: str) -> None:
    assert label_of(agent) == label


@pytest.mark.parametrize("path", ["/me", "/notices"])
async def test_a_newcomer_is_asked_for_a_name_and_then_has_the_page(mira: Guest, path: str) -> None:
    """No refusal: a field with a name to begin with. One that cannot be taken is said at the field; another leads to
    the page that was wanted, and to no other place.
    """
    asked = await mira.get(path)
    assert (asked.status_code, 'action="/me/name"' in asked.text) == (200, True)
    assert f'name="back" value="{path}"' in asked.text
    mira.http.headers["accept"] = "text/html"
    refused = await mira.post("/me/name", name=" ", back=path)
    assert (refused.status_code, 'id="refusal-name"' in refused.text) == (400, True)
    told = await mira.post("/me/name", name="Mira", back=path)
    assert (told.status_code, told.headers["location"]) == (303, path)
    assert 'action="/me/name"' not in (await mira.get(path)).text
    elsewhere = await mira.post("/me/name", name="Mira", back="//evil.test")
    assert elsewhere.headers["location"] == "/me"


async def test_somebody_unknown_has_no_page_of_their_own(mira: Guest) -> None:
    assert (await mira.get("/me/export")).status_code == 403
    assert (await mira.post("/me/device")).status_code == 403


async def test_data_is_handed_out_and_removed(mira: Guest, ruben: Guest) -> None:
    """A file of everything; then, only with the box ticked, nothing: the table shows somebody else's name."""
    code = await mira.open_table("Mira")
    await ruben.get(f"/t/{code}")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    await mira.post(f"/t/{code}/start", confirm="yes")
    await ruben.post(f"/t/{code}/chat", text="hello there")
    data = await ruben.get("/me/export")
    assert "attachment" in data.headers["content-disposition"]
    assert [line["text"] for line in data.json()["chat"]] == ["hello there"]
    assert (await ruben.post("/me/delete")).status_code == 403
    assert (await ruben.post("/me/delete", confirm="yes")).status_code == 303
    assert "Enter a name first" in (await ruben.get("/me")).text
    page = (await mira.get(f"/t/{code}")).text
    assert "A skier" in page
    assert "Ruben" not in page
    assert (await mira.get(f"/t/{code}/chat")).json()["lines"] == []


async def test_i_was_ruben(mira: Guest, ruben: Guest, app: object) -> None:
    """A browser without memory asks for the seat; the host gives it; the old browser has it no longer."""
    code = await mira.open_table("Mira")
    await ruben.get(f"/t/{code}")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    await mira.post(f"/t/{code}/start", confirm="yes")
    stranger = Guest(app)  # type: ignore[arg-type]
    assert (await stranger.post(f"/t/{code}/claim", seat="1", name="It is me")).status_code == 303
    assert (await stranger.post(f"/t/{code}/reseat", seat="1", yes="yes")).status_code == 403
    assert (await mira.post(f"/t/{code}/reseat", seat="1", yes="yes")).status_code == 303
    assert 'data-seat="1"' in (await stranger.get(f"/t/{code}")).text
    assert (await ruben.get(f"/t/{code}")).status_code == 403
    await stranger.http.aclose()


async def test_a_report_is_taken_from_who_may_see_the_table(mira: Guest, ruben: Guest) -> None:
    code = await mira.open_table("Mira")
    assert (await mira.post(f"/t/{code}/report", text="")).status_code == 400
    assert (await mira.post(f"/t/{code}/report", text="too cold", seat="9")).status_code == 409
    thanks = await mira.post(f"/t/{code}/report", text="too cold")
    assert (thanks.status_code, "Thank you" in thanks.text) == (200, True)
    await mira.post(f"/t/{code}/start", confirm="yes")
    assert (await ruben.post(f"/t/{code}/report", text="let me in")).status_code == 403
