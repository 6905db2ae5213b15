"""The socket of an open page, over real connections: what it says, to whom, and how it ends."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect

from app.main import create_app
from app.settings import Settings
from app.web.http.request_user import RequestUser, visitor_of
from app.web.live import socket as module
from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    """A server on a free port, in the test's own loop."""
    settings = Settings.from_environment(
        {"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}", "BOT_DELAY_MS": "0"}
    )
    config = uvicorn.Config(  # no log_config: the usual one would keep its loggers from other tests' handlers for good
        create_app(settings), port=0, ws="websockets-sansio", log_config=None, lifespan="on"
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    async with asyncio.timeout(60):
        while not server.started:  # noqa: ASYNC110  # uvicorn has no event for it
            await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"127.0.0.1:{port}"
    server.should_exit = True
    await serving


class Visitor(Guest):
    """A guest who comes over a real connection and can listen."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.token = ""
        self.http = httpx.AsyncClient(
            base_url=f"http://{address}", headers={"origin": f"http://{address}", "accept": "text/html"}
        )

    def listen(self, code: str, since: int = 0, origin: str | None = None) -> connect:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return connect(
            f"ws://{self.address}/t/{code}/socket?since={since}",
            origin=origin or f"http://{self.address}",  # type: ignore[arg-type]
            additional_headers={"cookie": cookies},
        )


@pytest.fixture
async def visit(address: str) -> AsyncIterator[Callable[[], Visitor]]:
    """Makes visitors, and closes their connections at the end."""
    came: list[Visitor] = []

    def arrive() -> Visitor:
        came.append(Visitor(address))
        return came[-1]

    yield arrive
    for visitor in came:
        await visitor.http.aclose()


async def told(socket: ClientConnection) -> dict[str, Any]:
    """The next message that is no heartbeat."""
    async with asyncio.timeout(60):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if "beat" not in message:
                return message


async def closed_with(socket: ClientConnection) -> int:
    async with asyncio.timeout(60):
        await socket.wait_closed()
    assert socket.close_code is not None
    return socket.close_code


async def test_a_page_of_another_site_hears_nothing(visit: Callable[[], Visitor]) -> None:
    mira = visit()
    code = await mira.open_table("Mira")
    async with mira.listen(code, origin="http://evil.test") as socket:
        assert await closed_with(socket) == 4403


async def test_a_table_that_is_not_there_closes_for_good(visit: Callable[[], Visitor]) -> None:
    mira = visit()
    await mira.get("/")
    async with mira.listen("ABCDEF") as socket:
        assert await closed_with(socket) == 4404


async def test_a_page_that_is_gone_before_it_is_told_why_is_no_fault(
    visit: Callable[[], Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket for no table, and nobody there any more to hear it: that is no error."""
    ended: asyncio.Future[BaseException | None] = asyncio.get_running_loop().create_future()
    conversation = module.converse

    async def looked_up_late(socket: WebSocket) -> RequestUser:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
        return await visitor_of(socket)

    async def watched(*about: Any) -> None:
        try:
            await conversation(*about)
        except WebSocketDisconnect as error:
            ended.set_result(error)
        else:
            ended.set_result(None)

    monkeypatch.setattr(module, "visitor_of", looked_up_late)
    monkeypatch.setattr(module, "converse", watched)
    async with visit().listen("XXXXXX") as page:
        page.transport.abort()
        assert await ended is None


async def test_a_page_that_speaks_is_closed_and_changes_nothing(visit: Callable[[], Visitor]) -> None:
    mira = visit()
    code = await mira.open_table("Mira")
    async with mira.listen(code) as socket:
        before = (await told(socket))["version"]
        await socket.send('{"select": "d3a"}')
        assert await closed_with(socket) == 1008
    async with mira.listen(code) as socket:
        assert (await told(socket))["version"] == before


async def test_arriving_brings_the_whole_truth_in_one_message(visit: Callable[[], Visitor]) -> None:
    mira = visit()
    code = await mira.open_table("Mira")
    async with mira.listen(code) as socket:
        message = await told(socket)
    assert {"table", "version", "chat_version", "presence_version", "regions", "events"} <= set(message)
    ids = {region["id"] for region in message["regions"]}
    assert {"lobby-seats", "lobby-options", "lobby-you"} <= ids
    assert message["place"] == "lobby:0:host"


async def test_what_one_does_everybody_at_the_table_sees_and_only_what_changed_is_sent(
    visit: Callable[[], Visitor],
) -> None:
    mira, ruben = visit(), visit()
    code = await mira.open_table("Mira")
    await ruben.get(f"/t/{code}")
    assert (await ruben.post(f"/t/{code}/join", name="Ruben")).status_code == 303
    async with ruben.listen(code) as socket:
        first = await told(socket)
        await mira.post(f"/t/{code}/options", option="racing", on="yes")
        while (message := await told(socket))["version"] == first["version"]:
            continue  # presence
    assert message["version"] > first["version"]
    ids = {region["id"] for region in message["regions"]}
    assert "lobby-options" in ids
    assert len(ids) < len(first["regions"])


async def test_a_quiet_table_still_beats_every_two_seconds(visit: Callable[[], Visitor]) -> None:
    mira = visit()
    code = await mira.open_table("Mira")
    async with mira.listen(code) as socket:
        version = (await told(socket))["version"]
        async with asyncio.timeout(60):
            beat = json.loads(await socket.recv())
    assert beat == {"beat": True, "version": version}


async def test_the_start_moves_every_page_to_the_race(visit: Callable[[], Visitor]) -> None:
    mira = visit()
    code = await mira.open_table("Mira")
    await mira.post(f"/t/{code}/bots")
    await mira.post(f"/t/{code}/bots")
    async with mira.listen(code) as socket:
        assert (await told(socket))["place"] == "lobby:0:host"
        await mira.post(f"/t/{code}/start")
        while (message := await told(socket))["place"].startswith("lobby"):
            continue
        assert message["place"] == "table:0:host"


async def test_a_message_to_one_seat_holds_no_card_of_another(visit: Callable[[], Visitor]) -> None:
    """Two people at one table: no card id of a hand is in anything the other one is sent."""
    mira, ruben = visit(), visit()
    code = await mira.open_table("Mira")
    await ruben.get(f"/t/{code}")
    await ruben.post(f"/t/{code}/join", name="Ruben")
    await mira.post(f"/t/{code}/bots")
    await mira.post(f"/t/{code}/start", confirm="yes")
    hands = []
    texts = []
    for guest in (mira, ruben):
        async with guest.listen(code) as socket:
            message = await told(socket)
            hand = next(r["html"] for r in message["regions"] if r["id"] == "hand")
            hands.append(set(re.findall(r'id="card-(\w+)"', hand)))
            texts.append(json.dumps(message))
    assert len(hands[0]) == len(hands[1]) == 4
    assert not hands[0] & hands[1]
    for mine, other in ((0, 1), (1, 0)):
        for card in hands[other]:
            assert f'card-{card}"' not in texts[mine]
            assert f'"{card}"' not in texts[mine]


async def test_a_page_that_shows_this_version_already_is_not_sent_it_again(
    visit: Callable[[], Visitor],
) -> None:
    """Only who is here can be news then; a page of an older version gets the whole truth."""
    mira = visit()
    code = await mira.open_table("Mira")
    async with mira.listen(code) as socket:
        whole = await told(socket)
    async with mira.listen(code, since=whole["version"]) as socket:
        news = await told(socket)
    assert {region["id"] for region in news["regions"]} < {region["id"] for region in whole["regions"]}
    assert "lobby-seats" in {region["id"] for region in news["regions"]}
    assert "lobby-options" not in {region["id"] for region in news["regions"]}
