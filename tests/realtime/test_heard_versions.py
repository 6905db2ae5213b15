"""What a process was told of a table's versions is trusted only while nothing can have been missed."""

import asyncio

import pytest

from app.realtime.heard_versions import HeardVersions
from app.realtime.hub import Hub
from app.realtime.wake_pacing import WakePacing, gap_s, least_gap_s, longest_gap_s

pytestmark = pytest.mark.anyio


def test_nothing_is_known_before_the_database_was_asked() -> None:
    heard = HeardVersions()
    heard.begin("t")
    heard.told("t", 7, 0)
    assert heard.of("t") is None, "a version told after a lost one is not all of it"
    heard.learned("t", (7, 2), asked_at=heard.count("t"))
    heard.told("t", 9, 0)
    heard.told("t", 8, 3)
    assert heard.of("t") == (9, 3)


def test_what_was_asked_before_the_latest_news_is_not_believed() -> None:
    heard = HeardVersions()
    heard.begin("t")
    asked_at = heard.count("t")
    heard.told("t", 8, 0)
    heard.learned("t", (7, 0), asked_at=asked_at)
    assert heard.of("t") is None


def test_news_without_a_version_make_it_unknown() -> None:
    """So it is after the bus was away, or where the comparison with the database has found a difference."""
    heard = HeardVersions()
    heard.begin("t")
    heard.learned("t", (7, 0), asked_at=heard.count("t"))
    heard.told("t", 0, 0)
    assert heard.of("t") is None


def test_nothing_is_known_of_tables_nobody_listens_to() -> None:
    hub = Hub()
    listener = hub.join("t", "mira")
    hub.heard.learned("t", (7, 0), asked_at=hub.heard.count("t"))
    asked_at = hub.heard.count("t")
    hub.leave(listener)
    assert hub.heard.of("t") is None
    hub.changed("t", 8)
    hub.join("t", "mira")
    hub.heard.learned("t", (7, 0), asked_at=asked_at)
    assert hub.heard.of("t") is None, "version 8 was told while nobody listened"


async def test_news_that_come_close_together_are_told_together() -> None:
    """The first at once; what follows within the gap at its end, once."""
    told: list[str] = []
    done = asyncio.Event()

    def wake(table_id: str) -> None:
        told.append(table_id)
        if len(told) == 2:
            done.set()

    pacing = WakePacing(wake, lambda: 0.05)
    for _ in range(4):
        pacing.wake("t")
    assert told == ["t"]
    async with asyncio.timeout(10):
        await done.wait()
    assert told == ["t", "t"]
    pacing.wake("u")
    assert told[-1] == "u", "another table does not wait"
    pacing.wake("u")
    pacing.forget("u")
    assert not pacing._waiting


def test_the_gap_grows_with_the_work_there_is() -> None:
    assert gap_s(0.0) == least_gap_s
    assert least_gap_s < gap_s(0.03) < longest_gap_s
    assert gap_s(9.0) == longest_gap_s
