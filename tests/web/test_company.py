"""Who is at a table in play, and what one may do about it: the page, the sheet over the table, and time's own news."""

import asyncio
import json
import re
from collections.abc import Callable

import pytest
from fastapi import FastAPI

from app.tables.clocks.deadlines import pause_ms
from tests.web.conftest import Guest
from tests.web.test_socket import Visitor, address, told, visit

__all__ = ["address", "visit"]
pytestmark = pytest.mark.anyio


def untagged(page: str) -> str:
    """Names in sentences have marks of their own."""
    return re.sub(r"<[^>]*>", "", page)


async def race(host: Guest, *others: Guest, **options: str) -> str:
    """A race of these people, whose absence counts at once."""
    code = await host.open_table("Mira")
    for guest, name in zip(others, ("Ruben", "Ines"), strict=False):
        await guest.get(f"/t/{code}")
        assert (await guest.post(f"/t/{code}/join", name=name)).status_code == 303
    for path, value in options.items():
        key = {"clock": "seconds", "spectators": "on", "leavers": "leavers"}[path]
        assert (await host.post(f"/t/{code}/{path}", **{key: value})).status_code == 303
    if not others:
        await host.post(f"/t/{code}/bots")
    assert (await host.post(f"/t/{code}/start", confirm="yes")).status_code == 303
    return code


def commands(page: str) -> set[str]:
    """The commands the page has forms for."""
    return set(re.findall(r'action="/t/\w{6}/(\w+)"', page))


async def test_the_host_finds_every_control_and_others_theirs(mira: Guest, ruben: Guest) -> None:
    """ABSENCE_MS is 0 here: whoever has no page open is away for long enough."""
    code = await race(mira, ruben, clock="30")
    host = (await mira.get(f"/t/{code}/people")).text
    assert commands(host) == {"bot", "silence", "host", "report", "spectators", "pause", "leave"}
    other = (await ruben.get(f"/t/{code}/people")).text
    assert commands(other) == {"propose", "report", "bot", "leave"}
    await ruben.post(f"/t/{code}/propose", seat="0")
    assert "propose" not in commands((await ruben.get(f"/t/{code}/people")).text)


async def test_a_press_on_the_page_comes_back_to_it(mira: Guest, ruben: Guest) -> None:
    """Without script: the answer to a form is the page it stood on."""
    code = await race(mira, ruben)
    mira.http.headers["referer"] = f"http://yeti.test/t/{code}/people"
    answer = await mira.post(f"/t/{code}/silence", seat="1", on="yes")
    assert answer.headers["location"] == f"/t/{code}/people"
    assert "Switch chat on" in (await mira.get(f"/t/{code}/people")).text
    del mira.http.headers["referer"]
    refused = await ruben.post(f"/t/{code}/chat", text="hello")
    assert "switched off your chat" in refused.text


async def test_a_report_is_thanked_for_where_it_was_sent(app: FastAPI, mira: Guest, ruben: Guest) -> None:
    """In the sheet beside its form, without script as a page; it waits in the operator's queue."""
    code = await race(mira, ruben)
    mira.http.headers["hx-request"] = "true"
    answer = await mira.post(f"/t/{code}/report", seat="1", text="Very rude")
    assert (answer.status_code, 'role="status"' in answer.text) == (200, True)
    assert "Thank you" in answer.text
    empty = await mira.post(f"/t/{code}/report", seat="1", text=" ")
    assert (empty.status_code, 'role="alert"' in empty.text) == (400, True)
    del mira.http.headers["hx-request"]
    queue = await app.state.people.reports.reports(done=False, most=10)
    assert [(r.by_name, r.about_name, r.text) for r in queue] == [("Mira", "Ruben", "Very rude")]


async def test_the_role_is_handed_over_at_the_table(mira: Guest, ruben: Guest) -> None:
    """From then on the other one has a host's controls, and the first has them no more."""
    code = await race(mira, ruben)
    assert (await mira.post(f"/t/{code}/host", seat="1", of="Ruben")).status_code == 303
    assert "silence" in commands((await ruben.get(f"/t/{code}/people")).text)
    assert "silence" not in commands((await mira.get(f"/t/{code}/people")).text)
    assert "Ruben is the host now." in untagged((await mira.get(f"/t/{code}")).text)


async def test_who_leaves_may_come_back_unless_leavers_drop_out(mira: Guest, ruben: Guest) -> None:
    """The page says which before it is pressed; a dropped seat is offered no way back."""
    code = await race(mira, ruben)
    assert "You can come back" in (await ruben.get(f"/t/{code}/people")).text
    assert (await ruben.post(f"/t/{code}/leave")).headers["location"] == "/"
    assert 'form="f-back"' in (await ruben.get(f"/t/{code}")).text
    assert (await ruben.post(f"/t/{code}/back")).status_code == 303
    other = await race(mira, ruben, leavers="drop")
    assert "cannot come back" in (await ruben.get(f"/t/{other}/people")).text
    await ruben.post(f"/t/{other}/leave")
    page = (await ruben.get(f"/t/{other}")).text
    assert 'form="f-back"' not in page
    assert "You have left this race" in page
    assert "Left the race" in (await mira.get(f"/t/{other}")).text
    text = (await ruben.get(f"/t/{other}/text")).text
    assert "back" not in commands(text)


async def test_strangers_see_nobody_and_spectators_everybody(mira: Guest, ruben: Guest) -> None:
    """A private race names its people to nobody else; who may look on may report, and nothing more."""
    code = await race(mira)
    assert (await ruben.get(f"/t/{code}/people")).status_code == 403
    await mira.post(f"/t/{code}/spectators", on="yes")
    page = await ruben.get(f"/t/{code}/people")
    assert page.status_code == 200
    assert commands(page.text) <= {"report"}
    assert f'href="/t/{code}/claim"' in page.text


async def test_before_the_start_the_lobby_is_the_page(mira: Guest) -> None:
    code = await mira.open_table("Mira")
    answer = await mira.get(f"/t/{code}/people")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{code}")


async def test_the_text_view_settles_the_same(mira: Guest, ruben: Guest) -> None:
    """Propose, decide, take back, pause, go on: forms that lead back to the text view."""
    code = await race(mira, ruben, clock="120")
    assert {"propose"} <= commands((await ruben.get(f"/t/{code}/text")).text)
    answer = await ruben.post(f"/t/{code}/propose", seat="0", view="text")
    assert answer.headers["location"] == f"/t/{code}/text"
    text = (await mira.get(f"/t/{code}/text")).text
    assert {"bot", "pause"} <= commands(text)
    await mira.post(f"/t/{code}/bot", seat="1", view="text")
    assert "back" in commands((await ruben.get(f"/t/{code}/text")).text)
    await ruben.post(f"/t/{code}/back", view="text")
    await mira.post(f"/t/{code}/pause", view="text")
    text = (await ruben.get(f"/t/{code}/text")).text
    assert '<span translate="no">Mira</span> has paused the race.' in text
    assert "Ruben is back in the seat." in untagged(text)
    assert "resume" not in commands(text)
    assert "resume" in commands((await mira.get(f"/t/{code}/text")).text)


async def test_a_heartbeat_tells_what_time_has_allowed(
    visit: Callable[[], Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No save announces it: the page learns by the next heartbeats that anyone may end the pause."""
    mira, ruben = visit(), visit()
    code = await race(mira, ruben, clock="120")
    await mira.post(f"/t/{code}/pause")
    assert 'data-may=""' in (await ruben.get(f"/t/{code}")).text
    async with ruben.listen(code) as socket:
        assert (await told(socket))["may"] == []
        monkeypatch.setattr("app.tables.clocks.permissions.pause_ms", 0)
        async with asyncio.timeout(60):
            while (beat := json.loads(await socket.recv())).get("may") != ["resume"]:
                assert beat.get("beat"), beat
        assert beat["beat"]
    assert 'data-may="resume"' in (await ruben.get(f"/t/{code}")).text
    assert pause_ms == 600_000


async def test_every_refusal_has_a_place_on_the_table_that_no_push_clears(mira: Guest) -> None:
    """Each form of the page names an element that is there, outside of all regions."""
    code = await race(mira)
    page = (await mira.get(f"/t/{code}")).text
    regions = (await mira.get(f"/t/{code}/regions")).json()["regions"]
    targets = re.findall(r'hx-post="[^"]+"\s+hx-target="#(refusal-[\w-]+)"', page)
    assert {"refusal-asks", "refusal-seat"} <= set(targets)
    for target in targets:
        assert page.count(f'id="{target}"') == 1, target
        assert not any(f'id="{target}"' in region["html"] for region in regions), target
    controls = {name for region in regions for name in re.findall(r'form="(f-[\w-]+)"', region["html"])}
    for control in controls - {"f-none"}:  # which is nowhere: what says so is not sent
        assert f'id="{control}"' in page, control
