"""A database that takes 200 ms for every word, and two connections to it: people are told, nobody hangs."""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import httpx
import pytest

from tests.cases.visitors import Visitor, said
from tools.proxy import Proxy
from tools.two_processes import Process, database

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

lobbies_open, joiners = 40, 4
races_on, racers = 10, 4
slow_s = 0.2


@pytest.fixture
async def slow(database_address: str) -> AsyncIterator[tuple[Process, Proxy]]:
    """A process with a pool of two, and the proxy between it and a database of its own."""
    del database_address  # skips without Postgres
    async with database() as url:
        parts = urlsplit(url)
        proxy = Proxy([parts.port or 5432])
        await proxy.start()
        user = parts.netloc.rpartition("@")[0]
        process = Process(
            f"postgresql://{user}@{proxy.address}{parts.path}", {"POOL": "2", "BOT_DELAY_MS": "0"}
        )
        try:
            await process.start()
            yield process, proxy
        finally:
            proxy.delay_s = 0
            await process.stop()
            await proxy.stop()
        assert '"level": "error"' not in process.log, process.log


@pytest.mark.long
async def test_joins_and_picks_at_once_over_a_slow_database(slow: tuple[Process, Proxy]) -> None:
    """200 joins and picks over fifty tables in the same instant: each is answered within five seconds, by success or
    by "try again"; no error of ours, no deadlock; afterwards everything works, and nothing was done twice or by
    halves. More cannot be: a join takes some twenty words, four seconds of one of two connections.
    """
    process, proxy = slow
    people: list[Visitor] = []

    def arrive(name: str) -> Visitor:
        people.append(Visitor(process.address, name=name))
        return people[-1]

    async def lobby(number: int) -> tuple[str, list[Visitor]]:
        host = arrive(f"H{number}")
        code = await host.open_table()
        guests = [arrive(f"G{number}.{n}") for n in range(joiners)]
        for guest in guests:
            await guest.get(f"/t/{code}")
        return code, guests

    async def race(number: int) -> list[tuple[str, Visitor, int, str]]:
        host, *others = [arrive(f"R{number}.{n}") for n in range(racers)]
        code = await host.open_table()
        for other in others:
            await other.join(code)
        await host.post(f"/t/{code}/start", confirm="yes")
        asked = [(person, await person.asked(code)) for person in (host, *others)]
        return [(code, person, decision, cards[0]) for person, (_, decision, cards) in asked]

    lobbies = [await lobby(n) for n in range(lobbies_open)]
    races = [one for n in range(races_on) for one in await race(n)]
    proxy.delay_s = slow_s

    async def timed(call: object) -> tuple[int, float, str]:
        began = time.monotonic()
        answer: httpx.Response = await call  # type: ignore[misc]
        return answer.status_code, time.monotonic() - began, answer.text[:200]

    joins = [g.post(f"/t/{code}/join", name=g.name) for code, guests in lobbies for g in guests]
    picks = [host.select(code, decision, card, key="once") for code, host, decision, card in races]
    assert len(joins) + len(picks) == 200
    answers = await asyncio.gather(*(timed(call) for call in (*joins, *picks)))
    statuses = Counter(status for status, _, _ in answers)
    assert set(statuses) <= {303, 503}, statuses
    slowest = max(took for _, took, _ in answers)
    (sys.__stderr__ or sys.stderr).write(f"{dict(statuses)}, the slowest after {slowest:.1f} s\n")
    assert slowest < 5

    proxy.delay_s = 0
    await asyncio.sleep(1)
    for code, guests in lobbies[:5]:
        for guest in guests:
            await guest.join(code)
        assert (await guests[-1].regions(code))["place"].startswith("lobby:")
    for code, person, decision, card in races:
        answer = await person.select(code, decision, card, key="once")
        assert answer.status_code == 303, said(answer)
    for person in people:
        await person.http.aclose()
