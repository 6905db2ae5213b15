"""Offers and answers: decisions of unlike length, what the clock does for whoever is late, offers nobody lists."""

from typing import Any

import pytest

from app.games.kernel.listing import legal_list
from app.players.model import Player
from app.tables.clocks.deadlines import shortest_ms
from app.tables.errors import Illegal
from app.tables.model import Acts, Answer, Status, Table
from app.tables.ports import TableRepository
from tests.benches import Bench, mira, otto
from tests.fake_trade import Offer, Trade, TradeState

pytestmark = pytest.mark.anyio


class TradeBench(Bench):
    def __init__(self, repository: TableRepository) -> None:
        super().__init__(repository)
        self.tables.executor.snapshots.games = {"trade": Trade()}

    async def begun(self, *people: Player, bots: int = 0, clock: int = 0) -> Table:
        table = await self.tables.open(people[0].id, "trade")
        for person in people[1:]:
            await self.tables.join(table.code, person.id)
        for _ in range(bots):
            await self.tables.add_bot(table.code, people[0].id)
        if clock:
            await self.tables.hosting.set_setting(table.code, people[0].id, "clock", clock)
        return await self.tables.start(table.code, people[0].id, even_unready=True)

    async def does(self, table: Table, who: Player, decision: int, **action: Any) -> Answer:
        return await self.tables.act(table.code, who.id, decision=decision, key=None, action=action)

    async def late(self) -> int:
        return await self.worker.run_due(self.clock())


@pytest.fixture
def bench(repository: TableRepository) -> TradeBench:
    return TradeBench(repository)


async def test_an_offer_nobody_lists_is_legal_by_structure(bench: TradeBench) -> None:
    """Any number up to the purse; one more than that is refused."""
    table = await bench.begun(mira, otto)
    game = Trade()
    assert Offer(377) not in legal_list(game, await bench.state(table), 0)
    with pytest.raises(Illegal, match="no_such_trade"):
        await bench.does(table, mira, 1, type="offer", coins=1001)
    await bench.does(table, mira, 1, type="offer", coins=377)
    await bench.does(table, otto, 2, type="reply", takes=True)
    assert (await bench.state(table)).purses == (623, 1377)


async def test_the_clock_trades_in_nobodys_name(bench: TradeBench) -> None:
    """A bot would take what is offered; the game says that whoever is late does not."""
    table = await bench.begun(mira, otto, clock=60)
    await bench.does(table, mira, 1, type="offer", coins=500)
    bench.clock.pass_ms(21_000)
    assert await bench.late() == 1
    assert (await bench.state(table)).purses == (1000, 1000)
    assert (await bench.tables.log(table.id))[-1].actor == "clock"


async def test_an_answer_has_its_share_of_the_clock(bench: TradeBench) -> None:
    """35 of a hundred for an answer, but never under 15 seconds; the whole for an offer; days are not parted."""
    for clock, share_ms in ((60, 21_000), (120, 42_000), (30, shortest_ms), (86_400, 86_400_000)):
        table = await bench.begun(mira, otto, clock=clock)
        assert table.deadline_at == bench.clock() + clock * 1000
        await bench.does(table, mira, 1, type="offer", coins=1)
        after = (await bench.tables.snapshot(table.id)).table
        assert after.deadline_at == bench.clock() + share_ms


async def test_late_answers_cost_nobody_their_seat(bench: TradeBench) -> None:
    """Only decisions that had the whole clock count as missed."""
    table = await bench.begun(mira, otto, clock=60)
    missed = []
    for decision in (1, 3):
        state: TradeState = await bench.state(table)
        assert state.decision == decision
        bench.clock.pass_ms(60_000)
        assert await bench.late() == 1
        bench.clock.pass_ms(21_000)
        assert await bench.late() == 1
        seats = (await bench.tables.snapshot(table.id)).table.seats
        missed.append([(seat.missed, seat.acts) for seat in seats])
    assert missed == [[(1, Acts.HUMAN), (0, Acts.HUMAN)], [(1, Acts.HUMAN), (1, Acts.HUMAN)]]


async def test_bots_trade_to_the_end(bench: TradeBench) -> None:
    """They choose among the few that are listed."""
    table = await bench.begun(mira, bots=1)
    await bench.tables.agree_to_bot(table.code, mira.id)
    for _ in range(10):
        bench.clock.pass_ms(1500)
        await bench.late()
    assert (await bench.tables.snapshot(table.id)).table.status is Status.OVER
    record = await bench.tables.record(table.id)
    assert [a["action"]["type"] for a in record["actions"]] == ["offer", "reply"] * 3
