"""Every game there is, played to its end by bots through the use cases and a real database."""

import pytest

from app.games.registry import games
from app.storage.rows import json_of, to_text
from app.storage.table_repository import SqlTableRepository
from app.tables.errors import Illegal, Malformed
from app.tables.model import Status
from app.tables.ports import TableRepository
from tests.benches import Bench, mira, otto
from tests.fakes import Numbers

pytestmark = pytest.mark.anyio


class RealBench(Bench):
    """A bench with the games people can play."""

    def __init__(self, repository: TableRepository) -> None:
        super().__init__(repository)
        self.tables.executor.snapshots.games = {**games, Numbers.key: Numbers()}


@pytest.mark.parametrize("key", sorted(games))
@pytest.mark.parametrize("seats", [1, 2, 5])
async def test_bots_play_a_whole_game(table_repository: SqlTableRepository, key: str, seats: int) -> None:
    """A person opens, starts and leaves; the bots play on to a result. On the way every stored state is read back
    equal and nothing is laid open; afterwards the public events fold into the final public view, the record can be
    made, and the replay tells the whole story from an open position a round (decision 10)."""
    bench, game = RealBench(table_repository), games[key]
    table = await bench.tables.open(mira.id, key)
    for _ in range(seats - 1):
        await bench.tables.add_bot(table.code, mira.id)
    await bench.tables.start(table.code, mira.id)
    opening = await bench.state(table)
    first = game.view(opening, None)
    await bench.tables.leave(table.code, mira.id)
    for _ in range(5_000):
        bench.clock.pass_ms(700)
        await bench.worker.run_due(bench.clock())
        snapshot = await bench.tables.snapshot(table.id)
        if snapshot.table.status is Status.OVER:
            break
        stored = await table_repository.read(table.id)
        assert stored is not None
        assert not await table_repository.positions(table.id)
        assert stored.state == json_of(to_text(game.encode_state(snapshot.state)))
        assert game.encode_state(game.decode_state(stored.state)) == game.encode_state(snapshot.state)
    assert snapshot.table.status is Status.OVER
    story = await bench.tables.log(table.id)
    events = [event for part in story[1:] for event in part.events]
    assert game.fold(first, events) == game.view(snapshot.state, None)
    record = await bench.tables.record(table.id)
    assert record["winners"] == list(game.outcome(snapshot.state).winners)
    assert record["actions"]
    stored = await table_repository.positions(table.id)
    replay = await bench.tables.replay(table.id)
    assert [position.number for position in stored] == list(range(1, len(replay.rounds) + 1))
    told = [
        event
        for part in (*replay.before, *(p for r in replay.rounds for p in r.story))
        for event in part.events
    ]
    assert told == [event for part in story for event in part.events]
    assert await bench.repository.next_due() is None


@pytest.mark.parametrize("key", sorted(games))
async def test_people_are_refused_politely(table_repository: SqlTableRepository, key: str) -> None:
    """Whatever is sent as an action is refused with a reason; nothing crashes, nothing changes."""
    bench = RealBench(table_repository)
    table = await bench.tables.open(mira.id, key)
    await bench.tables.join(table.code, otto.id)
    table = await bench.tables.start(table.code, mira.id, even_unready=True)
    for raw in (
        None,
        1,
        "x",
        [],
        {},
        {"type": "no"},
        {"player": 0},
        {"player": 0, "select": [[]]},
        {"type": None},
    ):
        with pytest.raises((Malformed, Illegal)):
            await bench.tables.act(table.code, mira.id, decision=1, key=None, action=raw)
    assert (await bench.tables.snapshot(table.id)).table.version == table.version
