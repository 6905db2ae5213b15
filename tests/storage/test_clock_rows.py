"""Clocks in the cupboard: what a table keeps of its clock, and two processes at the same rows."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from app.clock import now_ms
from app.storage.clock import DatabaseClock
from app.storage.engine import Database, open_engine
from app.storage.table_repository import SqlTableRepository
from app.tables.model import Claim, Table, TableNote
from app.tables.ports import Saving, TableRepository
from app.tables.settings import Leavers, TableSettings
from tests.benches import Bench, ines, mira, otto

pytestmark = pytest.mark.anyio


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


async def clocked(bench: Bench) -> Table:
    table = await bench.lobby(mira, otto, ines)
    await bench.tables.hosting.set_setting(table.code, mira.id, "clock", 30)
    return await bench.tables.start(table.code, mira.id, even_unready=True)


async def test_everything_known_of_a_table_and_its_seats_comes_back(repository: TableRepository) -> None:
    """What is saved is what is read: clocks, pauses, switches, notes, and what a seat has besides."""
    bench = Bench(repository)
    table = await bench.lobby(mira, otto)
    first = replace(
        table.seats[0], missed=1, proposed_by=otto.id, dropped=True, silenced=True, again=True,
        held_until=12, claim=Claim(ines.id, "Ines"),
    )  # fmt: skip
    wanted = replace(
        table, version=table.version + 1, deadline_at=5, clock_left=6, paused_at=7, seats=(first, table.seats[1]),
        settings=TableSettings(30, Leavers.DROP, spectators=True, admits=False, listed=True),
        notes=(TableNote(1, mira.id, "Mira", "clock", {"seconds": 30}),),
    )  # fmt: skip
    async with repository.hold(table.id) as held:
        await held.save(Saving(wanted, at=1))
    stored_table = await repository.read(table.id)
    assert stored_table is not None
    assert stored_table.table == wanted


async def test_two_workers_act_on_every_clock_once(two: tuple[Bench, Bench]) -> None:
    """Three people asleep at each of four tables: every decision is made once, by the clock."""
    tables = [await clocked(two[0]) for _ in range(4)]
    two[0].clock.pass_ms(30_000)
    await asyncio.gather(*(b.worker.run_due(b.clock()) for b in two for _ in range(2)))
    for table in tables:
        log = await two[1].tables.log(table.id)
        assert sorted((e.seat, e.actor) for e in log if e.seat is not None) == [
            (seat, "clock") for seat in range(3)
        ]
        assert (await two[1].state(table)).decision == 2


async def test_two_processes_that_come_back_at_once_extend_clocks_once(two: tuple[Bench, Bench]) -> None:
    """After an outage the gap is added by whoever is first, rows and tables alike."""
    table = await clocked(two[0])
    await two[0].worker.beat()
    two[0].clock.pass_ms(40 * 24 * 3_600_000)
    now = two[0].clock()
    gaps = await asyncio.gather(*(b.repository.beat(now, 3000) for b in two))
    assert sorted(gaps) == [0, 40 * 24 * 3_600_000]
    assert await two[1].worker.run_due(now) == 0
    after = (await two[1].tables.snapshot(table.id)).table
    assert (after.started_at, after.stood_ms) == (None, 0)  # time is no rule of this game
    assert table.deadline_at is not None
    assert after.deadline_at == table.deadline_at + 40 * 24 * 3_600_000
    two[0].clock.pass_ms(30_000)
    assert await two[1].worker.run_due(two[1].clock()) == 3


async def test_a_clock_that_stands_is_not_extended(two: tuple[Bench, Bench]) -> None:
    """During a pause an outage costs nothing and gives nothing, but that nobody could be at the table."""
    table = await clocked(two[0])
    await two[0].worker.beat()
    paused = await two[0].tables.hosting.pause(table.code, mira.id)
    two[0].clock.pass_ms(60_000)
    await two[1].repository.beat(two[1].clock(), 3000)
    after = (await two[1].tables.snapshot(table.id)).table
    assert replace(after, last_human_at=0) == replace(paused, last_human_at=0)


async def test_all_processes_read_the_databases_clock(database: Database) -> None:
    """A machine whose clock is off agrees with the others after measuring."""
    clock = DatabaseClock(database)
    clock._offset = 0 if not database.is_postgres else 90_000
    await clock.measure()
    assert abs(clock() - now_ms()) < 1_000


async def test_a_beat_in_time_extends_nothing(two: tuple[Bench, Bench]) -> None:
    """While any server lives clocks run: seconds between beats are no outage."""
    table = await clocked(two[0])
    await two[0].worker.beat()
    for _ in range(5):
        two[0].clock.pass_ms(1_000)
        assert await two[1].repository.beat(two[1].clock(), 3000) == 0
    assert (await two[1].tables.snapshot(table.id)).table == table
