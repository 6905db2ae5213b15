"""The API's socket over real connections: what it says is what its document says, to whom, and how it ends."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

import httpx
import jsonschema_rs
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.web.api import router as api
from tests.web.test_api import wires
from tests.web.test_socket import address  # noqa: F401  # a fixture: the server

pytestmark = pytest.mark.anyio

document = api.asyncapi_of(wires)
news = jsonschema_rs.Draft202012Validator(
    document["components"]["messages"]["table"]["payload"] | {"components": document["components"]}
)
beat = jsonschema_rs.Draft202012Validator(
    document["components"]["messages"]["beat"]["payload"] | {"components": document["components"]}
)


class Program:
    """Somebody with a token; `listen` opens a socket with it."""

    def __init__(self, host: str, http: httpx.AsyncClient) -> None:
        self.host, self.http, self.token = host, http, ""

    async def arrive(self, name: str) -> None:
        self.token = (await self.http.post("/guests", json={"name": name})).json()["token"]
        self.http.headers["authorization"] = f"Bearer {self.token}"

    async def told(self, path: str, **body: object) -> dict[str, Any]:
        answer = await self.http.post(path, json=body)
        assert answer.is_success, answer.text
        said: dict[str, Any] = answer.json() if answer.content else {}
        return said

    def listen(self, code: str, since: int = 0, token: str | None = None) -> connect:
        headers = {"authorization": f"Bearer {self.token if token is None else token}"}
        return self.at(code, since, headers)

    def at(self, code: str, since: int, headers: dict[str, str], origin: str | None = None) -> connect:
        return connect(
            f"ws://{self.host}/api/v1/tables/{code}/socket?since={since}",
            additional_headers=headers,
            origin=origin,  # type: ignore[arg-type]
        )


Arrive = Callable[[str], Any]


@pytest.fixture
async def arrive(address: str) -> AsyncIterator[Arrive]:  # noqa: F811
    async with AsyncExitStack() as stack:

        async def come(name: str) -> Program:
            http = httpx.AsyncClient(base_url=f"http://{address}/api/v1")
            program = Program(address, await stack.enter_async_context(http))
            await program.arrive(name)
            return program

        yield come


async def next_news(socket: ClientConnection) -> dict[str, Any]:
    """The next message that is no heartbeat; every one on the way is as documented."""
    async with asyncio.timeout(60):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if "beat" not in message:
                news.validate(message)
                return message
            beat.validate(message)


async def closed_with(socket: ClientConnection) -> int | None:
    async with asyncio.timeout(60):
        await socket.wait_closed()
    return socket.close_code


async def test_a_whole_race_is_heard_as_documented(arrive: Arrive) -> None:
    """From the lobby to the result: every message validates, versions only rise, and each tells all that happened since
    the one before, or the last two rounds of it: bots that do not think may play more meanwhile.
    """
    mira = await arrive("Mira")
    code = (await mira.told("/tables"))["room"]["code"]
    seen, told = 0, []
    async with mira.listen(code) as socket:
        await mira.told(f"/tables/{code}/bots")
        await mira.told(f"/tables/{code}/bots")
        await mira.told(f"/tables/{code}/start", confirm=True)
        await mira.told(f"/tables/{code}/bot")
        while True:
            message = await next_news(socket)
            assert message["version"] >= seen
            told.append((seen, message["version"], message["events"]))
            seen = message["version"]
            if message["outcome"]:
                break
    story = (await mira.http.get(f"/tables/{code}/events")).json()
    assert told[-1][2][-1]["events"][-1]["type"] == "game_ended"
    for before, version, parts in told[1:]:
        happened = [part for part in story["events"] if before < part["version"] <= version]
        assert [part["version"] for part in parts] == [part["version"] for part in happened][-len(parts) :]
        rounds = sum(event["type"] == "round_started" for part in parts for event in part["events"])
        assert len(parts) == len(happened) or rounds >= 2


async def test_what_one_does_the_other_hears_and_only_their_own_hand_is_in_it(arrive: Arrive) -> None:
    mira, ruben = await arrive("Mira"), await arrive("Ruben")
    code = (await mira.told("/tables"))["room"]["code"]
    await ruben.told(f"/tables/{code}/join")
    await mira.told(f"/tables/{code}/bots")
    await mira.told(f"/tables/{code}/start", confirm=True)
    async with mira.listen(code) as hers, ruben.listen(code) as his:
        messages = [await next_news(hers), await next_news(his)]
        hands = [set(message["view"]["hand"]) for message in messages]
        for own, other in ((0, 1), (1, 0)):
            assert messages[own]["you"]["seat"] == messages[own]["view"]["seat"] == own
            assert not any(f'"{card}"' in json.dumps(messages[own]) for card in hands[other])
        choices = (await mira.http.get(f"/tables/{code}/actions")).json()
        await mira.told(f"/tables/{code}/actions", decision=choices["decision"], action=choices["actions"][0])
        told: list[dict[str, Any]] = []
        while {"type": "selection_locked", "player": 0} not in told:  # the bot may be in before her
            message = await next_news(his)
            told += [event for part in message["events"] for event in part["events"]]
    chosen = choices["actions"][0]["plays"][0]["cards"][0]
    assert f'"{chosen}"' not in json.dumps(message)


async def test_a_quiet_table_beats(arrive: Arrive) -> None:
    mira = await arrive("Mira")
    code = (await mira.told("/tables"))["room"]["code"]
    async with mira.listen(code) as socket, asyncio.timeout(60):
        version = (await next_news(socket))["version"]
        while "beat" not in (message := json.loads(await socket.recv())):
            continue
    assert message == {"beat": True, "version": version, "may": []}


async def test_whoever_speaks_is_closed_and_changes_nothing(arrive: Arrive) -> None:
    """The socket accepts nothing (AGREEMENTS 2)."""
    mira = await arrive("Mira")
    code = (await mira.told("/tables"))["room"]["code"]
    async with mira.listen(code) as socket:
        version = (await next_news(socket))["version"]
        await socket.send('{"ready": true}')
        assert await closed_with(socket) == 1008
    assert (await mira.http.get(f"/tables/{code}")).json()["version"] == version


async def test_who_may_not_listen_is_told_why(arrive: Arrive) -> None:
    """4401 a token that is nobody's, 4404 no table, 4403 a private race, or another site's page with a cookie."""
    mira, ruben = await arrive("Mira"), await arrive("Ruben")
    code = (await mira.told("/tables", solo=True))["room"]["code"]
    for wrong in ("x" * 43, "nonsense"):
        async with mira.listen(code, token=wrong) as socket:
            assert await closed_with(socket) == 4401
    async with mira.listen("ABCDEF") as socket:
        assert await closed_with(socket) == 4404
    async with ruben.listen(code) as socket:
        assert await closed_with(socket) == 4403
    cookie = {"cookie": f"yeti={mira.token}"}
    async with mira.at(code, 0, cookie, origin="http://evil.test") as socket:
        assert await closed_with(socket) == 4403
    async with mira.at(code, 0, cookie, origin=f"http://{mira.host}") as socket:
        assert (await next_news(socket))["you"]["seat"] == 0


async def test_looking_on_ends_when_the_host_says_so(arrive: Arrive) -> None:
    """Nothing of the race is sent from then on."""
    mira, ruben = await arrive("Mira"), await arrive("Ruben")
    code = (await mira.told("/tables", solo=True))["room"]["code"]
    await mira.told(f"/tables/{code}/spectators", on=True)
    async with ruben.listen(code) as socket:
        assert (await next_news(socket))["view"]["type"] == "public"
        await mira.told(f"/tables/{code}/spectators", on=False)
        assert await closed_with(socket) == 4403
        with contextlib.suppress(ConnectionClosed):
            async for message in socket:  # what was still on its way
                assert "beat" in message or json.loads(message)["room"]["spectators"]


async def test_coming_back_brings_what_happened_meanwhile(arrive: Arrive) -> None:
    mira = await arrive("Mira")
    code = (await mira.told("/tables", solo=True))["room"]["code"]
    async with mira.listen(code) as socket:
        version = (await next_news(socket))["version"]
    choices = (await mira.http.get(f"/tables/{code}/actions")).json()
    await mira.told(f"/tables/{code}/actions", decision=choices["decision"], action=choices["actions"][0])
    async with mira.listen(code, since=version) as socket:
        message = await next_news(socket)
    assert {part["version"] for part in message["events"]} == set(range(version + 1, message["version"] + 1))
