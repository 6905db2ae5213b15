"""What a page is told, when somebody acts in the very moment it is being told."""

from collections.abc import Sequence

import pytest
from fastapi import FastAPI

from app.tables.model import EventsOf
from app.web.telling import Teller
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
    tables, teller = app.state.house.tables, Teller(app.state.house)
    table = (await tables.find(code)).table
    player = table.seats[0].player
    honest = tables.events_since

    async def overtaken(table_id: str, version: int) -> Sequence[EventsOf]:
        snapshot = await tables.snapshot(table_id)
        if snapshot.table.version == table.version:
            game, decision = tables.desk.games["avalanche"], snapshot.state.decision
            action = game.encode_action(game.legal_actions(snapshot.state, 0)[0])
            await tables.act(code, player, decision=decision, key="now", action=action)
        return await honest(table_id, version)

    monkeypatch.setattr(tables, "events_since", overtaken)
    at_first = await teller.snapshot(table.id)
    story = await teller.story(at_first.table)
    assert max(events.version for events in story) <= at_first.table.version
    assert (await tables.snapshot(table.id)).table.version > at_first.table.version
    later = await teller.story((await tables.snapshot(table.id)).table)
    assert max(events.version for events in later) > at_first.table.version
