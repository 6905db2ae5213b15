"""A bot sits in for a person; the seat stays the person's."""

import pytest

from app.tables.errors import NotHost, NotSeated, StaleDecision, Unfit
from app.tables.model import Acts, Status
from tests.benches import Bench, ines, mira, otto

pytestmark = pytest.mark.anyio


async def test_host_hands_over_a_seat_absent_for_a_minute(bench: Bench) -> None:
    """Not a moment sooner, and only the host; then a bot acts at once for what is awaited."""
    table = await bench.game(mira, otto)
    with pytest.raises(Unfit, match="still_here") as refused:
        await bench.tables.hand_over(table.code, mira.id, 1)
    assert refused.value.params == {"name": "Otto"}
    bench.presence.gone[otto.id] = bench.clock()
    bench.clock.pass_ms(59_999)
    with pytest.raises(Unfit, match="still_here"):
        await bench.tables.hand_over(table.code, mira.id, 1)
    bench.clock.pass_ms(1)
    with pytest.raises(NotHost):
        await bench.tables.hand_over(table.code, otto.id, 0)
    table = await bench.tables.hand_over(table.code, mira.id, 1)
    assert (table.seats[1].acts, table.seats[1].player) == (Acts.BOT, otto.id)
    assert await bench.bots_move() == 1
    assert (await bench.state(table)).picks == (None, 1)


async def test_seats_that_cannot_be_handed_over(bench: Bench) -> None:
    """A bot's own seat, a seat a bot sits in for already, no seat at all; nothing before the start."""
    table = await bench.lobby(mira, otto, bots=1)
    with pytest.raises(Unfit, match="not_started"):
        await bench.tables.hand_over(table.code, mira.id, 1)
    await bench.tables.start(table.code, mira.id, even_unready=True)
    await bench.tables.agree_to_bot(table.code, otto.id)
    for index, reason in ((1, "bot_seat"), (2, "bot_seat"), (9, "no_such_seat")):
        with pytest.raises(Unfit, match=reason):
            await bench.tables.hand_over(table.code, mira.id, index)


async def test_owner_takes_the_seat_back_with_one_click(bench: Bench) -> None:
    """While the bot sits in, the owner's actions are refused; afterwards they count. A second click is harmless."""
    table = await bench.game(mira, otto)
    table = await bench.tables.agree_to_bot(table.code, otto.id)
    assert await bench.tables.agree_to_bot(table.code, otto.id) == table
    with pytest.raises(Unfit, match="bot_acts"):
        await bench.pick(table, otto, 2)
    table = await bench.tables.take_back(table.code, otto.id)
    assert await bench.tables.take_back(table.code, otto.id) == table
    assert (table.seats[1].acts, table.seats[1].bot_level) == (Acts.HUMAN, None)
    assert (await bench.pick(table, otto, 2)).accepted
    with pytest.raises(NotSeated):
        await bench.tables.take_back(table.code, ines.id)


async def test_bot_and_owner_never_both_act_for_a_decision(bench: Bench) -> None:
    """What the bot has decided stands; the owner, back in the seat, plays from the next decision on."""
    table = await bench.game(mira, otto)
    await bench.tables.agree_to_bot(table.code, otto.id)
    assert await bench.bots_move() == 1
    await bench.tables.take_back(table.code, otto.id)
    with pytest.raises(Unfit, match="bot_decided"):
        await bench.pick(table, otto, 3)
    await bench.pick(table, mira, 2)
    assert (await bench.state(table)).sums == (2, 1)
    assert (await bench.pick(table, otto, 3, decision=2)).accepted


async def test_bot_does_not_touch_what_the_owner_has_decided(bench: Bench) -> None:
    """A person locks in, then lets a bot sit in: the bot begins with the next decision."""
    table = await bench.game(mira, otto)
    await bench.pick(table, otto, 3)
    await bench.tables.agree_to_bot(table.code, otto.id)
    assert await bench.bots_move() == 0
    await bench.pick(table, mira, 1)
    assert (await bench.state(table)).sums == (1, 3)
    assert await bench.bots_move() == 1


async def test_leaving_a_running_game_lets_a_bot_sit_in(bench: Bench) -> None:
    """One leaver stalls nobody: the game goes on to its end with a bot, and the seat can be taken back."""
    table = await bench.game(mira, otto)
    table = await bench.tables.leave(table.code, otto.id)
    assert (table.seats[1].acts, table.seats[1].player) == (Acts.BOT, otto.id)
    table = await bench.tables.leave(table.code, mira.id)
    assert await bench.bots_move() == 4
    table = (await bench.tables.snapshot(table.id)).table
    assert table.status is Status.OVER
    with pytest.raises(Unfit, match="game_over"):
        await bench.tables.take_back(table.code, otto.id)
    with pytest.raises(StaleDecision):
        await bench.pick(table, otto, 1, decision=2**31 - 1)
