"""A game in which time is a rule: table time, timers, pauses, outages, its log; in memory and on both databases."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.games.kernel.extensions import Moved
from app.players.model import Player
from app.storage.engine import open_engine
from app.storage.table_repository import SqlTableRepository
from app.tables.errors import Illegal
from app.tables.model import Answer, Status, Table
from app.tables.play import acting
from app.tables.play.timer_worker import TimerWorker, lease_ms
from app.tables.ports import TableRepository
from tests.benches import Bench, mira, otto
from tests.fake_timed_race import Rang, Rested, TimedRace, bell_ms, rest_ms
from tests.fakes import FakeClock

pytestmark = pytest.mark.anyio


class WatchedRace(TimedRace):
    """Remembers at what times it was asked; what it is replayed with."""

    def __init__(self) -> None:
        self.replayed: list[Any] = []

    def positions(self, options: Any, seats: int, seed: bytes, actions: Any, deck_hash: str) -> Any:
        self.replayed = list(actions)
        return super().positions(options, seats, seed, actions, deck_hash)


class TimedBench(Bench):
    def __init__(self, repository: TableRepository, clock: FakeClock | None = None) -> None:
        super().__init__(repository, clock=clock or FakeClock())
        self.race = WatchedRace()
        self.tables.executor.snapshots.games = {"timed_race": self.race}
        self.timers = TimerWorker(self.tables, self.worker)

    async def begun(self, *people: Player, bots: int = 0, clock: int = 0) -> Table:
        table = await self.tables.open(people[0].id, "timed_race")
        for person in people[1:]:
            await self.tables.join(table.code, person.id)
        for _ in range(bots):
            await self.tables.add_bot(table.code, people[0].id)
        if clock:
            await self.tables.hosting.set_setting(table.code, people[0].id, "clock", clock)
        return await self.tables.start(table.code, people[0].id, even_unready=True)

    async def step(self, table: Table, who: Player, decision: int) -> Answer:
        return await self.tables.act(table.code, who.id, decision=decision, key=None, action={"type": "step"})

    async def ring(self) -> int:
        return await self.timers.run_due(self.clock())

    async def moments(self, table: Table) -> list[tuple[int | None, str, int | None]]:
        return [(e.seat, e.actor, e.moment) for e in await self.repository.log(table.id)]

    async def timer_at(self) -> int | None:
        return await self.repository.next_due(timers=True)


@pytest.fixture
def bench(repository: TableRepository) -> TimedBench:
    return TimedBench(repository)


@pytest.fixture
async def two(table_repository: SqlTableRepository, url: str) -> AsyncIterator[tuple[TimedBench, TimedBench]]:
    """Two servers on one database; on SQLite, which serves one process, the same one twice."""
    first = TimedBench(table_repository)
    if url.startswith("sqlite"):
        yield first, first
        return
    database = open_engine(url)
    yield first, TimedBench(SqlTableRepository(database), clock=first.clock)
    await database.dispose()


async def test_a_timer_does_what_the_rules_say(bench: TimedBench) -> None:
    """Mira rests; nobody is awaited for half a second; the clock's own entry wakes her, and the time stands in the log
    with each step."""
    table = await bench.begun(mira)
    bench.clock.pass_ms(100)
    await bench.step(table, mira, 1)
    assert bench.race.waiting_on(await bench.state(table)) == ()
    bench.clock.pass_ms(rest_ms - 1)
    assert await bench.ring() == 0
    with pytest.raises(Illegal, match="rests"):
        await bench.step(table, mira, 2)
    bench.clock.pass_ms(1)
    assert await bench.ring() == 1
    assert bench.race.waiting_on(await bench.state(table)) == (0,)
    assert await bench.moments(table) == [
        (None, "human", None),
        (0, "human", 100),
        (None, "clock", 100 + rest_ms),
    ]
    assert (await bench.tables.log(table.id))[-1].events == (Rested(0),)


async def test_the_row_moves_earlier_and_later(bench: TimedBench) -> None:
    """There is one row a table: the bell's, a rest's, the bell's again."""
    table = await bench.begun(mira)
    start = bench.clock()
    assert await bench.timer_at() == start + bell_ms
    await bench.step(table, mira, 1)
    assert await bench.timer_at() == start + rest_ms
    bench.clock.pass_ms(rest_ms)
    await bench.ring()
    assert await bench.timer_at() == start + bell_ms
    assert await bench.repository.next_due() is None


async def test_an_alarm_that_is_late_changes_nothing(bench: TimedBench) -> None:
    """An action does first what was due before it; then nothing is left for the alarm."""
    table = await bench.begun(mira)
    await bench.step(table, mira, 1)
    bench.clock.pass_ms(rest_ms + 50)
    await bench.step(table, mira, 2)
    assert (await bench.state(table)).steps == (2,)
    assert await bench.ring() == 0
    assert not await acting.tick(bench.tables.executor, table.id)
    bench.clock.pass_ms(bell_ms)
    with pytest.raises(Illegal, match="rung"):
        await bench.step(table, mira, 3)
    assert await bench.ring() == 1
    assert (await bench.tables.log(table.id))[-1].events == (Rested(0), Rang())


async def test_two_processes_ring_once(two: tuple[TimedBench, TimedBench]) -> None:
    """Whoever claims the row; the other finds nothing."""
    tables = [await two[0].begun(mira, otto) for _ in range(3)]
    for table in tables:
        await two[0].step(table, mira, 1)
    two[0].clock.pass_ms(rest_ms)
    done = await asyncio.gather(*(bench.ring() for bench in two for _ in range(2)))
    assert sum(done) == 3
    for table in tables:
        log = await two[1].tables.log(table.id)
        assert [e.actor for e in log if e.seat is None] == ["human", "clock"]


async def test_a_process_that_dies_with_a_claim_holds_a_table_up_for_the_lease(bench: TimedBench) -> None:
    table = await bench.begun(mira)
    bench.clock.pass_ms(bell_ms)
    now = bench.clock()
    assert len(await bench.repository.claim(now, now + lease_ms, 9, timers=True)) == 1
    assert await bench.ring() == 0
    bench.clock.pass_ms(lease_ms)
    assert await bench.ring() == 1
    assert (await bench.tables.snapshot(table.id)).table.status is Status.OVER


async def test_time_stands_in_a_pause(bench: TimedBench) -> None:
    """A minute's pause: no timer goes, and the rest is as long as it was."""
    table = await bench.begun(mira)
    await bench.step(table, mira, 1)
    bench.clock.pass_ms(200)
    await bench.tables.hosting.pause(table.code, mira.id)
    assert await bench.timer_at() is None
    bench.clock.pass_ms(60_000)
    assert await bench.ring() == 0
    after = await bench.tables.hosting.resume(table.code, mira.id)
    assert after.stood_ms == 60_000
    assert await bench.timer_at() == bench.clock() + rest_ms - 200
    bench.clock.pass_ms(rest_ms - 200)
    assert await bench.ring() == 1
    assert (await bench.moments(table))[-1][2] == rest_ms


async def test_time_stands_in_an_outage_and_a_pause_within_it_counts_once(bench: TimedBench) -> None:
    """No server was there for a minute; a paused table's minute is added by its resume alone."""
    table, paused = await bench.begun(mira), await bench.begun(otto)
    await bench.worker.beat()
    await bench.step(table, mira, 1)
    await bench.tables.hosting.pause(paused.code, otto.id)
    bench.clock.pass_ms(60_000)
    await bench.worker.beat()
    assert await bench.ring() == 0
    assert (await bench.tables.snapshot(table.id)).table.stood_ms == 60_000
    assert await bench.timer_at() == bench.clock() + rest_ms
    assert (await bench.tables.hosting.resume(paused.code, otto.id)).stood_ms == 60_000
    bench.clock.pass_ms(rest_ms)
    assert await bench.ring() == 1


async def test_table_time_never_goes_back(bench: TimedBench) -> None:
    """The database's clock may be set back by a little; the log still rises."""
    table = await bench.begun(mira, otto)
    bench.clock.pass_ms(300)
    await bench.step(table, mira, 1)
    bench.clock.pass_ms(-200)
    await bench.step(table, otto, 1)
    assert [moment for _, _, moment in (await bench.moments(table))[1:]] == [300, 300]


async def test_the_tables_clock_rests_while_a_timer_stands(bench: TimedBench) -> None:
    """Nobody is hurried besides by the rules' own time."""
    table = await bench.begun(mira, clock=30)
    assert table.deadline_at is None
    assert await bench.repository.next_due() is None


async def test_bots_and_the_bell_end_a_race_and_all_of_it_is_kept(bench: TimedBench) -> None:
    """Bots run through, Mira only sleeps; record and replay hold each step with its time, the clock's among them."""
    table = await bench.begun(mira, bots=2)
    for _ in range(60):
        bench.clock.pass_ms(250)
        await bench.worker.run_due(bench.clock())
        await bench.ring()
    snapshot = await bench.tables.snapshot(table.id)
    assert snapshot.table.status is Status.OVER
    assert snapshot.state.steps == (0, 3, 3)
    assert await bench.timer_at() is None
    record = await bench.tables.record(table.id)
    assert record["reason"] == "bell"
    times = [action["moment"] for action in record["actions"]]
    assert times == sorted(times)
    assert times[-1] >= bell_ms
    clocks = [action for action in record["actions"] if action["seat"] is None]
    assert clocks
    assert {(c["actor"], c["action"]) for c in clocks} == {("clock", None)}
    assert [step.at for step in bench.race.replayed] == times
    assert all(isinstance(step, Moved) for step in bench.race.replayed)
    assert len((await bench.tables.replay(table.id)).rounds) == 1
