"""Chat over HTTP and the socket."""

from collections.abc import Callable

import httpx
import pytest

from tests.web.conftest import Guest
from tests.web.test_socket import Visitor, address, told, visit

__all__ = ["address", "visit"]
pytestmark = pytest.mark.anyio


async def test_a_line_reaches_the_other_page_by_its_chat_version(visit: Callable[[], Visitor]) -> None:
    """Mira says something; Ruben's socket tells that there is chat, the table's version stays; he reads it."""
    mira, ruben = visit(), visit()
    code = await mira.open_table("Mira")
    await ruben.get(f"/t/{code}")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    async with ruben.listen(code) as socket:
        first = await told(socket)
        assert (await mira.post(f"/t/{code}/chat", text='<b onclick="x">hi</b>')).status_code == 303
        while (message := await told(socket))["chat_version"] == first["chat_version"]:
            continue
    assert message["version"] == first["version"]
    lines = (await ruben.get(f"/t/{code}/chat")).json()
    assert lines["chat_version"] == message["chat_version"] == 1
    assert [(x["name"], x["text"]) for x in lines["lines"]] == [("Mira", '<b onclick="x">hi</b>')]
    assert (await ruben.get(f"/t/{code}/chat?after={lines['lines'][0]['id']}")).json()["lines"] == []


async def test_refusals_of_chat_speak(mira: Guest, ruben: Guest) -> None:
    """Too fast is 429, nothing to say 400, no seat 403: each with a sentence, for forms and for clients."""
    code = await mira.open_table("Mira")
    assert (await ruben.post(f"/t/{code}/chat", text="hi")).status_code == 403
    assert (await ruben.get(f"/t/{code}/chat")).status_code == 403
    empty = await mira.post(f"/t/{code}/chat", text=" ")
    assert (empty.status_code, "Nothing to send yet" in empty.text) == (400, True)
    for reaction in ("hop", "wave", "snowball"):
        assert (await mira.post(f"/t/{code}/react", reaction=reaction)).status_code == 303
    assert "Catch your breath" in (await mira.post(f"/t/{code}/react", reaction="hop")).text
    mira.http.headers["accept"] = "application/json"
    refused = await mira.post(f"/t/{code}/react", reaction="hop")
    assert (refused.status_code, refused.json()["code"]) == (429, "catch_breath")
    assert refused.json()["params"]["seconds"] >= 1
    refused = await until_refused(mira, code)
    assert refused.json()["code"] == "too_fast"


async def test_a_snowball_is_told_with_its_target(mira: Guest, ruben: Guest) -> None:
    """By form and by API, to everybody who reads the chat; one at oneself or at nobody who sits there is refused."""
    code = await mira.open_table("Mira")
    await ruben.get(f"/t/{code}")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    assert (await mira.post(f"/t/{code}/react", reaction="snowball", seat="1", figure="1")).status_code == 303
    line = (await ruben.get(f"/t/{code}/chat")).json()["lines"][0]
    assert (line["name"], line["text"], line["target"], line["figure"]) == ("Mira", "snowball", 1, 1)
    for seat in ("0", "4"):
        refused = await mira.post(f"/t/{code}/react", reaction="snowball", seat=seat)
        assert refused.status_code == 409


@pytest.mark.parametrize("racing", [False, True])
async def test_who_was_taken_off_does_not_listen_in(mira: Guest, ruben: Guest, *, racing: bool) -> None:
    """Where people may look on, whoever else has the link reads what is said, whoever was taken off does not: they stay
    out ("remove, and they stay out"), by the page and by the API.
    """
    code = await mira.open_table("Mira")
    await ruben.get(f"/t/{code}")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    await mira.post(f"/t/{code}/spectators", on="yes")
    await mira.post(f"/t/{code}/chat", text="between us")
    await mira.post(f"/t/{code}/remove", seat="1")
    if racing:
        for _ in range(2):
            await mira.post(f"/t/{code}/bots")
        assert (await mira.post(f"/t/{code}/start", confirm="yes")).status_code == 303
    for path in (f"/t/{code}/chat", f"/api/v1/tables/{code}/chat"):
        heard = await ruben.get(path)
        assert (heard.status_code, "between us" in heard.text) == (403, False)


async def until_refused(guest: Guest, code: str) -> httpx.Response:
    """On a slow machine the bucket refills a little while it is being emptied."""
    for _ in range(60):
        answer = await guest.post(f"/t/{code}/chat", text="and")
        if answer.status_code == 429:
            return answer
    raise AssertionError("never too fast")
