"""Dice by turns: limits of a turn and of its decisions, chance in the middle, seats that drop out; in memory and on
both databases.
"""

import asyncio

import pytest

from app.players.model import Player
from app.tables.errors import StaleDecision
from app.tables.model import Acts, Answer, Status, Table
from app.tables.play.timer_worker import TimerWorker
from app.tables.ports import TableRepository
from app.tables.settings import Leavers
from tests.benches import Bench, ines, mira, otto
from tests.fake_dice import Dice, DiceState, Thrown, TurnEnded, limits_ms

pytestmark = pytest.mark.anyio

decision_ms, turn_ms = limits_ms["calm"]


class DiceBench(Bench):
    def __init__(self, repository: TableRepository) -> None:
        super().__init__(repository)
        self.dice = Dice()
        self.tables.executor.snapshots.games = {"dice": self.dice}
        self.timers = TimerWorker(self.tables, self.worker)

    async def begun(
        self, *people: Player, bots: int = 0, brisk: bool = False, leavers: Leavers = Leavers.BOT
    ) -> Table:
        table = await self.tables.open(people[0].id, "dice")
        for person in people[1:]:
            await self.tables.join(table.code, person.id)
        for _ in range(bots):
            await self.tables.add_bot(table.code, people[0].id)
        if brisk:
            await self.tables.set_option(table.code, people[0].id, "pace", "brisk")
        await self.tables.hosting.set_setting(table.code, people[0].id, "leavers", leavers.value)
        return await self.tables.start(table.code, people[0].id, even_unready=True)

    async def does(self, table: Table, who: Player, kind: str) -> Answer:
        """Their next action, for the decision the table stands at."""
        decision = (await self.state(table)).decision
        return await self.tables.act(table.code, who.id, decision=decision, key=None, action={"type": kind})

    async def ring(self) -> int:
        return await self.timers.run_due(self.clock())

    async def on_hand(self, table: Table, who: Player) -> DiceState:
        """The table with this person's turn begun and something thrown."""
        people = {mira: 0, otto: 1, ines: 2}
        while True:
            state: DiceState = await self.state(table)
            owner = next(person for person, seat in people.items() if seat == state.turn % len(state.scores))
            if owner == who and state.points:
                return state
            await self.does(table, owner, "keep" if state.points else "throw")


@pytest.fixture
def bench(repository: TableRepository) -> DiceBench:
    return DiceBench(repository)


async def test_who_is_late_has_the_die_thrown_for_them(bench: DiceBench) -> None:
    """A decision's limit runs out: the clock throws, and the turn goes on with a new decision."""
    table = await bench.begun(mira, otto)
    bench.clock.pass_ms(decision_ms - 1)
    assert await bench.ring() == 0
    bench.clock.pass_ms(1)
    assert await bench.ring() == 1
    (told,) = await bench.tables.log(table.id)
    assert told.actor == "clock"
    assert isinstance(told.events[0], Thrown)
    assert told.events[0].by_clock


async def test_a_turn_has_a_limit_of_its_own(bench: DiceBench) -> None:
    """However fast its decisions are: when the turn has used up its time, nothing of it counts."""
    bench.dice.turns_each = 1000  # whatever is thrown, it goes on
    table = await bench.begun(mira, otto)
    state = await bench.on_hand(table, mira)
    began = bench.clock() - (turn_ms - state.until[1])
    while state.until[0] < state.until[1]:
        bench.clock.pass_ms(decision_ms - 1)
        before = state.turn
        await bench.does(table, mira, "throw")
        state = await bench.state(table)
        if state.turn != before:
            state = await bench.on_hand(table, mira)
            began = bench.clock()
    assert state.until[1] - state.until[0] == 0
    assert bench.clock() - began < turn_ms
    bench.clock.pass_ms(decision_ms)
    await bench.ring()
    ends = [e for part in await bench.tables.log(table.id) for e in part.events if isinstance(e, TurnEnded)]
    assert (ends[-1].kept, ends[-1].why) == (0, "late")


async def test_an_action_that_comes_late_counts_for_nothing(bench: DiceBench) -> None:
    """No alarm has rung yet, but the decision it was made for is over: it must not be taken for the next one."""
    table = await bench.begun(mira, otto)
    bench.clock.pass_ms(decision_ms)
    with pytest.raises(StaleDecision):
        await bench.does(table, mira, "throw")
    assert await bench.ring() == 1


async def test_a_whole_game_is_thrown_again_from_its_seed(bench: DiceBench) -> None:
    """Throws of people, bots and the clock: the record and the replay have a notch for each turn and the same end."""
    table = await bench.begun(mira, otto, bots=1, brisk=True)
    for _ in range(200):
        if (await bench.tables.snapshot(table.id)).table.status is Status.OVER:
            break
        state: DiceState = await bench.state(table)
        if state.turn % 3 == 0:
            await bench.does(table, mira, "keep" if state.points else "throw")
            continue
        bench.clock.pass_ms(100)
        await bench.worker.run_due(bench.clock())
        await bench.ring()
    replay = await bench.tables.replay(table.id)
    assert len(replay.rounds) == 6
    told = [event for round_ in replay.rounds for part in round_.story for event in part.events]
    assert told == [event for part in await bench.tables.log(table.id) for event in part.events]
    assert {part.actor for part in await bench.tables.log(table.id)} >= {"human", "clock"}
    last: DiceState = await bench.state(table)
    ends = [event for event in told if isinstance(event, TurnEnded)]
    assert [sum(e.kept for e in ends if e.seat == seat) for seat in range(3)] == list(last.scores)


async def test_a_seat_that_drops_out_does_what_the_game_says(bench: DiceBench) -> None:
    """It gives up once and is passed over from then on; where leavers leave a bot, a bot plays on."""
    bench.dice.turns_each = 1000  # whatever is thrown, it goes on
    for leavers, out in ((Leavers.DROP, (1,)), (Leavers.BOT, ())):
        table = await bench.begun(mira, otto, ines, leavers=leavers)
        await bench.tables.leave(table.code, otto.id)
        while (state := await bench.state(table)).turn < 3:
            owner = (mira, otto, ines)[state.turn % 3]
            if owner is not otto:
                await bench.does(table, owner, "keep" if state.points else "throw")
                continue
            bench.clock.pass_ms(700)
            await bench.worker.run_due(bench.clock())
        assert state.out == out
        assert (await bench.tables.snapshot(table.id)).table.seats[1].acts is Acts.BOT


async def test_two_alarms_at_once_throw_once(bench: DiceBench) -> None:
    table = await bench.begun(mira, otto)
    bench.clock.pass_ms(decision_ms)
    assert sum(await asyncio.gather(bench.ring(), bench.ring())) <= 1
    assert len(await bench.tables.log(table.id)) == 1
