"""A choice goes past the router; whatever the answer is, it is the one the router's way gives."""

import re
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute

from app.web.handlers.action_lane import ActionLane
from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio

lane = ActionLane.__call__


async def by_router(self: ActionLane, scope: Any, receive: Any, send: Any) -> None:
    await self.app(scope, receive, send)


def plain(answer: httpx.Response) -> tuple[int, str, list[tuple[str, str]]]:
    """What is of the answer and not of the request: each has a word of its own."""
    headers = [pair for pair in answer.headers.multi_items() if pair[0] != "x-request-id"]
    return answer.status_code, answer.text, sorted(headers)


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Paths that came to the router."""
    came: list[str] = []
    honest = APIRoute.handle

    async def handle(self: APIRoute, scope: Any, receive: Any, send: Any) -> None:
        came.append(scope["path"])
        await honest(self, scope, receive, send)

    monkeypatch.setattr(APIRoute, "handle", handle)
    return came


async def test_both_ways_answer_alike(
    mira: Guest, ruben: Guest, solved: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await mira.open_table("Mira")
    for _ in range(2):
        await mira.post(f"/t/{code}/bots")
    await mira.post(f"/t/{code}/level", seat="1", level="snowplough")
    await mira.post(f"/t/{code}/start", confirm="yes")
    regions = (await mira.get(f"/t/{code}/regions")).json()["regions"]
    card = re.findall(r'id="card-(\w+)"', next(r["html"] for r in regions if r["id"] == "hand"))[0]
    await ruben.get("/")
    at, token = f"/t/{code}/actions", {"token": mira.token}
    choice = token | {"kind": "select", "decision": "1", "key": "once", "card-0": card, "jump-0": "no"}
    html = {"accept": "text/html"}
    by_form = {"content-type": "application/x-www-form-urlencoded", **html}
    assert (await mira.http.post(at, data=choice)).status_code == 303
    asked: dict[str, tuple[Guest, str, str, dict[str, Any]]] = {
        "a repeat without script": (mira, "POST", at, {"data": choice}),
        "a repeat by htmx": (mira, "POST", at, {"data": choice, "headers": {"HX-Request": "true", **html}}),
        "too late": (mira, "POST", at, {"data": choice | {"decision": "0", "key": "k"}}),
        "too late, by htmx": (
            mira, "POST", at, {"data": choice | {"decision": "0", "key": "k"}, "headers": {"HX-Request": "true"}},
        ),
        "another choice by the same key": (mira, "POST", at, {"data": choice | {"jump-0": "yes"}}),
        "nonsense": (mira, "POST", at, {"data": token | {"kind": "fly", "decision": "1"}}),
        "no number": (mira, "POST", at, {"data": choice | {"decision": "one"}}),
        "no form at all": (mira, "POST", at, {"content": b"\xff\x00", "headers": {"content-type": "text/plain"}}),
        "a broken form": (mira, "POST", at, {"content": b"%%%=&&=%zz", "headers": by_form}),
        "too many fields": (mira, "POST", at, {"content": b"a=b&" * 300, "headers": by_form}),
        "too long": (mira, "POST", at, {"content": b"a" * 40_000, "headers": by_form}),
        "another's token": (mira, "POST", at, {"data": choice | {"token": "0" * 32}}),
        "from elsewhere": (mira, "POST", at, {"data": choice, "headers": {"origin": "http://evil.test"}}),
        "a stranger": (ruben, "POST", at, {"data": choice | {"token": ruben.token}}),
        "JSON": (mira, "POST", at, {"json": {"decision": 0, "action": {}}}),
        "JSON that is none": (mira, "POST", at, {"content": b"[", "headers": {"content-type": "application/json"}}),
        "no such table": (mira, "POST", "/t/222222/actions", {"data": choice}),
        "written otherwise": (mira, "POST", f"/t/{code.lower()}/actions", {"data": choice}),
        "with a space": (mira, "POST", f"/t/{code[:3]}%20{code[3:]}/actions", {"data": choice}),
        "a slash too many": (mira, "POST", at + "/", {"data": choice}),
        "opened": (mira, "GET", at, {}),
        "put": (mira, "PUT", at, {"data": choice}),
        "asked for its head": (mira, "HEAD", at, {}),
    }  # fmt: skip
    for name, (who, method, path, sent) in asked.items():
        solved.clear()
        monkeypatch.setattr(ActionLane, "__call__", lane)
        short = plain(await who.http.request(method, path, **sent))
        assert not solved or short[0] != 200, name
        monkeypatch.setattr(ActionLane, "__call__", by_router)
        assert plain(await who.http.request(method, path, **sent)) == short, name


async def test_a_choice_meets_no_router(mira: Guest, solved: list[str]) -> None:
    code = await mira.open_table("Mira")
    solved.clear()
    assert (await mira.post(f"/t/{code}/actions", decision="1")).status_code == 400
    assert solved == []
    await mira.post(f"/t/{code}/ready", on="yes")
    assert solved == [f"/t/{code}/ready"]


async def test_a_fault_on_the_way_is_a_fault_as_ever(
    mira: Guest, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = await mira.open_table("Mira")

    async def broken(*_: Any) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("app.web.handlers.action_lane.player_acting", broken)
    mira.http._transport.raise_app_exceptions = False  # type: ignore[attr-defined]
    answer = await mira.post(f"/t/{code}/actions", decision="1")
    assert answer.status_code == 500
    assert "it is our fault" in answer.text
    capsys.readouterr()
