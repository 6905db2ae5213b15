"""The simultaneous reveal, over two server processes on one Postgres."""

import asyncio
import sys

import httpx
import pytest

from tests.cases.conftest import Visit
from tests.cases.visitors import Visitor, news, news_of, said
from tools.two_processes import Process

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

names = ("Mira", "Otto", "Ines", "Paul", "Ruth")


async def racing(visit: Visit, seats: int) -> tuple[str, list[Visitor]]:
    """A started table of so many people, who came by both processes."""
    people = [visit(name) for name in names[:seats]]
    code = await people[0].open_table()
    for number, person in enumerate(people[1:], start=1):
        await person.join(code, number % 2)
    answer = await people[0].post(f"/t/{code}/start", 1, confirm="yes")
    assert answer.status_code == 303, answer.text
    return code, people


async def at_once(*calls: asyncio.Future[httpx.Response] | object) -> list[httpx.Response]:
    gate = asyncio.Event()

    async def wait(call: object) -> httpx.Response:
        await gate.wait()
        return await call  # type: ignore[misc]

    tasks = [asyncio.create_task(wait(call)) for call in calls]
    await asyncio.sleep(0)
    gate.set()
    return await asyncio.gather(*tasks)


async def test_what_one_does_on_a_process_arrives_at_a_socket_of_the_other(visit: Visit) -> None:
    """Mira acts by process A, Otto listens at process B: he is told. That it is by the news and not by a poll is shown
    where no poll runs (`tests/realtime/test_postgres_bus.py`).
    """
    mira, otto = visit("Mira"), visit("Otto")
    code = await mira.open_table(0)
    await otto.join(code, 1)
    async with mira.listen(code, 0), otto.listen(code, 1) as socket:  # a host who is gone is host no longer
        version = (await news(socket))["version"]
        await mira.post(f"/t/{code}/options", 0, option="racing", on="yes")
        message = await news_of(socket, version + 1)
    assert "lobby-options" in {region["id"] for region in message["regions"]}


async def test_picks_in_the_same_instant_are_all_stored(visit: Visit, pytestconfig: pytest.Config) -> None:
    """Five selections released by one barrier over two processes, many decisions, game after game: five of five are
    taken each time, the decision is resolved once, nobody is shown an error (AV-104). `--rounds 200` plays them all.
    """
    rounds, done, games = pytestconfig.getoption("--rounds"), 0, 0
    apart: list[float] = []
    while done < rounds:
        code, people = await racing(visit, 5)
        games += 1
        while done < rounds:
            asked = [await person.asked(code, i % 2) for i, person in enumerate(people)]
            walkers = [i for i, (kind, _, _) in enumerate(asked) if kind == "yeti"]
            for i in walkers:
                decision = str(asked[i][1])
                await people[i].post(f"/t/{code}/actions", kind="yeti", decision=decision, route="")
            if walkers:
                continue
            if {kind for kind, _, _ in asked} != {"select"}:
                break  # somebody is out, or the race is over: the next table goes on
            before = (await people[0].regions(code))["version"]
            left: list[float] = []

            async def select(i: int, decision: int, card: str) -> httpx.Response:
                left.append(asyncio.get_running_loop().time())  # noqa: B023  # awaited in this round
                return await people[i].select(code, decision, card, (i + done) % 2, key=f"k{i}-{done}")  # noqa: B023

            answers = await at_once(
                *(select(i, decision, cards[0]) for i, (_, decision, cards) in enumerate(asked))
            )
            apart.append(max(left) - min(left))
            assert [a.status_code for a in answers] == [303] * 5, [said(a) for a in answers]
            versions = sorted(int(a.headers["yeti-version"]) for a in answers)
            assert versions == list(range(before + 1, before + 6))
            assert (await people[0].regions(code, done % 2))["version"] == before + 5
            assert len({(await person.asked(code))[1] for person in people}) == 1
            done += 1
    apart.sort()
    said_of_it = f"{done} decisions in {games} games, 5 of 5 each; released within {apart[-1] * 1000:.1f} ms"
    (sys.__stderr__ or sys.stderr).write(f"{said_of_it} (median {apart[len(apart) // 2] * 1000:.1f})\n")


async def test_a_double_click_acts_once(visit: Visit) -> None:
    """The same command five times at once over both processes: one save, five equal answers."""
    code, people = await racing(visit, 3)
    _, decision, cards = await people[0].asked(code)
    before = (await people[1].regions(code))["version"]
    answers = await at_once(
        *(people[0].select(code, decision, cards[0], i % 2, key="once") for i in range(5))
    )
    assert [a.status_code for a in answers] == [303] * 5
    assert {a.headers["yeti-version"] for a in answers} == {str(before + 1)}
    assert (await people[1].regions(code))["version"] == before + 1


async def test_a_command_of_the_round_before_is_refused(visit: Visit) -> None:
    """A selection held back by the network and sent when the decision is over: refused as out of date, and
    the new decision is untouched.
    """
    code, people = await racing(visit, 3)
    _, decision, cards = await people[0].asked(code)
    for number, person in enumerate(people):
        own = (await person.asked(code))[2]
        assert (await person.select(code, decision, own[0], number % 2)).status_code == 303
    before = await people[0].regions(code)
    late = await people[0].select(code, decision, cards[1], 1, key="late")
    assert late.status_code == 409
    assert "already revealed" in late.text
    assert (await people[0].regions(code))["version"] == before["version"]


async def test_presence_is_one_over_both_processes(visit: Visit) -> None:
    """Who has a page open at one process is present for a page at the other, and away when it closes; the
    table's version stays as it is.
    """
    mira, otto = visit("Mira"), visit("Otto")
    code = await mira.open_table(0)
    await otto.join(code, 1)
    async with mira.listen(code, 0) as watching:
        first = await news(watching)
        async with otto.listen(code, 1):
            seats = await seats_without(watching, "Away")
        async with asyncio.timeout(60):
            while True:
                message = await news(watching)
                regions = {r["id"]: r["html"] for r in message["regions"]}
                if "Away" in regions.get("lobby-seats", ""):
                    break
    assert "Otto" in seats
    assert message["version"] == first["version"]


async def seats_without(socket: object, word: str) -> str:
    async with asyncio.timeout(60):
        while True:
            message = await news(socket)  # type: ignore[arg-type]
            for region in message["regions"]:
                if region["id"] == "lobby-seats" and word not in region["html"]:
                    return str(region["html"])


async def test_the_second_server_on_one_sqlite_file_is_refused(tmp_path: object) -> None:
    """SQLite serves one process: a second server does not start, and says what to do."""
    url = f"sqlite:///{tmp_path}/yeti.db"
    first, second = Process(url), Process(url)
    await first.start()
    try:
        with pytest.raises(RuntimeError, match="give a Postgres database as DATABASE_URL"):
            await second.start()
    finally:
        await first.stop()
        await second.stop()
