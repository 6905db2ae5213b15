"""What time alone allows: nobody is offered a button before it does something."""

from dataclasses import replace

import pytest

from app.tables.clocks.deadlines import pause_ms
from app.tables.clocks.permissions import allowed, bot_for, resume
from app.tables.model import Acts
from tests.benches import Bench, ines, mira, otto

pytestmark = pytest.mark.anyio


async def test_a_bot_may_sit_in_after_a_minute_of_absence_and_not_before(bench: Bench) -> None:
    """The same minute as the host's word asks for (agreement of absence): here is never, away is from then on."""
    table = await bench.game(mira, otto, ines)
    assert bench.tables.allowed_by_now(table) == ()
    bench.presence.gone[otto.id] = bench.clock()
    bench.clock.pass_ms(59_999)
    assert bench.tables.allowed_by_now(table) == ()
    bench.clock.pass_ms(1)
    assert bench.tables.allowed_by_now(table) == (bot_for(1),)
    handed = await bench.tables.hand_over(table.code, mira.id, 1)
    assert handed.seats[1].acts is Acts.BOT
    assert bench.tables.allowed_by_now(handed) == ()


async def test_anyone_may_end_a_pause_after_ten_minutes(bench: Bench) -> None:
    """What is offered then is what `resume` accepts."""
    table = await bench.game(mira, otto)
    paused = await bench.tables.hosting.pause(table.code, mira.id)
    bench.clock.pass_ms(pause_ms - 1)
    assert resume not in bench.tables.allowed_by_now(paused)
    bench.clock.pass_ms(1)
    assert resume in bench.tables.allowed_by_now(paused)
    assert (await bench.tables.hosting.resume(table.code, otto.id)).paused_at is None


async def test_outside_a_race_time_allows_nothing(bench: Bench) -> None:
    lobby = await bench.lobby(mira, otto)
    assert allowed(lobby, lambda _player: 0, 10**9, 60_000) == ()
    table = await bench.finished(mira, otto)
    assert allowed(replace(table, paused_at=0), lambda _player: 0, 10**9, 60_000) == ()


async def test_a_bots_own_seat_is_nobodys_to_take_over(bench: Bench) -> None:
    table = await bench.game(mira, bots=2)
    assert allowed(table, lambda _player: 0, 10**9, 60_000) == (bot_for(0),)
