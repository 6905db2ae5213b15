"""One new table for each that is over."""

import asyncio
from dataclasses import replace

import pytest

from app.tables.after.housekeeping import close
from app.tables.errors import NotReady, NotSeated, Unfit
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
    assert old.id in {a.table_id for a in bench.bus.announced[-4:]}


async def test_the_code_of_a_rematch_that_ended_may_be_a_strangers_by_now(bench: Bench) -> None:
    """Who asks again gets a rematch of their own, and no seat at the table that has the code."""
    old = await bench.finished(mira, otto)
    first = await bench.tables.rematch(old.code, mira.id)
    await close(bench.tables.executor, first.id)
    strangers = await bench.lobby(ines)
    stored = bench.repository.table_repository[strangers.id]
    bench.repository.table_repository[strangers.id] = replace(
        stored, table=replace(strangers, code=first.code)
    )
    again = await bench.tables.rematch(old.code, otto.id)
    assert again.id != strangers.id
    assert again.previous_id == old.id
    assert len((await bench.tables.snapshot(strangers.id)).table.seats) == 1


async def test_solo_rematch_starts_at_once(bench: Bench) -> None:
    """Alone there is nobody to wait for."""
    old = await bench.finished(mira)
    assert (await bench.tables.rematch(old.code, mira.id)).status is Status.PLAYING


async def test_one_person_and_bots_race_again_at_once(bench: Bench) -> None:
    """No votes, no lobby, nobody to wait for: the new race is on, its one person the host, the bots on their seats."""
    old = await bench.finished(mira, bots=3)
    new = await bench.tables.rematch(old.code, mira.id)
    assert (new.status, new.host, new.previous_id) == (Status.PLAYING, mira.id, old.id)
    assert [(s.player, s.name, s.acts) for s in new.seats] == [(s.player, s.name, s.acts) for s in old.seats]
    assert (await bench.state(new)).decision == 1
    assert (await bench.tables.rematch(old.code, mira.id)).id == new.id


async def test_somebody_who_left_is_still_asked(bench: Bench) -> None:
    """A bot sat in for a person: that is no race of one person and bots, and the chair is kept for them."""
    table = await bench.game(mira, otto)
    await bench.tables.leave(table.code, otto.id)
    for decision in (1, 2):
        await bench.pick(table, mira, 1, decision)
        await bench.bots_move()
    new = await bench.tables.rematch(table.code, mira.id)
    assert (new.status, new.seats[1].player) == (Status.LOBBY, otto.id)


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


async def test_one_vote_each_and_late_joiners_chairs_are_held(bench: Bench) -> None:
    """Who asks is there; the others' chairs are held for half a minute, and taken by asking too. The old table
    shows who wants another one, and until when the others' seats are theirs.
    """
    old = await bench.finished(mira, otto, ines)
    new = await bench.tables.rematch(old.code, otto.id)
    until = bench.clock() + 30_000
    assert [(s.name, s.held_until) for s in new.seats] == [("Mira", until), ("Otto", None), ("Ines", until)]
    shown = (await bench.tables.snapshot(old.id)).table
    assert [s.held_until for s in shown.seats] == [until, None, until]
    bench.clock.pass_ms(10_000)
    new = await bench.tables.rematch(old.code, ines.id)
    shown = (await bench.tables.snapshot(old.id)).table
    assert [s.held_until for s in shown.seats] == [until, None, None]
    assert [s.held_until for s in new.seats] == [until, None, None]
    assert [s.again for s in (await bench.tables.snapshot(old.id)).table.seats] == [False, True, True]
    bench.clock.pass_ms(20_000)
    assert await bench.worker.run_due(bench.clock()) == 1
    now = (await bench.tables.snapshot(new.id)).table
    assert [(s.index, s.name) for s in now.seats] == [(0, "Otto"), (1, "Ines")]
    assert now.host == otto.id
    assert await bench.repository.next_due() is None


async def test_who_comes_after_the_time_takes_a_free_chair_or_looks_on(bench: Bench) -> None:
    """A vote too late is no fault."""
    old = await bench.finished(mira, otto)
    new = await bench.tables.rematch(old.code, otto.id)
    bench.clock.pass_ms(30_000)
    await bench.worker.run_due(bench.clock())
    assert [s.name for s in (await bench.tables.rematch(old.code, mira.id)).seats] == ["Otto", "Mira"]
    await bench.tables.leave(new.code, mira.id)
    await bench.tables.start(new.code, otto.id, even_unready=True)
    late = await bench.tables.rematch(old.code, mira.id)
    assert (late.id, late.seat_of(mira.id)) == (new.id, None)


async def test_any_word_of_ones_own_takes_the_chair(bench: Bench) -> None:
    """Joining by the link, being ready, choosing a hat: who acts is there."""
    old = await bench.finished(mira, otto, ines)
    new = await bench.tables.rematch(old.code, mira.id)
    await bench.tables.set_ready(new.code, otto.id, ready=True)
    now = await bench.tables.join(new.code, ines.id)
    assert [s.held_until for s in now.seats] == [None, None, None]
    bench.clock.pass_ms(60_000)
    assert await bench.worker.run_due(bench.clock()) == 0


async def test_a_confirmed_start_does_not_wait_for_held_chairs(bench: Bench) -> None:
    """Their owners are named first; then the race starts without them."""
    old = await bench.finished(mira, otto)
    new = await bench.tables.rematch(old.code, mira.id)
    with pytest.raises(NotReady) as refused:
        await bench.tables.start(new.code, mira.id)
    assert refused.value.names == ("Otto",)
    started = await bench.tables.start(new.code, mira.id, even_unready=True)
    assert [s.name for s in started.seats] == ["Mira"]


async def test_clock_leavers_and_spectators_are_kept(bench: Bench) -> None:
    """What the host had settled holds for the next game."""
    table = await bench.lobby(mira, otto)
    await bench.tables.hosting.set_setting(table.code, mira.id, "clock", 60)
    await bench.tables.hosting.set_setting(table.code, mira.id, "leavers", "drop")
    await bench.tables.hosting.set_setting(table.code, mira.id, "spectators", True)
    await bench.tables.start(table.code, mira.id, even_unready=True)
    for decision in (1, 2):
        await bench.pick(table, mira, 1, decision)
        await bench.pick(table, otto, 1, decision)
    new = await bench.tables.rematch(table.code, mira.id)
    assert (new.settings.clock, new.settings.leavers, new.settings.spectators) == (60, "drop", True)
