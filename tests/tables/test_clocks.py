"""Clocks: who decides when time is up, when it begins, and what stops it."""

import pytest

from app.games.kernel import kept_answers
from app.tables.clocks.deadlines import most_motion_ms
from app.tables.errors import NotHost, NotSeated, Unfit
from app.tables.model import Acts, Table
from tests.benches import Bench, dora, ines, mira, otto

pytestmark = pytest.mark.anyio


async def clocked(bench: Bench, seconds: int = 30, bots: int = 0) -> Table:
    table = await bench.lobby(mira, otto, ines, bots=bots)
    await bench.tables.hosting.set_setting(table.code, mira.id, "clock", seconds)
    return await bench.tables.start(table.code, mira.id, even_unready=True)


async def now_of(bench: Bench, table: Table) -> Table:
    return (await bench.tables.snapshot(table.id)).table


async def time_passes(bench: Bench, ms: int) -> int:
    bench.clock.pass_ms(ms)
    return await bench.worker.run_due(bench.clock())


async def test_the_host_sets_the_clock_and_ready_falls_back(bench: Bench) -> None:
    """Only the host, only in the lobby, only the clocks there are; the others' ready is taken back."""
    table = await bench.lobby(mira, otto)
    await bench.tables.set_ready(table.code, otto.id, ready=True)
    table = await bench.tables.hosting.set_setting(table.code, mira.id, "clock", 60)
    assert (table.settings.clock, table.seats[1].ready) == (60, False)
    with pytest.raises(NotHost):
        await bench.tables.hosting.set_setting(table.code, otto.id, "clock", 30)
    with pytest.raises(Unfit, match="no_such_clock"):
        await bench.tables.hosting.set_setting(table.code, mira.id, "clock", 45)
    await bench.tables.start(table.code, mira.id, even_unready=True)
    with pytest.raises(Unfit, match="already_started"):
        await bench.tables.hosting.set_setting(table.code, mira.id, "clock", 0)


async def test_without_a_clock_nothing_ever_falls_due(bench: Bench) -> None:
    """The default: people take their time."""
    table = await bench.game(mira, otto)
    assert table.deadline_at is None
    assert await time_passes(bench, 10**9) == 0


async def test_at_zero_the_seats_decision_is_made_by_its_bot_and_the_log_says_so(bench: Bench) -> None:
    """Only for who has not decided; the actor is the clock; not a moment before."""
    table = await clocked(bench)
    await bench.pick(table, mira, 3)
    assert await time_passes(bench, 29_999) == 0
    assert await time_passes(bench, 1) == 2
    log = await bench.tables.log(table.id)
    assert [(e.seat, e.actor) for e in log[1:]] == [(0, "human"), (1, "clock"), (2, "clock")]
    state = await bench.state(table)
    assert (state.decision, state.sums[0]) == (2, 3)
    assert (await now_of(bench, table)).deadline_at == bench.clock() + 30_000


async def test_every_decision_has_a_clock_of_its_own(bench: Bench) -> None:
    """A clock of the decision before does nothing to the next one: time counts from its beginning."""
    table = await clocked(bench)
    bench.clock.pass_ms(29_000)
    for person in (mira, otto, ines):
        await bench.pick(table, person, 1)
    assert await time_passes(bench, 1_500) == 0
    assert (await bench.state(table)).picks == (None, None, None)
    assert await time_passes(bench, 28_500) == 3


async def test_changing_a_pick_neither_stops_nor_renews_the_clock(bench: Bench) -> None:
    """The deadline is the decision's: the same for all, whatever is picked meanwhile."""
    table = await clocked(bench)
    deadline = table.deadline_at
    bench.clock.pass_ms(20_000)
    await bench.pick(table, mira, 1)
    await bench.pick(table, mira, 2)
    assert (await now_of(bench, table)).deadline_at == deadline


async def test_the_clock_and_a_player_at_the_same_moment(bench: Bench) -> None:
    """Exactly one takes effect: who comes second changes nothing, and is told."""
    table = await clocked(bench)
    await bench.pick(table, mira, 2)
    await bench.pick(table, ines, 2)
    bench.clock.pass_ms(30_000)
    rows = await bench.repository.claim(bench.clock(), bench.clock() + 30_000, 20)
    await bench.pick(table, otto, 3)
    assert [await bench.worker._do(row) for row in rows] == [False]
    assert (await bench.state(table)).sums == (2, 3, 2)
    bench.clock.pass_ms(30_000)
    rows = await bench.repository.claim(bench.clock(), bench.clock() + 30_000, 20)
    assert await bench.worker._do(rows[0])
    decided = (mira, otto, ines)[rows[0].seat]
    with pytest.raises(Unfit, match="bot_decided"):
        await bench.pick(table, decided, 3, decision=2)


async def test_after_two_in_a_row_the_bot_sits_in_until_the_seat_is_taken_back(bench: Bench) -> None:
    """Once is no harm; acting oneself in between starts the count anew; one click takes the seat back."""
    table = await bench.lobby(mira, otto)
    await bench.tables.set_option(table.code, mira.id, "long", True)
    await bench.tables.hosting.set_setting(table.code, mira.id, "clock", 30)
    await bench.tables.start(table.code, mira.id, even_unready=True)

    async def round_(decision: int, *, otto_picks: bool) -> Acts:
        await bench.pick(table, mira, 1, decision)
        if otto_picks:
            await bench.pick(table, otto, 1, decision)
        else:
            await time_passes(bench, 30_000)
        return (await now_of(bench, table)).seats[1].acts

    assert await round_(1, otto_picks=False) is Acts.HUMAN
    assert await round_(2, otto_picks=True) is Acts.HUMAN
    assert await round_(3, otto_picks=False) is Acts.HUMAN
    assert await round_(4, otto_picks=False) is Acts.BOT
    back = await bench.tables.take_back(table.code, otto.id)
    assert (back.seats[1].acts, back.seats[1].missed) == (Acts.HUMAN, 0)
    assert back.seats[1].player == otto.id


async def test_a_pause_keeps_what_is_left(bench: Bench) -> None:
    """While the host pauses nothing falls due; then the clock goes on with the rest, to the millisecond."""
    table = await clocked(bench)
    bench.clock.pass_ms(20_000)
    paused = await bench.tables.hosting.pause(table.code, mira.id)
    assert (paused.deadline_at, paused.clock_left, paused.paused_at) == (None, 10_000, bench.clock())
    assert await time_passes(bench, 3_600_000) == 0
    resumed = await bench.tables.hosting.resume(table.code, mira.id)
    assert (resumed.deadline_at, resumed.paused_at) == (bench.clock() + 10_000, None)
    assert await time_passes(bench, 9_999) == 0
    assert await time_passes(bench, 1) == 3


async def test_who_may_pause_and_who_may_end_it(bench: Bench) -> None:
    """The host pauses; after ten minutes anyone at the table may go on, strangers never."""
    table = await clocked(bench)
    with pytest.raises(NotHost):
        await bench.tables.hosting.pause(table.code, otto.id)
    await bench.tables.hosting.pause(table.code, mira.id)
    bench.clock.pass_ms(599_999)
    with pytest.raises(Unfit, match="still_paused") as refused:
        await bench.tables.hosting.resume(table.code, otto.id)
    assert refused.value.params == {"minutes": 1}
    bench.clock.pass_ms(1)
    with pytest.raises(NotSeated):
        await bench.tables.hosting.resume(table.code, dora.id)
    assert (await bench.tables.hosting.resume(table.code, otto.id)).paused_at is None


async def test_a_decision_reached_during_a_pause_has_its_whole_time_afterwards(bench: Bench) -> None:
    """People may play on while the clock stands; the next decision's clock stands too."""
    table = await clocked(bench)
    await bench.tables.hosting.pause(table.code, mira.id)
    for person in (mira, otto, ines):
        await bench.pick(table, person, 1)
    assert (await now_of(bench, table)).clock_left == 30_000
    assert await time_passes(bench, 10**7) == 0
    resumed = await bench.tables.hosting.resume(table.code, mira.id)
    assert resumed.deadline_at == bench.clock() + 30_000


async def test_a_row_claimed_before_a_pause_does_nothing(bench: Bench) -> None:
    """The host pauses in the moment the clock runs out: the pause counts, and the decision stays open."""
    table = await clocked(bench)
    bench.clock.pass_ms(30_000)
    rows = await bench.repository.claim(bench.clock(), bench.clock() + 30_000, 20)
    await bench.tables.hosting.pause(table.code, mira.id)
    assert [await bench.worker._do(row) for row in rows] == [False] * 3
    await bench.tables.hosting.resume(table.code, mira.id)
    assert await time_passes(bench, 0) == 3


async def test_an_outage_of_the_server_extends_clocks(bench: Bench) -> None:
    """Clocks run only while a server lives: they grow by the gap, before anything is looked at."""
    table = await clocked(bench)
    await bench.worker.beat()
    bench.clock.pass_ms(25_000)
    bench.worker._beaten_at = 0
    bench.repository.beaten_at = bench.clock() - 1_000  # type: ignore[attr-defined]
    await bench.worker.beat()
    assert (await now_of(bench, table)).deadline_at == table.deadline_at
    bench.clock.pass_ms(3_600_000)
    await bench.worker.beat()
    assert await time_passes(bench, 4_999) == 0
    now = await now_of(bench, table)
    assert table.deadline_at is not None
    assert now.deadline_at == table.deadline_at + 3_600_000
    assert now.version == table.version + 1
    assert await time_passes(bench, 1) == 3


@pytest.mark.parametrize("where", ["beat", "next_due"])
async def test_a_server_that_stood_still_does_not_act_on_what_it_missed(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Frozen right after, or right before, its heartbeat was stored: what ran out is extended, not acted on."""
    table = await clocked(bench)
    await bench.worker.round()
    bench.clock.pass_ms(2_000)
    real = getattr(bench.repository, where)

    async def freezes(*given: int) -> object:
        answer = await real(*given)
        bench.clock.pass_ms(3_600_000)
        monkeypatch.undo()
        return answer

    monkeypatch.setattr(bench.repository, where, freezes)
    await bench.worker.round()
    assert (await bench.state(table)).picks == (None, None, None)
    await bench.worker.round()
    assert (await bench.state(table)).picks == (None, None, None)
    assert table.deadline_at is not None
    assert (await now_of(bench, table)).deadline_at == table.deadline_at + 3_600_000


async def test_who_acts_unasked_after_a_stillness_waits_for_the_heartbeat(bench: Bench) -> None:
    """Housekeeping that wakes before the worker finds a table deserted for an hour in which no server was there."""
    await clocked(bench)
    await bench.worker.round()
    bench.clock.pass_ms(3_600_000)
    before = bench.tables.executor.moment()
    assert before == bench.clock() - 3_600_000
    await bench.worker.round()
    assert bench.tables.executor.moment() == bench.clock()


async def test_a_clock_by_days(bench: Bench) -> None:
    """The same, in hours."""
    table = await clocked(bench, 72 * 3600)
    assert table.deadline_at == bench.clock() + 72 * 3_600_000
    assert await time_passes(bench, 72 * 3_600_000 - 1) == 0
    assert await time_passes(bench, 1) == 3


@pytest.mark.parametrize(("motion", "counted"), [(4_000, 4_000), (60_000, most_motion_ms), (-5, 0)])
async def test_time_begins_after_the_motion(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, motion: int, counted: int
) -> None:
    """A game may say how long its motion takes; 15 seconds at most are waited for."""
    game = bench.tables.executor.games["numbers"]
    monkeypatch.setattr(kept_answers, "answers", {})  # this class has been asked before
    monkeypatch.setattr(type(game), "motion_ms", lambda _game, _events: motion, raising=False)
    table = await clocked(bench)
    assert table.deadline_at == bench.clock() + counted + 30_000


async def test_a_drop_alone_resolves_nothing(bench: Bench) -> None:
    """Presence is not membership: who is away keeps seat, time and choice until the clock says otherwise."""
    table = await clocked(bench)
    bench.presence.gone[otto.id] = bench.clock()
    assert await time_passes(bench, 29_999) == 0
    assert (await now_of(bench, table)) == table
    await bench.pick(table, otto, 3)
    assert (await bench.state(table)).picks == (None, 3, None)


async def test_a_row_claimed_before_clocks_were_extended_does_nothing(bench: Bench) -> None:
    """Whoever claimed it in the moment of the outage acts too early; the row waits for the new deadline."""
    table = await clocked(bench)
    await bench.worker.beat()
    bench.clock.pass_ms(30_000)
    rows = await bench.repository.claim(bench.clock(), bench.clock() + 30_000, 20)
    assert await bench.repository.beat(bench.clock(), 3_000) == 30_000
    assert [await bench.worker._do(row) for row in rows] == [False] * 3
    assert (await bench.state(table)).picks == (None, None, None)
    assert await time_passes(bench, 60_000) == 3
