"""What somebody may do about themselves, over HTTP: two browsers, one person."""

import re

import httpx
import pytest

from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio


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


async def test_a_key_brings_back_who_lost_everything(mira: Guest, ruben: Guest) -> None:
    """Shown once; on a browser without any memory it gives seat and name again."""
    code = await mira.open_table("Mira")
    key = shown(await mira.post("/me/key"))
    assert key not in (await mira.get("/me")).text
    assert (await ruben.post("/continue", code=key)).status_code == 303
    assert 'data-seat="0"' in (await ruben.get(f"/t/{code}")).text


async def test_somebody_unknown_has_no_page_of_their_own(mira: Guest) -> None:
    for path in ("/me", "/me/export"):
        assert (await mira.get(path)).status_code == 403
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
    assert (await ruben.get("/me")).status_code == 403
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
