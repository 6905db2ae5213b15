"""Private events and the saves that concern only some, in memory and on both databases."""

from dataclasses import replace
from typing import Any

import pytest

from app.games.kernel.contract import PrivateEvent
from app.players.model import Player
from app.tables.model import ConcernedSeats, Table
from app.tables.ports import TableRepository
from app.tables.seats.absence import with_seat
from tests.benches import Bench, ines, mira, otto
from tests.fake_whispers import Noted, Whispers

pytestmark = pytest.mark.anyio


class BenchWhispers(Whispers):
    key = "numbers"


class WhispersBench(Bench):
    def __init__(self, repository: TableRepository) -> None:
        super().__init__(repository)
        self.tables.executor.snapshots.games = {"numbers": BenchWhispers()}

    async def says(self, table: Table, to: int, word: str) -> int:
        action: dict[str, Any] = {"type": "note", "to": to, "word": word}
        answer = await self.tables.act(table.code, mira.id, decision=1, key=None, action=action)
        return answer.version


@pytest.fixture
def bench(repository: TableRepository) -> WhispersBench:
    return WhispersBench(repository)


async def test_the_log_keeps_who_may_hear(bench: WhispersBench) -> None:
    """As it was written: event, seats, place, and whether it opens. The public events are without it."""
    table = await bench.game(mira, otto, ines)
    await bench.says(table, 1, "hush")
    (*_, last) = await bench.repository.log(table.id)
    raw = {"type": "noted", "seat": 0, "to": 1, "word": "hush"}
    assert (last.events, last.private) == ((), (PrivateEvent(raw, (0, 1), 0, opens=True),))
    assert len(await bench.tables.log(table.id)) == 1
    told = [await bench.tables.told_since(table.id, 0, who.id) for who in (mira, otto, ines)]
    assert [part[-1].events == (Noted(0, 1, "hush"),) for part in told] == [True, True, False]


async def test_a_table_knows_whom_its_saves_concerned(bench: WhispersBench) -> None:
    """Each seat stands at the latest save that concerned it, until one concerns all: an action all hear of, or any
    change of the table.
    """
    table = await bench.game(mira, otto, ines)
    start = (await bench.tables.snapshot(table.id)).table.version

    async def stand() -> list[int]:
        bench.tables.executor.snapshots.forget(table.id)
        now = (await bench.tables.snapshot(table.id)).table
        return [now.version_for(who.id) - start for who in (mira, otto, ines)] + [
            now.version_for(None) - start
        ]

    await bench.says(table, 1, "hush")
    await bench.says(table, 0, "oh")
    assert await stand() == [2, 1, 0, 0]
    assert (await bench.tables.snapshot(table.id)).table.concerned == ConcernedSeats(
        start, start, ((0, start + 2), (1, start + 1))
    )
    await bench.pick(table, otto, 1)
    now = (await bench.tables.snapshot(table.id)).table
    assert await stand() == [3, 3, 3, 3]
    assert [now.own_version(who.id) - start for who in (mira, otto, ines)] == [2, 3, 0]
    await bench.tables.hosting.set_setting(table.code, mira.id, "spectators", True)
    assert await stand() == [4, 4, 4, 4]
    assert (await bench.tables.snapshot(table.id)).table.concerned is None


async def test_an_outage_is_told_to_all(bench: WhispersBench) -> None:
    """Clocks grow by it: whatever was quiet before, every page learns of the new time."""
    table = await bench.lobby(mira, otto)
    await bench.tables.hosting.set_setting(table.code, mira.id, "clock", 60)
    await bench.tables.start(table.code, mira.id, even_unready=True)
    await bench.worker.beat()
    await bench.says(table, 0, "oh")
    bench.clock.pass_ms(30_000)
    await bench.worker.beat()
    bench.tables.executor.snapshots.forget(table.id)
    now = (await bench.tables.snapshot(table.id)).table
    assert now.version_for(otto.id) == now.version


async def test_the_other_server_opens_what_the_end_opens(bench: WhispersBench) -> None:
    """It has read the story before; the last save, which was not its own, opens a note and keeps a mutter shut."""
    other = WhispersBench(bench.repository)
    table = await bench.game(mira, otto, ines)
    await bench.says(table, 1, "hush")
    await bench.says(table, 0, "oh")

    async def heard(who: Player | None) -> list[str]:
        told = await other.tables.told_since(table.id, 0, who.id if who else None)
        return [event.word for part in told for event in part.events if isinstance(event, Noted)]

    assert [await heard(who) for who in (mira, otto, ines, None)] == [["hush", "oh"], ["hush"], [], []]
    for decision in (1, 2):
        for who in (mira, otto, ines):
            await bench.pick(table, who, 2, decision)
        assert await heard(ines) == ([] if decision == 1 else ["hush"])
    assert [await heard(who) for who in (mira, otto, ines, None)] == [
        ["hush", "oh"],
        ["hush"],
        ["hush"],
        ["hush"],
    ]


async def test_a_private_action_after_a_missed_clock_concerns_no_more_seats(bench: WhispersBench) -> None:
    """That a clock has decided for the seat before is forgotten with it, and nobody sees that: the others' pages stand
    at the version they had.
    """
    table = await bench.game(mira, otto, ines)

    def missed(table: Table, _game: object) -> Table:
        return with_seat(table, replace(table.seats[0], missed=1))

    before = await bench.tables.executor.change_table_by_id(table.id, missed)
    await bench.says(table, 1, "hush")
    bench.tables.executor.snapshots.forget(table.id)
    now = (await bench.tables.snapshot(table.id)).table
    assert now.seats[0].missed == 0
    assert [now.version_for(who.id) - before.version for who in (mira, otto, ines)] == [1, 1, 0]
    assert now.version_for(None) == before.version
