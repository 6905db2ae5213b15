"""What a page is told, when somebody acts in the very moment it is being told."""

import asyncio
import gc
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from fastapi import FastAPI

from app.players.model import Player
from app.tables.errors import Busy, NoSuchTable
from app.tables.ports import LogEntry
from app.web.http.request_user import RequestUser
from app.web.live.broadcaster import Broadcaster, PageSubscription
from app.web.live.single_flight import SingleFlight
from tests.web.conftest import Guest

pytestmark = pytest.mark.anyio


async def test_a_message_tells_nothing_newer_than_its_version(
    app: FastAPI, mira: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A choice saved between the reading of the table and that of its story is told with the next message, once."""
    code = await mira.open_table("Mira")
    for _ in range(2):
        await mira.post(f"/t/{code}/bots")
    assert (await mira.post(f"/t/{code}/start", confirm="yes")).status_code == 303
    tables, broadcaster = app.state.services.tables, Broadcaster(app.state.services)
    table = (await tables.find(code)).table
    player = table.seats[0].player
    honest = tables.executor.repository.log

    async def overtaken(table_id: str, version: int = 0) -> Sequence[LogEntry]:
        snapshot = await tables.snapshot(table_id)
        if snapshot.table.version == table.version:
            game, decision = tables.executor.games["avalanche"], snapshot.state.decision
            action = game.encode_action(game.legal_actions(snapshot.state, 0)[0])
            await tables.act(code, player, decision=decision, key="now", action=action)
        entries: Sequence[LogEntry] = await honest(table_id, version)
        return entries

    monkeypatch.setattr(tables.executor.repository, "log", overtaken)
    at_first = await broadcaster.snapshot(table.id)
    story = await broadcaster.story(at_first.table)
    assert max(events.version for events in story) <= at_first.table.version
    assert (await tables.snapshot(table.id)).table.version > at_first.table.version
    later = await broadcaster.story((await tables.snapshot(table.id)).table)
    assert max(events.version for events in later) > at_first.table.version


async def test_what_all_readers_are_told_is_read_and_rendered_once(
    app: FastAPI, mira: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four pages woken by one save: one reading of the table and of its story, one rendering of what is shared, one
    story in beats. Each reader's own regions are rendered for each.
    """
    code = await mira.open_table("Mira")
    for _ in range(3):
        await mira.post(f"/t/{code}/bots")
    assert (await mira.post(f"/t/{code}/start", confirm="yes")).status_code == 303
    services = app.state.services
    table = (await services.tables.find(code)).table
    counted: Counter[str] = Counter()

    def count(owner: Any, name: str) -> None:
        honest = getattr(owner, name)

        def counting(*args: Any, **kwargs: Any) -> Any:
            counted[name] += 1
            return honest(*args, **kwargs)

        monkeypatch.setattr(owner, name, counting)

    for name in ("regions_shared", "beats", "regions_private"):
        count(type(services.fronts["avalanche"].table), name)
    broadcaster = Broadcaster(services)
    reader = RequestUser("s", Player(table.seats[0].player, "Mira"), "en", None)
    said = await asyncio.gather(
        *(broadcaster.message(PageSubscription(table.id, reader, version=1)) for _ in range(4))
    )
    assert all(said)
    assert broadcaster.flights.count == 2  # one to the table, one to its story
    assert counted == {"regions_shared": 1, "beats": 1, "regions_private": 4}


async def test_a_reading_begun_before_a_wake_is_not_shared_with_it(app: FastAPI, mira: Guest) -> None:
    """Else a page would miss what it was woken for, and nothing would wake it again."""
    code = await mira.open_table("Mira")
    services = app.state.services
    table_id = (await services.tables.find(code)).table.id
    flights, hub, let_go = SingleFlight(), services.hub, asyncio.Event()

    async def read(answer: str) -> str:
        await let_go.wait()
        return answer

    early = asyncio.create_task(flights.share((table_id, hub.heard.count(table_id)), lambda: read("early")))
    await asyncio.sleep(0)
    with_it = asyncio.create_task(
        flights.share((table_id, hub.heard.count(table_id)), lambda: read("never asked"))
    )
    await asyncio.sleep(0)
    hub.changed(table_id)
    after = asyncio.create_task(flights.share((table_id, hub.heard.count(table_id)), lambda: read("after")))
    await asyncio.sleep(0)
    early.cancel()  # who began it goes away; the others still get their answer
    let_go.set()
    assert await with_it == "early"
    assert await after == "after"
    assert flights.count == 2


async def test_a_flight_nobody_waits_for_is_refused_in_silence(caplog: pytest.LogCaptureFixture) -> None:
    """The page has gone while the database did not answer: no error that nobody retrieved. Whoever waits is told, and
    a fault that is ours is told in any case.
    """
    flights, loop = SingleFlight(), asyncio.get_running_loop()
    raised = loop.call_exception_handler
    loop.call_exception_handler = loop.default_exception_handler  # type: ignore[method-assign]  # the tests' own raises

    async def fly(fault: Exception, *, waits: bool) -> None:
        let_go, landed = asyncio.Event(), asyncio.Event()

        async def ask() -> None:
            try:
                await let_go.wait()
                raise fault
            finally:
                landed.set()

        asking = asyncio.create_task(flights.share("key", ask))
        await asyncio.sleep(0)
        if not waits:
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
        let_go.set()
        await landed.wait()
        if waits:
            with pytest.raises(type(fault)):
                await asking
        await asyncio.sleep(0)
        gc.collect()

    try:
        await fly(Busy(), waits=True)
        await fly(Busy(), waits=False)
        await fly(NoSuchTable("t"), waits=False)
        assert [record.getMessage() for record in caplog.records] == []
        await fly(ZeroDivisionError(), waits=False)
        assert ["ZeroDivisionError" in record.getMessage() for record in caplog.records] == [True]
    finally:
        loop.call_exception_handler = raised  # type: ignore[method-assign]
