"""Bots act through rows that fall due, by the same path as people, exactly once."""

import asyncio

import pytest
from structlog.testing import capture_logs

from app.tables.model import Acts
from tests.benches import Bench, mira, otto
from tests.fakes import Numbers

pytestmark = pytest.mark.anyio


async def test_bots_decide_after_their_delay(bench: Bench) -> None:
    """A bot's turn is due 700 ms after the save that asks for it, not before."""
    table = await bench.game(mira, bots=2)
    bench.clock.pass_ms(699)
    assert await bench.worker.run_due(bench.clock()) == 0
    bench.clock.pass_ms(1)
    assert await bench.worker.run_due(bench.clock()) == 2
    assert (await bench.state(table)).picks == (None, 1, 1)
    assert await bench.worker.run_due(bench.clock() + 700) == 0


async def test_bots_play_on_their_own(bench: Bench) -> None:
    """Every new decision makes new due rows, until the game is over and none are left."""
    table = await bench.finished(mira, bots=3)
    assert (await bench.state(table)).sums == (4, 2, 2, 2)
    assert await bench.repository.next_due() is None
    actors = [e.actor for e in await bench.tables.log(table.id) if e.seat is not None]
    assert actors.count("bot") == 6


async def test_two_workers_do_a_row_once(bench: Bench) -> None:
    """Whoever claims a row has it alone; the other finds nothing."""
    await bench.game(mira, bots=4)
    other = Bench(bench.repository, clock=bench.clock)
    bench.clock.pass_ms(700)
    done = await asyncio.gather(*(b.worker.run_due(bench.clock()) for b in (bench, other, bench, other)))
    assert sum(done) == 4


async def test_a_claim_lost_in_a_crash_falls_due_again(bench: Bench) -> None:
    """A worker that dies between claim and action leaves the row; after its lease another one does it."""
    table = await bench.game(mira, bots=1)
    bench.clock.pass_ms(700)
    claimed = await bench.repository.claim(bench.clock(), bench.clock() + 30_000, 20)
    assert len(claimed) == 1
    assert await bench.worker.run_due(bench.clock()) == 0
    bench.clock.pass_ms(30_000)
    assert await bench.worker.run_due(bench.clock()) == 1
    assert (await bench.state(table)).picks == (None, 1)


async def test_a_bot_that_fails_does_not_hold_up_its_table(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If choosing raises, any legal action is taken instead; the log names the fault, not what it may know of hands."""

    def broken(*_: object) -> None:
        raise KeyError("the ace in my hand")

    monkeypatch.setattr(Numbers, "choose", broken)
    table = await bench.game(mira, bots=1)
    with capture_logs() as lines:
        assert await bench.bots_move() == 1
    assert "KeyError at " in str(lines)
    assert "ace" not in str(lines)
    assert (await bench.state(table)).picks[1] in (1, 2, 3)


async def test_a_bot_that_cheats_gets_a_legal_action(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """An illegal choice of a bot is replaced, never applied."""
    monkeypatch.setattr(Numbers, "choose", lambda *_: type("Pick", (), {"number": 99})())
    table = await bench.game(mira, bots=1)
    assert await bench.bots_move() == 1
    assert (await bench.state(table)).picks[1] in (1, 2, 3)


async def test_worker_wakes_when_something_falls_due(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The running worker needs no polling for rows of its own process."""
    monkeypatch.setattr("app.tables.play.due_worker.poll_s", 60.0)
    task = asyncio.create_task(bench.worker.run())
    try:
        await asyncio.sleep(0)
        table = await bench.game(mira, bots=1)
        bench.clock.pass_ms(700)
        async with asyncio.timeout(30):  # half of what it would sleep
            while not (await bench.state(table)).picks[1]:  # noqa: ASYNC110  # the worker tells nobody
                await asyncio.sleep(0.005)
        assert (await bench.state(table)).picks == (None, 1)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_seat_called_back_is_not_played_by_its_bot(bench: Bench) -> None:
    """The owner takes the seat back after the bot's row was claimed: the bot's choice comes to nothing."""
    table = await bench.game(mira, otto)
    table = await bench.tables.agree_to_bot(table.code, otto.id)
    assert table.seats[1].acts is Acts.BOT
    bench.clock.pass_ms(700)
    claimed = await bench.repository.claim(bench.clock(), bench.clock() + 30_000, 20)
    await bench.tables.take_back(table.code, otto.id)
    assert await bench.worker._do(claimed[0]) is False
    assert (await bench.state(table)).picks == (None, None)
    await bench.pick(table, otto, 3)
    assert (await bench.state(table)).picks == (None, 3)
