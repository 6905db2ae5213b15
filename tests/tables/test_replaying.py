"""Replays of finished games, and that there is nothing to be seen of any other (decision 10)."""

import pytest

from app.games.registry import games
from app.tables.after.proof import NotProved, Unreadable, settled_before, values_of
from app.tables.errors import NoSuchTable, Unfit
from app.tables.model import Status, Table
from tests.benches import Bench, mira, otto
from tests.fakes import Numbers
from tests.memory_repository import MemoryTableRepository

pytestmark = pytest.mark.anyio


async def race(bench: Bench, *, whole: bool = True) -> Table:
    """A race of three bots' choices at Mira's table; else its first steps only."""
    bench.tables.executor.snapshots.games = {**bench.tables.executor.games, **games}
    table = await bench.tables.open(mira.id, "avalanche")
    for _ in range(2):
        table = await bench.tables.add_bot(table.code, mira.id)
    table = await bench.tables.start(table.code, mira.id)
    await bench.tables.agree_to_bot(table.code, mira.id)
    for _ in range(2_000 if whole else 1):
        bench.clock.pass_ms(700)
        await bench.worker.run_due(bench.clock())
        table = (await bench.tables.snapshot(table.id)).table
        if table.status is Status.OVER:
            break
    assert (table.status is Status.OVER) == whole
    return table


async def test_no_replay_before_the_end(bench: Bench) -> None:
    """Neither replay nor proof of a lobby or a running game, and the refusal is that of a table there is not."""
    running = await race(bench, whole=False)
    lobby = await bench.lobby(mira, otto)
    for table_id in (running.id, lobby.id, "f" * 32):
        for ask in (bench.tables.replay, bench.tables.proof):
            with pytest.raises(NoSuchTable) as refused:
                await ask(table_id)
            assert (refused.value.reason, refused.value.params) == ("no_such_table", {"code": table_id})
    assert not bench.repository.opened


async def test_games_from_before_are_replayed_from_their_log(bench: Bench) -> None:
    """A game that ended before positions were kept has the same replay, made from seed and choices."""
    table = await race(bench)
    kept = await bench.tables.replay(table.id)
    bench.repository.opened.clear()
    bench.tables.replays._kept.clear()
    made = await bench.tables.replay(table.id)
    assert len(made.rounds) > 2
    assert made == kept


async def test_other_rules_make_no_replay(bench: Bench) -> None:
    """Rules that changed under a running game lead elsewhere: nothing is kept, and the page can say so. The end of
    the game itself is not held up."""
    table = await race(bench)
    repository = bench.repository
    assert isinstance(repository, MemoryTableRepository)
    repository.opened.clear()
    bench.tables.replays._kept.clear()
    log = repository.logs[table.id]
    last = max(i for i, entry in enumerate(log) if entry.action is not None)
    del log[last]
    with pytest.raises(Unfit, match="no_replay"):
        await bench.tables.replay(table.id)


class UnshownNumbers(Numbers):
    positions = None  # type: ignore[assignment]


async def test_a_game_without_rounds_has_none(bench: Bench) -> None:
    """A game need not be one that can be shown again."""
    bench.tables.executor.snapshots.games = {"numbers": UnshownNumbers()}
    table = await bench.finished(mira, bots=1)
    with pytest.raises(Unfit, match="no_replay"):
        await bench.tables.replay(table.id)


async def test_proof(bench: Bench) -> None:
    """What is copied holds all a checker needs; a changed digit does not pass (docs/rules/random.md)."""
    table = await bench.finished(mira, otto)
    proof = await bench.tables.proof(table.id)
    assert proof.fingerprint == table.commitment
    assert len(settled_before(values_of(proof.text))) == 2
    for value in (proof.secret, proof.seed, proof.fingerprint):
        other = value.replace(value[5], "0" if value[5] != "0" else "1", 1)
        with pytest.raises(NotProved):
            settled_before(values_of(proof.text.replace(value, other)))
    with pytest.raises(Unreadable, match="neither"):
        values_of("hello: world")
