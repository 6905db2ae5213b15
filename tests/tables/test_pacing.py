"""When bots decide: after the story, spread, seldom last; and at once when nobody else is awaited."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from app.settings import Settings
from app.tables.model import Acts, Status, Table
from app.tables.play.bot_pacing import BotPacing, ahead_ms, alone_ms, follow_ms, shortest_ms
from app.tables.ports import DueRow
from tests.benches import Bench, mira, otto
from tests.fakes import Numbers, Pick
from tests.memory_repository import MemoryTableRepository

longest_ms = 3000
now = 1_000_000


class Filmed(Numbers):
    """Numbers, with a story of six seconds for every reveal."""

    def motion_ms(self, events: Sequence[Any]) -> int:
        return 6_000 * sum(type(event).__name__ == "Revealed" for event in events)


def rising() -> Callable[[int], int]:
    """A source that gives 0, 1, 2 and so on, within bounds."""
    counted = iter(range(10**6))
    return lambda n: next(counted) % n


def times(rows: Sequence[DueRow]) -> list[int]:
    return sorted(row.at - now for row in rows)


async def played(bench: Bench, *people: Any, bots: int) -> tuple[Table, Any]:
    table = await bench.game(*people, bots=bots)
    return table, await bench.state(table)


@pytest.fixture
def bench() -> Bench:
    repository = MemoryTableRepository()
    repository.people = {person.id: person for person in (mira, otto)}
    return Bench(repository)


@pytest.mark.anyio
async def test_bots_lock_in_spread_between_0_8_and_3_s_after_the_story(bench: Bench) -> None:
    """Each has a part of the time of its own, in an order that changes; the story of the round before comes first."""
    table, state = await played(bench, mira, bots=4)
    game, pace = Filmed(), BotPacing(longest_ms)
    firsts = set()
    for number in range(60):
        one = replace(table, id=f"{number}")
        rows = pace.due(one, one, game, states=(None, state), events=(), now=now)
        found = times(rows)
        part = (longest_ms - shortest_ms) / 4
        for index, ms in enumerate(found):
            assert shortest_ms + part * index - 1 <= ms <= shortest_ms + part * (index + 1)
        firsts.add(min(rows, key=lambda row: row.at).seat)
    assert firsts == {1, 2, 3, 4}
    shown = pace.due(table, table, game, states=(None, state), events=story(game, state), now=now)
    assert 6_000 + shortest_ms <= min(times(shown))
    assert max(times(shown)) <= 6_000 + longest_ms


def story(game: Filmed, state: Any) -> Sequence[Any]:
    """The events of a round in which every seat picks 1."""
    for seat in game.waiting_on(state):
        step = game.apply(state, seat, Pick(1))
        state = step.state
    return step.events


@pytest.mark.anyio
async def test_a_story_still_playing_counts(bench: Bench) -> None:
    """What was told in an earlier change is watched first, too; bots among themselves may be a little ahead of it."""
    table, state = await played(bench, mira, bots=2)
    game, pace = Filmed(), BotPacing(longest_ms)
    pace.due(table, table, game, states=(None, state), events=story(game, state), now=now)
    later = pace.due(table, table, game, states=(None, state), events=(), now=now + 1_000)
    assert 6_000 + shortest_ms <= min(times(later)) <= max(times(later)) <= 6_000 + longest_ms
    alone = replace(table, seats=tuple(replace(seat, acts=Acts.BOT) for seat in table.seats))
    rows = pace.due(alone, alone, game, states=(None, state), events=(), now=now + 1_000)
    begins = 6_000 - ahead_ms
    assert begins + shortest_ms <= min(times(rows)) <= max(times(rows)) <= begins + alone_ms


@pytest.mark.anyio
async def test_nobody_waits_for_bots() -> None:
    """The last person's choice brings the bots' forward, also of a person who answers while the story still plays."""
    repository = MemoryTableRepository()
    repository.people = {person.id: person for person in (mira, otto)}
    bench = Bench(repository, settings=Settings(bot_delay_ms=longest_ms))
    table = await bench.game(mira, otto, bots=3)
    first = {key: due.at - bench.clock() for key, due in repository.due.items()}
    assert all(shortest_ms <= ms <= longest_ms for ms in first.values())
    await bench.pick(table, mira, 1)
    assert {key: due.at - bench.clock() for key, due in repository.due.items()} == first
    await bench.pick(table, otto, 1)
    soon = [due.at - bench.clock() for due in repository.due.values()]
    assert all(follow_ms[0] <= ms <= follow_ms[1] for ms in soon)
    assert len(soon) == len(set(soon)) == 3
    bench.clock.pass_ms(follow_ms[1])
    assert await bench.worker.run_due(bench.clock()) == 3
    assert (await bench.state(table)).decision == 2


@pytest.mark.anyio
async def test_a_seat_that_becomes_a_bots_thinks_from_then_on(bench: Bench) -> None:
    """Somebody is sat in for: the bot does not wait for a story that was over long ago, nor decide at once."""
    table, state = await played(bench, mira, otto, bots=0)
    game, pace = Filmed(), BotPacing(longest_ms, rising())
    bot = replace(table, seats=(table.seats[0], replace(table.seats[1], acts=Acts.BOT)))
    assert times(pace.due(table, bot, game, states=(state, state), events=(), now=now)) == [shortest_ms]


@pytest.mark.anyio
async def test_tests_and_tools_wait_for_nothing(bench: Bench) -> None:
    """Up to 800 ms every bot takes just that long, whatever is shown."""
    table, state = await played(bench, mira, bots=3)
    game = Filmed()
    for ms in (0, 50, 800):
        rows = BotPacing(ms).due(table, table, game, states=(None, state), events=story(game, state), now=now)
        assert times(rows) == [ms] * 3


@pytest.mark.anyio
async def test_no_rows_where_nothing_is_asked(bench: Bench) -> None:
    """In a lobby, and when the game is over."""
    table, state = await played(bench, mira, bots=3)
    for status in (Status.LOBBY, Status.OVER, Status.CLOSED):
        one = replace(table, status=status)
        assert BotPacing(longest_ms).due(one, one, Numbers(), states=(None, state), events=(), now=now) == ()
