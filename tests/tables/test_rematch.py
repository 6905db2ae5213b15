"""One new table for each that is over."""

import asyncio

import pytest

from app.tables.errors import NotSeated, Unfit
from app.tables.model import Acts, Status
from tests.benches import Bench, ines, mira, otto

pytestmark = pytest.mark.anyio


async def test_rematch_keeps_chairs_hats_options_and_bots(bench: Bench) -> None:
    """The same people on the same seats; who was sat in for acts again; old and new table point to each other."""
    table = await bench.lobby(mira, otto, bots=1)
    await bench.tables.set_hats(table.code, otto.id, (4,))
    await bench.tables.set_option(table.code, mira.id, "crowd", True)
    await bench.tables.start(table.code, mira.id, even_unready=True)
    await bench.tables.leave(table.code, otto.id)
    for decision in (1, 2):
        await bench.pick(table, mira, 1, decision)
        await bench.bots_move()
    old = (await bench.tables.snapshot(table.id)).table
    assert old.status is Status.OVER
    new = await bench.tables.rematch(old.code, otto.id)
    assert (new.status, new.host, new.options, new.previous_id) == (Status.LOBBY, mira.id, ("crowd",), old.id)
    assert [(s.player, s.name, s.hats) for s in new.seats] == [(s.player, s.name, s.hats) for s in old.seats]
    assert [s.acts for s in new.seats] == [Acts.HUMAN, Acts.HUMAN, Acts.BOT]
    assert (await bench.tables.snapshot(old.id)).table.next_code == new.code
    assert new.commitment != old.commitment


async def test_whoever_asks_first_makes_the_one_table(bench: Bench) -> None:
    """Everybody who asks gets the same table, also all at once."""
    old = await bench.finished(mira, otto)
    asked = await asyncio.gather(*(bench.tables.rematch(old.code, p.id) for p in (mira, otto, mira, otto)))
    assert {table.id for table in asked} == {asked[0].id}
    assert bench.bus.announced[-1].table_id == old.id


async def test_solo_rematch_starts_at_once(bench: Bench) -> None:
    """Alone there is nobody to wait for."""
    old = await bench.finished(mira)
    assert (await bench.tables.rematch(old.code, mira.id)).status is Status.PLAYING


async def test_a_new_rematch_when_the_first_was_closed(bench: Bench) -> None:
    """A table everybody left again does not bar the way."""
    old = await bench.finished(mira, otto)
    first = await bench.tables.rematch(old.code, mira.id)
    for person in (mira, otto):
        await bench.tables.leave(first.code, person.id)
    second = await bench.tables.rematch(old.code, otto.id)
    assert second.id != first.id
    assert second.status is Status.LOBBY


async def test_rematch_is_for_those_who_played_to_the_end(bench: Bench) -> None:
    """No rematch of a running game, and none by somebody without a seat."""
    table = await bench.game(mira, otto)
    with pytest.raises(Unfit, match="not_over"):
        await bench.tables.rematch(table.code, mira.id)
    old = await bench.finished(mira, otto)
    with pytest.raises(NotSeated):
        await bench.tables.rematch(old.code, ines.id)
