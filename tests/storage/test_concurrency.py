"""Many at once, over two processes' worth of connections where the engine allows it (Postgres)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import pytest

from app.storage.engine import open_engine
from app.storage.table_repository import SqlTableRepository
from app.tables.errors import StaleDecision
from tests.benches import Bench, ines, mira, otto, paul, ruth

pytestmark = pytest.mark.anyio

five = (mira, otto, ines, paul, ruth)


@pytest.fixture
async def two(table_repository: SqlTableRepository, url: str) -> AsyncIterator[tuple[Bench, Bench]]:
    """Two servers on one database; on SQLite, which serves one process, the same one twice."""
    first = Bench(table_repository)
    if url.startswith("sqlite"):
        yield first, first
        return
    database = open_engine(url)
    yield first, Bench(SqlTableRepository(database), clock=first.clock)
    await database.dispose()


async def at_once(*calls: Awaitable[Any]) -> list[Any]:
    """Releases all calls by one barrier; exceptions are results."""
    gate = asyncio.Event()

    async def wait(call: Awaitable[Any]) -> Any:
        await gate.wait()
        return await call

    tasks = [asyncio.create_task(wait(call)) for call in calls]
    await asyncio.sleep(0)
    gate.set()
    return await asyncio.gather(*tasks, return_exceptions=True)


async def test_five_selections_at_once_are_all_stored(two: tuple[Bench, Bench]) -> None:
    """Picks made in the same instant: none is lost or refused, the decision is resolved once, order never matters."""
    for _ in range(8):
        table = await two[0].game(*five)
        for decision in (1, 2):
            before = await two[0].state(table)
            answers = await at_once(
                *(two[i % 2].pick(table, who, i % 3 + 1, decision) for i, who in enumerate(five))
            )
            assert [a.decision for a in answers] == [decision] * 5
            assert len({a.version for a in answers}) == 5
            after = await two[1].state(table)
            assert after.decision == decision + 1
            assert after.sums == tuple(s + i % 3 + 1 for i, s in enumerate(before.sums))
        reveals = [e for e in await two[0].tables.log(table.id) if "Revealed" in str(e.events)]
        assert len(reveals) == 2


async def test_one_command_five_times_is_one_event(two: tuple[Bench, Bench]) -> None:
    """A double click from two tabs: one entry in the log and five equal answers, with and without a key."""
    table = await two[0].game(mira, otto)
    for who, key in ((mira, "once"), (otto, None)):
        answers = await at_once(*(two[i % 2].pick(table, who, 2, key=key) for i in range(5)))
        assert answers == [answers[0]] * 5
    log = await two[0].tables.log(table.id)
    assert [e.seat for e in log] == [None, 0, 1]


async def test_change_racing_with_the_last_pick(two: tuple[Bench, Bench]) -> None:
    """Whichever comes first, the change counts or is refused as too late; never none, never both."""
    seen = set()
    for round_ in range(12):
        table = await two[0].game(mira, otto)
        await two[0].pick(table, mira, 1)
        calls = [two[0].pick(table, mira, 3), two[1].pick(table, otto, 2)]
        if round_ % 3 == 0:  # the other one is quicker
            last, changed = [(await at_once(call))[0] for call in reversed(calls)]
        else:
            changed, last = await at_once(*calls)
        state = await two[0].state(table)
        assert last.next_decision == 2
        assert state.decision == 2
        if isinstance(changed, StaleDecision):
            assert state.sums == (1, 2)
        else:
            assert (changed.next_decision, state.sums) == (1, (3, 2))
        seen.add(state.sums)
        await two[1].pick(table, mira, 1, decision=2)
    assert seen == {(1, 2), (3, 2)}


async def test_two_workers_do_every_bots_turn_once(two: tuple[Bench, Bench]) -> None:
    """Two processes' workers over many tables: each bot decides once a decision, and every game ends."""
    tables = [await two[0].game(mira, bots=4) for _ in range(5)]
    for table in tables:
        await two[0].tables.leave(table.code, mira.id)
    for _ in range(40):
        two[0].clock.pass_ms(700)
        await asyncio.gather(*(b.worker.run_due(b.clock()) for b in two for _ in range(2)))
        if await two[0].repository.next_due() is None:
            break
    for table in tables:
        log = await two[0].tables.log(table.id)
        assert sorted((e.decision, e.seat) for e in log if e.seat is not None) == [
            (decision, seat) for decision in (1, 2) for seat in range(5)
        ]


async def test_joining_at_once_fills_the_table_exactly(two: tuple[Bench, Bench]) -> None:
    """Six people and five lifts: one is refused, nobody sits twice, every hat and name is different."""
    table = await two[0].lobby(mira)
    people = (otto, ines, paul, ruth, otto, ines)
    await at_once(*(two[i % 2].tables.join(table.code, p.id) for i, p in enumerate(people)))
    table = (await two[0].tables.find(table.code)).table
    assert [s.index for s in table.seats] == [0, 1, 2, 3, 4]
    assert len({s.player for s in table.seats}) == 5
    assert sorted(s.hats[0] for s in table.seats) == [0, 1, 2, 3, 4]


async def test_rematch_from_two_processes_is_one_table(two: tuple[Bench, Bench]) -> None:
    """Both click at once; there is one table."""
    old = await two[0].finished(mira, otto)
    made = await at_once(*(two[i % 2].tables.rematch(old.code, (mira, otto)[i % 2].id) for i in range(4)))
    assert len({table.id for table in made}) == 1


async def test_take_back_racing_with_the_bot(two: tuple[Bench, Bench]) -> None:
    """The owner comes back the moment the bot decides: exactly one of them acts for the decision."""
    for _ in range(6):
        table = await two[0].game(mira, otto)
        await two[0].tables.agree_to_bot(table.code, otto.id)
        two[0].clock.pass_ms(700)

        async def back(table: Any = table) -> Any:
            await two[1].tables.take_back(table.code, otto.id)
            return await two[1].pick(table, otto, 3)

        await at_once(two[0].worker.run_due(two[0].clock()), back())
        log = await two[0].tables.log(table.id)
        assert [e.seat for e in log] == [None, 1]
        state = await two[0].state(table)
        assert state.picks == (None, 3 if log[1].actor == "human" else 1)


async def test_a_caller_who_goes_away_does_not_stop_a_save_halfway(two: tuple[Bench, Bench]) -> None:
    """A cancelled request's action is stored and announced all the same; the table is not left locked."""
    table = await two[0].game(mira, otto)
    task = asyncio.create_task(two[0].pick(table, mira, 3))
    async with asyncio.timeout(5):
        while not two[0].tables.executor._running:  # noqa: ASYNC110  # the moment cannot be awaited from outside
            await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await two[0].tables.settle()
    assert (await two[0].state(table)).picks == (3, None)
    assert two[0].bus.announced[-1].version == table.version + 1
    assert (await two[1].pick(table, otto, 1)).next_decision == 2
