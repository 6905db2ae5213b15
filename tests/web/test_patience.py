"""Nobody waits for ever, and nobody is told what was not asked of the database."""

import asyncio

import pytest
from fastapi import FastAPI

from app.tables.errors import Busy, CannotWrite
from app.web.handlers import request_timeout
from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "form",
    [
        ({"accept": "text/html"}, 503, "<!doctype html>"),
        ({"hx-request": "true", "yeti-control": "act"}, 429, "Too much is going on"),
        ({"accept": "application/json"}, 503, '"code":"busy"'),
    ],
)
async def test_what_takes_too_long_is_answered_in_the_readers_form(
    app: FastAPI, mira: Guest, monkeypatch: pytest.MonkeyPatch, form: tuple[dict[str, str], int, str]
) -> None:
    """A page, a fragment beside the control, or JSON; with when to try again."""
    headers, status, shown = form
    code = await mira.open_table("Mira")
    monkeypatch.setattr(request_timeout, "limit_s", 0.05)

    async def sleep(*_args: object, **_more: object) -> None:
        await asyncio.sleep(5)

    monkeypatch.setattr(app.state.services.tables, "set_ready", sleep)
    mira.http.headers.update(headers)
    answer = await mira.http.post(f"/t/{code}/ready", data={"token": mira.token, "ready": "yes"})
    assert answer.status_code == status
    assert shown in answer.text
    assert answer.headers["retry-after"] == "2"
    if "hx-request" in headers:
        assert answer.headers["hx-retarget"] == "#refusal-act"


async def test_a_busy_database_is_no_fault_of_ours(
    app: FastAPI, mira: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No 500 and no bug in the log: another try may do."""
    code = await mira.open_table("Mira")

    async def busy(*_args: object, **_more: object) -> None:
        raise Busy

    monkeypatch.setattr(app.state.services.tables, "set_ready", busy)
    assert (await mira.post(f"/t/{code}/ready", ready="yes")).status_code == 503


async def test_the_busy_page_is_this_visitors_own(
    app: FastAPI, mira: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its forms work: it carries the visitor's form token, without the database having been asked."""
    code = await mira.open_table("Mira")
    await mira.get("/")  # with a name came a new session, and its form token
    token = mira.token

    async def busy(*_args: object, **_more: object) -> None:
        raise Busy

    monkeypatch.setattr(app.state.services.tables, "find", busy)
    page = await mira.get(f"/t/{code}")
    assert page.status_code == 503
    assert mira.token == token


async def test_a_socket_that_meets_a_busy_database_is_asked_to_come_back(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closed with 1013, no fault in the log: the page tries again by itself."""
    sent: list[dict[str, object]] = []

    async def busy(*_args: object, **_more: object) -> None:
        raise Busy

    async def receive() -> dict[str, object]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    monkeypatch.setattr(app.state.services.guests, "player_of", busy)
    headers = [(b"host", b"yeti.test"), (b"origin", b"http://yeti.test"), (b"cookie", b"yeti=" + b"x" * 43)]
    scope = {
        "type": "websocket", "path": "/t/ABCDEF/socket", "raw_path": b"/t/ABCDEF/socket", "query_string": b"",
        "headers": headers, "scheme": "ws", "client": ("192.0.2.1", 1), "server": ("yeti.test", 80),
        "subprotocols": [], "root_path": "", "asgi": {"version": "3.0"},
    }  # fmt: skip
    await app(scope, receive, send)  # type: ignore[arg-type]
    assert [(m["type"], m.get("code")) for m in sent] == [
        ("websocket.accept", None),
        ("websocket.close", 1013),
    ]


async def test_a_database_that_cannot_write_is_told_and_nobody_guesses_codes_meanwhile(
    app: FastAPI, mira: Guest, ruben: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who sits at a table sees it; acting says that nothing can be saved. A code that cannot be counted is not tried,
    right or wrong, and a wrong one that could not be counted is not told.
    """
    code = await mira.open_table("Mira")
    tables, limits = app.state.services.tables, app.state.people.code_limits
    refuses = False
    monkeypatch.setattr(type(app.state.services), "refuses_writes", property(lambda _: lambda: refuses))

    async def cannot(*_args: object, **_more: object) -> None:
        raise CannotWrite("SQLITE_FULL")

    monkeypatch.setattr(tables, "set_ready", cannot)
    answer = await mira.post(f"/t/{code}/ready", ready="yes")
    assert answer.status_code == 503
    assert "Nothing can be saved" in answer.text
    assert answer.headers["retry-after"] == "5"
    monkeypatch.setattr(limits, "wrong", cannot)
    assert (await ruben.get("/t/ABCDEF")).status_code == 503
    refuses = True
    assert (await mira.get(f"/t/{code}")).status_code == 200
    for tried in (code, "ABCDEF"):
        assert (await ruben.get(f"/t/{tried}")).status_code == 503
