"""Buckets that all processes share."""

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from app.players.limits import RateLimit
from app.storage.counters import SqlCounters
from app.storage.engine import Database, open_engine
from app.tables.executor import CommandExecutor
from app.tables.lobby.code_limits import CodeLimits

pytestmark = pytest.mark.anyio

now = 1_800_000_000_000
ten_a_minute = RateLimit(burst=10, every_ms=6_000)


async def test_a_bucket_empties_and_refills(database: Database) -> None:
    """Ten at once, then one each six seconds; a refused try costs nothing."""
    counters = SqlCounters(database)
    assert [await counters.take("a", ten_a_minute, now) for _ in range(12)] == [0] * 10 + [6_000] * 2
    assert await counters.wait({"a": ten_a_minute}, now) == 6_000
    assert await counters.take("a", ten_a_minute, now + 5_999) == 1
    assert await counters.take("a", ten_a_minute, now + 6_000) == 0
    assert await counters.take("a", ten_a_minute, now + 6_000) == 6_000
    assert await counters.take("a", ten_a_minute, now + 10**6) == 0


async def test_buckets_are_apart_and_the_emptiest_counts(database: Database) -> None:
    """One loud neighbour costs nobody else anything; looking takes nothing."""
    counters = SqlCounters(database)
    one = RateLimit(1, 1_000)
    assert await counters.take("loud", one, now) == 0
    assert await counters.take("quiet", one, now) == 0
    assert await counters.wait({"loud": one, "new": ten_a_minute}, now + 400) == 600
    assert await counters.wait({"new": ten_a_minute}, now) == 0


async def test_many_at_once_from_two_processes_get_no_more(database: Database, url: str) -> None:
    """Thirty tries in the same instant, two processes where there can be two: exactly ten pass."""
    second = open_engine(url) if database.is_postgres else database
    counters = [SqlCounters(database), SqlCounters(second)]
    waits = await asyncio.gather(*(counters[i % 2].take("a", ten_a_minute, now) for i in range(30)))
    assert waits.count(0) == 10
    if second is not database:
        await second.dispose()


async def test_wrong_codes_in_one_instant_at_two_processes_are_counted_exactly(
    database: Database, url: str
) -> None:
    """All have looked before the first is counted: ten of a session may be answered, sixty of a network."""
    second = open_engine(url) if database.is_postgres else database
    executor = SimpleNamespace(clock=lambda: now)
    limits = [CodeLimits(cast(CommandExecutor, executor), SqlCounters(one)) for one in (database, second)]
    assert await limits[0].wait("one", "192.0.2.1") == 0
    over = await asyncio.gather(*(limits[n % 2].wrong("one", "192.0.2.1") for n in range(30)))
    assert over.count(0) == 10
    over = await asyncio.gather(*(limits[n % 2].wrong(f"other {n}", "192.0.2.1") for n in range(50)))
    assert over.count(0) == 30, "sixty of a network, of which the first session has used up thirty"
    if second is not database:
        await second.dispose()


async def test_full_buckets_are_forgotten(database: Database) -> None:
    """The table of buckets does not grow; one that is not full stays."""
    counters = SqlCounters(database)
    await counters.take("a", RateLimit(1, 1_000), now)
    await counters.take("b", RateLimit(1, 9_000), now)
    assert await counters.forget(now + 1_000) == 1
    assert await counters.wait({"b": RateLimit(1, 9_000)}, now) == 9_000
