"""Dice by turns, a trade, and a race at everybody's own pace, each played to its end by real servers: by somebody with
pages, a program, a bot and the clock; by one process on SQLite, and by two on one Postgres.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.cases.conftest import in_ci
from tests.cases.visitors import Visitor, said
from tools.two_processes import Process, database, pair

pytestmark = [pytest.mark.anyio, pytest.mark.alone]

Servers = tuple[Process, Process]
program = "tests.fake_games"
env = {"BOT_DELAY_MS": "0", "ABSENCE_MS": "0"}


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
async def servers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Servers]:
    """Two addresses of one server, or of two on one database."""
    async with AsyncExitStack() as stack:
        if request.param == "sqlite":
            folder = tmp_path_factory.mktemp("fakes")
            one = Process(f"sqlite:///{folder / 'yeti.db'}", env, program=program)
            stack.push_async_callback(one.stop)
            await one.start()
            both = (one, one)
        else:
            try:
                url = await stack.enter_async_context(database())
            except (OSError, TimeoutError, asyncpg.PostgresError) as missing:
                if in_ci:
                    raise
                pytest.skip(f"NO POSTGRES at TEST_POSTGRES_URL ({type(missing).__name__})")
            both = await stack.enter_async_context(pair(url, env, program=program))
        yield both
        for process in both:
            assert '"level": "error"' not in process.log, process.log


class PagePlayer(Visitor):
    """Reads the table's text whenever the page hears of something, and presses the first button that is taken."""

    async def play(self, code: str, wishes: Sequence[Mapping[str, Any]]) -> str:
        """The page when the game is over. `wishes`: actions, the dearest first."""
        async with self.listen(code) as socket:
            while True:
                if "beat" in json.loads(await socket.recv()):
                    continue
                page = (await self.get(f"/t/{code}/text")).text
                if "It is over." in page:
                    return page
                decision = re.search(r'data-decision="?(\d+)', page)
                assert decision, page
                for wish in wishes if "Your move." in page else ():
                    action = json.dumps(wish)
                    answer = await self.post(f"/t/{code}/actions", action=action, decision=decision[1])
                    assert answer.status_code in (303, 409), said(answer)
                    if answer.status_code == 303:
                        break


class Program:
    """Plays by the API at one address. Without wishes it never does anything: time does."""

    def __init__(self, address: str, wishes: Sequence[Mapping[str, Any]] = ()) -> None:
        self.address = address
        self.wishes = wishes
        self.http = httpx.AsyncClient(base_url=f"http://{address}/api/v1", timeout=60)

    async def sit_down(self, code: str, name: str) -> None:
        made = await self.http.post("/guests", json={"name": name})
        self.http.headers["authorization"] = f"Bearer {made.json()['token']}"
        joined = await self.http.post(f"/tables/{code}/join")
        assert joined.status_code == 200, joined.text

    def listen(self, code: str) -> connect:
        headers = {"authorization": self.http.headers["authorization"]}
        return connect(f"ws://{self.address}/api/v1/tables/{code}/socket", additional_headers=headers)

    async def play(self, code: str) -> dict[str, Any]:
        """The envelope in which the game is over."""
        async with self.listen(code) as socket:
            while True:
                message: dict[str, Any] = json.loads(await socket.recv())
                if message.get("outcome"):
                    return message
                if not message.get("you", {}).get("awaited"):
                    continue
                for wish in self.wishes:
                    body = {"decision": message["decision"], "action": wish}
                    answer = await self.http.post(f"/tables/{code}/actions", json=body)
                    assert answer.status_code in (200, 409), answer.text
                    if answer.status_code == 200:
                        break


class Evening:
    """Mira with her browser at one server, a program at the other, a bot, and whoever else sits there."""

    def __init__(self, servers: Servers) -> None:
        first, second = (process.address for process in servers)
        self.mira = PagePlayer(first, second, name="Mira")
        self.robot, self.idler = Program(second), Program(first)

    async def play(
        self, game: str, wishes: Sequence[Mapping[str, Any]], *, idle: bool = False, **options: str
    ) -> dict[str, Any]:
        """One game to its end; the record of it, after both servers have told the same story of it."""
        opened = await self.mira.post("/tables", name="Mira", game=game)
        code = opened.headers["location"].removeprefix("/t/")
        self.robot.wishes = wishes
        await self.robot.sit_down(code, "Robot")
        if idle:
            await self.idler.sit_down(code, "Idler")
        await self.mira.post(f"/t/{code}/bots")
        for option, value in options.items():
            assert (await self.mira.post(f"/t/{code}/options", option=option, value=value)).status_code == 303
        started = await self.mira.post(f"/t/{code}/start", confirm="yes")
        assert started.status_code == 303, said(started)
        async with asyncio.timeout(120):
            page, ended = await asyncio.gather(self.mira.play(code, wishes), self.robot.play(code))
        return await self.told(code, page, ended)

    async def told(self, code: str, page: str, ended: dict[str, Any]) -> dict[str, Any]:
        robot = self.robot.http
        story = (await robot.get(f"/tables/{code}/events")).json()["events"]
        events = [event for part in story for event in part["events"]]
        assert "It is over." in page
        replays = []
        for address in self.mira.at:
            replay = await robot.get(f"http://{address}/api/v1/replays/{ended['table']}")
            assert replay.status_code == 200, replay.text
            replays.append(replay.json())
        assert replays[0] == replays[1]
        parts = [*replays[0]["before"], *(part for r in replays[0]["rounds"] for part in r["story"])]
        assert [event for part in parts for event in part["events"]] == events
        words = [(await self.mira.get(f"/r/{ended['table']}/words", at)).text for at in (0, 1)]
        assert "<li" in words[0]
        assert re.findall("<li.*", words[0]) == re.findall("<li.*", words[1])
        log = (await self.mira.get(f"/t/{code}/log")).text
        assert "<li" in log
        record: dict[str, Any] = (await robot.get(f"/tables/{code}/record")).json()
        assert record["winners"] == ended["outcome"]["winners"]
        return record | {"events": events, "rounds": len(replays[0]["rounds"])}

    async def leave(self) -> None:
        for http in (self.mira.http, self.robot.http, self.idler.http):
            await http.aclose()


@pytest.fixture
async def evening(servers: Servers) -> AsyncIterator[Evening]:
    made = Evening(servers)
    yield made
    await made.leave()


def actors(record: dict[str, Any]) -> set[str]:
    return {action["actor"] for action in record["actions"]}


async def test_dice_by_turns(evening: Evening) -> None:
    """Somebody never throws: the clock does, and ends their turns."""
    record = await evening.play("dice", ({"type": "keep"}, {"type": "throw"}), idle=True, pace="brisk")
    assert "clock" in actors(record)
    assert 1 < record["rounds"] <= 8
    assert any(event["type"] == "turn_ended" and event["why"] != "kept" for event in record["events"])
    assert all(e["by_clock"] for e in record["events"] if e["type"] == "thrown" and e["seat"] == 2)


async def test_a_trade(evening: Evening) -> None:
    """Offers nobody lists, answers, and a bot that takes what it is offered."""
    wishes = ({"type": "offer", "coins": 377}, {"type": "reply", "takes": True})
    record = await evening.play("trade", wishes)
    assert actors(record) == {"human", "bot"}
    assert [event["coins"] for event in record["events"]] == [377, 377, 1]
    assert record["rounds"] == 3


async def test_a_race_at_everybodys_own_pace(evening: Evening) -> None:
    """Three racers, nobody makes another's step stale, the rests are the rules' own time."""
    record = await evening.play("timed_race", ({"type": "step"},))
    assert actors(record) >= {"human", "bot", "clock"}
    steps = [(a["seat"], a["decision"]) for a in record["actions"] if a["seat"] is not None]
    assert sorted(steps) == [(seat, number) for seat in range(3) for number in (1, 2, 3)]
    assert sum(event["type"] == "rested" for event in record["events"]) == 6


async def test_a_word_crosses_from_one_server_to_the_other(evening: Evening) -> None:
    """To the one it is for, and to nobody else at either; a pick, which all hear of, comes to all."""
    opened = await evening.mira.post("/tables", name="Mira", game="whispers")
    code = opened.headers["location"].removeprefix("/t/")
    robot, idler = evening.robot, evening.idler
    await robot.sit_down(code, "Robot")
    await idler.sit_down(code, "Idler")
    assert (await evening.mira.post(f"/t/{code}/start", confirm="yes")).status_code == 303

    async def act(**action: Any) -> int:
        body = {"decision": 1, "action": action}
        answer = await idler.http.post(f"/tables/{code}/actions", json=body)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["version"])

    async def heard(version: int, socket: ClientConnection) -> list[dict[str, Any]]:
        """What this socket brings up to a version, heartbeats left out."""
        found: list[dict[str, Any]] = []
        while not found or found[-1]["version"] < version:
            message = json.loads(await socket.recv())
            if "beat" not in message:
                found.append(message)
        return found

    async with asyncio.timeout(120), robot.listen(code) as to_robot, evening.mira.listen(code) as to_mira:
        for socket in (to_robot, to_mira):
            await heard(1, socket)  # as it stands
        note = await act(type="note", to=1, word="quetzal")
        told = await heard(note, to_robot)
        assert any(event["type"] == "noted" for part in told[-1]["events"] for event in part["events"])
        assert told[-1]["view"]["notes"] == [[2, 1, "quetzal"]]
        pick = await act(type="pick", number=2)
        assert (await heard(pick, to_robot))[-1]["view"]["locked"] == [2]
        pages = await heard(pick, to_mira)
        assert note not in [page["version"] for page in pages]
        assert "quetzal" not in json.dumps(pages)
