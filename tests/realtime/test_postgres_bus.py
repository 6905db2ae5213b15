"""The bus between processes: two hubs on one Postgres, each with a bus of its own."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager

import asyncpg
import pytest

from app.realtime import postgres_bus, reconcile
from app.realtime.hub import Hub
from app.realtime.postgres_bus import PostgresBus
from app.realtime.reconcile import Reconciler
from app.settings import database_url
from app.tables.model import Announcement
from tools.two_processes import database

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]
in_ci = os.environ.get("CI", "").lower() == "true"


class Side:
    """One process: its hub, its bus, and the versions it would find stored."""

    def __init__(self, url: str, stored: dict[str, tuple[int, int]]) -> None:
        self.hub = Hub()
        self.stored = stored
        self.compared = 0
        self.bus = PostgresBus(database_url(url), self.hub)

    async def versions(self, tables: Sequence[str]) -> Mapping[str, tuple[int, int]]:
        self.compared += 1
        return {t: self.stored[t] for t in tables if t in self.stored}


@asynccontextmanager
async def running(*sides: Side) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(side.bus.run()) for side in sides]
    tasks += [asyncio.create_task(Reconciler(side.hub, side.versions).run()) for side in sides]
    try:
        async with asyncio.timeout(60):
            for side in sides:
                await side.bus.listening.wait()
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
async def url() -> AsyncIterator[str]:
    try:
        made = database()
        address = await made.__aenter__()
    except (OSError, TimeoutError, asyncpg.PostgresError) as missing:
        if in_ci:
            raise
        pytest.skip(f"NO POSTGRES at TEST_POSTGRES_URL ({type(missing).__name__}): the bus is not tested")
    yield address
    await made.__aexit__(None, None, None)


@pytest.fixture
def stored() -> dict[str, tuple[int, int]]:
    return {}


@pytest.fixture
def two(url: str, stored: dict[str, tuple[int, int]]) -> tuple[Side, Side]:
    return Side(url, stored), Side(url, stored)


async def until(what: Callable[[], object], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not what():  # noqa: ASYNC110  # the moment cannot be awaited from outside
            await asyncio.sleep(0.01)


async def quiet(*marks: asyncio.Event) -> None:
    """Past what people who have just come are told, with no mark set."""
    await asyncio.sleep(0.2)
    for mark in marks:
        mark.clear()


async def compared(side: Side) -> None:
    """Past a whole comparison of versions, and what it wakes."""
    before = side.compared
    await until(lambda: side.compared > before + 1)


async def test_an_announcement_wakes_listeners_of_both_processes(two: tuple[Side, Side]) -> None:
    """The own process at once, the other by the bus; other tables stay asleep."""
    a, b = two
    async with running(a, b):
        here, there, elsewhere = a.hub.join("t", "mira"), b.hub.join("t", "otto"), b.hub.join("u", "ines")
        await quiet(here.mark, there.mark, elsewhere.mark)
        a.bus.publish(Announcement("t", 7))
        assert here.mark.is_set()
        await asyncio.wait_for(there.mark.wait(), 60)
        assert not elsewhere.mark.is_set()


async def test_presence_travels_and_last_words_end_it(
    two: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Coming and going is told; a process that stops takes its people with it at once."""
    monkeypatch.setattr(postgres_bus, "repeat_s", 600)
    a, b = two
    async with running(b):
        async with running(a):
            a.hub.join("t", "mira")
            await until(lambda: b.hub.present("t") == {"mira"})
        await until(lambda: not b.hub.present("t"))


async def test_a_process_that_comes_later_learns_who_is_there(
    two: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It asks when it begins to listen, and does not wait for the next repetition."""
    monkeypatch.setattr(postgres_bus, "repeat_s", 600)
    a, b = two
    async with running(a):
        a.hub.join("t", "mira")
        async with running(b):
            await until(lambda: b.hub.present("t") == {"mira"})


async def test_a_lost_notification_is_healed(
    two: tuple[Side, Side], stored: dict[str, tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A save nobody was told of is found by comparing versions, and found once."""
    monkeypatch.setattr(reconcile, "every_s", 0.1)
    _, b = two
    stored["t"] = (1, 0)
    there = b.hub.join("t", "otto")
    async with running(b):
        await compared(b)
        there.mark.clear()
        stored["t"] = (2, 0)
        await asyncio.wait_for(there.mark.wait(), 60)
        await compared(b)
        there.mark.clear()
        await compared(b)
        assert not there.mark.is_set()


async def test_broken_connections_are_made_anew(two: tuple[Side, Side], url: str) -> None:
    """Both connections of both processes are cut by the database: what is published then still arrives, and
    pages are woken to look for what they missed.
    """
    a, b = two
    async with running(a, b):
        there = b.hub.join("t", "otto")
        await quiet(there.mark)
        connection = await asyncpg.connect(url)
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name LIKE 'yeti %'"
        )
        await connection.close()
        await until(lambda: not b.bus.listening.is_set())
        await asyncio.wait_for(there.mark.wait(), 60)
        async with asyncio.timeout(60):
            await a.bus.listening.wait()
            await b.bus.listening.wait()
        await quiet(there.mark)
        a.bus.publish(Announcement("t", 8))
        await asyncio.wait_for(there.mark.wait(), 60)


@pytest.mark.parametrize("said", ["x y", "1 -1", "9" * 5000 + " 1", f"{10**40} 1", "1", "1 2 3", "\u0663 1"])
def test_a_version_that_is_none_makes_listeners_ask(said: str) -> None:
    """Whoever may speak on the channel may say anything: what is not understood is news nobody said the version of."""
    hub = Hub()
    bus = PostgresBus("postgresql+asyncpg://nobody@localhost/nowhere", hub)
    page = hub.join("t", None)
    hub.heard.learned("t", (3, 1), asked_at=hub.heard.count("t"))
    page.mark.clear()
    bus._heard(None, 0, "", f"v other t {said}")
    assert hub.heard.of("t") is None
    assert page.mark.is_set()


async def test_a_server_that_ends_a_line_between_two_words_ends_no_bus(
    two: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver takes the goodbye it has not asked for as a fault of its own, which is no error of the database; any
    other fault is no reason either to tell nobody anything any more.
    """
    here, there = two
    sending, faults = here.bus._send, [asyncpg.InternalClientError("another operation"), KeyError("a bug")]

    async def failing(connection: object) -> None:
        if faults:
            raise faults.pop()
        await sending(connection)

    monkeypatch.setattr(here.bus, "_send", failing)
    async with running(here, there):
        there.hub.join("t", None)
        before = there.hub.heard.count("t")
        await until(lambda: not faults)
        here.bus.publish(Announcement("t", 7))
        await until(lambda: there.hub.heard.count("t") > before)
