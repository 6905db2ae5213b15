"""A game in which every seat's decisions are numbered on their own, in memory and on both databases."""

from dataclasses import replace
from typing import Any

import pytest

from app.games.kernel.extensions import number_for
from app.players.model import Player
from app.tables.consequences import TableConsequences
from app.tables.errors import StaleDecision
from app.tables.lobby.seating import human_seat
from app.tables.model import Answer, Snapshot, Status, Table
from app.tables.play.bot_pacing import BotPacing
from app.tables.ports import TableRepository
from app.web.api.envelopes import number_in
from app.web.games.avalanche.front import front as avalanche
from app.web.pages import tables as own_tables
from tests.benches import Bench, mira, otto
from tests.fake_race import OwnPaceRace, RaceState
from tests.fakes import Numbers, NumbersState

pytestmark = pytest.mark.anyio

step = {"type": "step"}


class RaceBench(Bench):
    def __init__(self, repository: TableRepository) -> None:
        super().__init__(repository)
        self.tables.executor.snapshots.games = {"race": OwnPaceRace()}

    async def race(self, *people: Player, bots: int = 0, clock: int = 0) -> Table:
        table = await self.tables.open(people[0].id, "race")
        for person in people[1:]:
            await self.tables.join(table.code, person.id)
        for _ in range(bots):
            await self.tables.add_bot(table.code, people[0].id)
        if clock:
            await self.tables.hosting.set_setting(table.code, people[0].id, "clock", clock)
        return await self.tables.start(table.code, people[0].id, even_unready=True)

    async def step(self, table: Table, who: Player, decision: int, key: str | None = None) -> Answer:
        return await self.tables.act(table.code, who.id, decision=decision, key=key, action=step)


@pytest.fixture
def bench(repository: TableRepository) -> RaceBench:
    return RaceBench(repository)


async def test_an_action_never_makes_another_seats_stale(bench: RaceBench) -> None:
    """Mira runs ahead; Otto's first step is what it was."""
    table = await bench.race(mira, otto)
    for number in (1, 2):
        answer = await bench.step(table, mira, number)
        assert (answer.decision, answer.next_decision) == (number, number + 1)
    assert (await bench.step(table, otto, 1)).next_decision == 2
    assert (await bench.state(table)).steps == (2, 1)
    with pytest.raises(StaleDecision):
        await bench.step(table, otto, 3)


async def test_the_same_action_for_a_new_number_is_no_repeat(bench: RaceBench) -> None:
    """A second step is a step; the first one sent again gets its answer again."""
    table = await bench.race(mira, otto)
    first = await bench.step(table, mira, 1, key="a")
    second = await bench.step(table, mira, 2, key="b")
    assert second.version == first.version + 1
    assert await bench.step(table, mira, 1, key="a") == first
    assert await bench.step(table, mira, 2) == second
    assert (await bench.state(table)).steps == (2, 0)


async def test_bots_run_at_their_own_pace_to_the_end(bench: RaceBench) -> None:
    """Bots step without waiting for the person; the record and the replay hold the whole race."""
    table = await bench.race(mira, bots=2)
    await bench.step(table, mira, 1)
    assert await bench.bots_move() == 6
    assert (await bench.state(table)).steps == (1, 3, 3)
    for number in (2, 3):
        await bench.step(table, mira, number)
    over = (await bench.tables.snapshot(table.id)).table
    assert over.status is Status.OVER
    record = await bench.tables.record(table.id)
    assert [a["decision"] for a in record["actions"] if a["seat"] == 0] == [1, 2, 3]
    assert sorted(a["decision"] for a in record["actions"] if a["seat"] == 1) == [1, 2, 3]
    assert record["winners"][0] in (1, 2)
    assert len((await bench.tables.replay(table.id)).rounds) == 1


async def test_the_last_person_through_does_not_hurry_the_bots(bench: RaceBench) -> None:
    """A bot's time is its own: who is in first must not change when the others may step."""
    bench.tables.executor._consequences = TableConsequences(BotPacing(3000), None)
    table = await bench.race(mira, bots=1)
    for number in (1, 2, 3):
        before = await bench.repository.next_due()
        await bench.step(table, mira, number)
        assert await bench.repository.next_due() == before


async def test_a_clock_decides_for_the_seats_number(bench: RaceBench) -> None:
    """The clock is the shared phase's: whoever is not through when it ends has a step made, at the own number."""
    table = await bench.race(mira, otto, clock=30)
    await bench.step(table, mira, 1)
    bench.clock.pass_ms(30_000)
    assert await bench.worker.run_due(bench.clock()) == 2
    log = await bench.tables.log(table.id)
    assert {(e.seat, e.decision) for e in log if e.actor == "clock"} == {(0, 2), (1, 1)}


def test_readers_are_given_their_own_number() -> None:
    """The API's envelope and the list of tables name the seat's number; elsewhere it is the table's."""
    game, numbers = OwnPaceRace(), Numbers()
    state = RaceState((2, 0))
    assert [number_for(game, state, seat) for seat in (0, 1)] == [3, 1]
    assert number_for(numbers, NumbersState(4, 9, "", (None,), (0,)), 0) == 4
    table: Any = Table(
        id="t" * 32, code="KRT7Q4", game="race", rules_version=1, deck_hash="", options=(),
        status=Status.PLAYING, host=mira.id, version=1, chat_version=0,
        seats=(), commitment="",
    )  # fmt: skip
    seats = (human_seat(mira, ()), replace(human_seat(otto, ()), index=1))
    snapshot = Snapshot(replace(table, seats=seats), state)
    assert [number_in(snapshot, game, seat) for seat in (*seats, None)] == [3, 1, 1]
    front = replace(avalanche, game=game)
    assert [own_tables.waiting([(snapshot, front)], who.id)[0].decision for who in (mira, otto)] == [3, 1]
