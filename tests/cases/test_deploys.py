"""Servers stop, crash and come back: no accepted action is lost, and nobody's clock runs meanwhile."""

import asyncio
import signal
from collections.abc import AsyncIterator

import asyncpg
import pytest

from tests.cases.visitors import Visitor, news
from tools.two_processes import Process, database, pair

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

names = ("Mira", "Otto", "Ines")
came: list[Visitor] = []


@pytest.fixture
async def own(database_address: str) -> AsyncIterator[tuple[str, Process, Process]]:
    """Two processes on a database of their own, which the test may stop."""
    del database_address  # skips without Postgres
    async with database() as url, pair(url, {"BOT_DELAY_MS": "0"}) as (first, second):
        yield url, first, second
        for visitor in came:
            await visitor.http.aclose()
        came.clear()


async def race(first: Process, second: Process, *, clock: str = "0") -> tuple[str, list[Visitor]]:
    people = [Visitor(first.address, second.address, name=name) for name in names]
    came.extend(people)
    code = await people[0].open_table()
    await people[0].post(f"/t/{code}/clock", seconds=clock)
    for person in people[1:]:
        await person.join(code, 1)
    assert (await people[0].post(f"/t/{code}/start", confirm="yes")).status_code == 303
    return code, people


async def test_no_accepted_action_is_lost_by_a_kill(own: tuple[str, Process, Process]) -> None:
    """Twenty live tables; right after the choices are accepted their process is killed: the other one has each, with
    the same hand and decision; the one that comes back has it too, and the next round is played through it.
    """
    _, first, second = own
    tables = [await race(first, second) for _ in range(20)]
    for turn in range(3):
        accepted = []
        for code, people in tables:
            kind, decision, cards = await people[turn].asked(code, 1)
            assert kind == "select"
            answer = await people[turn].select(code, decision, cards[0], 0)
            assert answer.status_code == 303
            accepted.append((code, people[turn], int(answer.headers["yeti-version"]), decision, cards))
        await first.stop(signal.SIGKILL)
        for code, person, version, decision, cards in accepted:
            message = await person.regions(code, 1)
            assert message["version"] == version
            after = await person.asked(code, 1)
            if turn < 2:
                assert after == ("locked", decision, cards)
            else:
                assert after[1] == decision + 1
        await first.start()
        for code, person, version, *_ in accepted:
            assert (await person.regions(code, 0))["version"] == version


async def test_a_stop_is_told_and_pages_come_back(own: tuple[str, Process, Process]) -> None:
    """SIGTERM closes sockets with 1012 (come back); the same page at the other process has the whole truth."""
    _, first, second = own
    code, people = await race(first, second)
    async with people[0].listen(code, 0) as socket:
        version = (await news(socket))["version"]
        stopping = asyncio.create_task(first.stop(signal.SIGTERM))
        async with asyncio.timeout(60):
            await socket.wait_closed()
        assert socket.close_code == 1012
        async with people[0].listen(code, 1) as again:
            message = await news(again)
            assert message["version"] == version
            assert {"hand", "act"} <= {region["id"] for region in message["regions"]}
        await stopping


async def test_clocks_stand_while_no_server_is_there(own: tuple[str, Process, Process]) -> None:
    """With one process gone time runs on; with both gone it stands: the deadline grows by the outage, once."""
    url, first, second = own
    code, people = await race(first, second, clock="120")
    before = await deadline(url, code)
    await first.stop(signal.SIGKILL)
    await asyncio.sleep(4)
    assert await deadline(url, code) == before
    await second.stop(signal.SIGKILL)
    stopped = asyncio.get_running_loop().time()
    await asyncio.sleep(4)
    await asyncio.gather(first.start(), second.start())
    outage_ms = (asyncio.get_running_loop().time() - stopped) * 1000
    async with asyncio.timeout(60):
        while await deadline(url, code) == before:  # noqa: ASYNC110  # the moment cannot be awaited from outside
            await asyncio.sleep(0.1)
    grown = await deadline(url, code) - before
    assert 4000 <= grown < 2 * outage_ms
    await asyncio.sleep(2)
    assert await deadline(url, code) == before + grown
    kind, decision, cards = await people[1].asked(code, 1)
    assert (await people[1].select(code, decision, cards[0], 1)).status_code == 303
    assert kind == "select"


async def deadline(url: str, code: str) -> int:
    connection = await asyncpg.connect(url)
    try:
        at: int = await connection.fetchval("SELECT deadline_at FROM tables WHERE code = $1", code)
    finally:
        await connection.close()
    return at
