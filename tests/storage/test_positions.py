"""Open positions in the database: whose they are, what they hold, when they go (decision 10)."""

import asyncio

import pytest
from sqlalchemy import delete, func, select

from app.players.guests import GuestService
from app.settings import Settings
from app.storage import schema
from app.storage.engine import Database
from app.storage.erasure_store import SqlErasureStore
from app.storage.guest_repository import SqlGuestRepository
from app.storage.housekeeping_store import SqlHousekeepingStore
from app.storage.rows import to_text
from app.storage.table_repository import SqlTableRepository
from app.tables.after.erasure import forget
from app.tables.after.housekeeping import Housekeeping, day_ms
from app.tables.errors import StaleDecision
from app.tables.model import Status, Table
from tests.benches import mira
from tests.storage.test_whole_games import RealBench

pytestmark = pytest.mark.anyio


@pytest.fixture
def bench(table_repository: SqlTableRepository) -> RealBench:
    return RealBench(table_repository)


async def raced(bench: RealBench, host: str = mira.id) -> Table:
    table = await bench.tables.open(host, "avalanche")
    for _ in range(2):
        await bench.tables.add_bot(table.code, host)
    await bench.tables.start(table.code, host)
    await bench.tables.agree_to_bot(table.code, host)
    while table.status is not Status.OVER:
        bench.clock.pass_ms(700)
        await bench.worker.run_due(bench.clock())
        table = (await bench.tables.snapshot(table.id)).table
    return table


async def count(database: Database, table_id: str) -> int:
    rows = schema.positions
    async with database.read() as connection:
        query = select(func.count()).select_from(rows).where(rows.c.table_id == table_id)
        return int((await connection.execute(query)).scalar_one())


async def test_they_stay_as_long_as_their_table(bench: RealBench, database: Database) -> None:
    """Housekeeping leaves finished games and their positions alone; with a table's row its positions go."""
    one, other = await raced(bench), await raced(bench)
    before = await count(database, one.id), await count(database, other.id)
    assert min(before) > 1
    bench.clock.pass_ms(400 * day_ms)
    await Housekeeping(
        bench.tables.executor, bench.presence, SqlHousekeepingStore(database), Settings()
    ).purge()
    assert (await count(database, one.id), await count(database, other.id)) == before
    async with database.write() as connection:
        await connection.execute(delete(schema.tables).where(schema.tables.c.id == one.id))
    assert (await count(database, one.id), await count(database, other.id)) == (0, before[1])


async def test_they_hold_nothing_of_a_person(bench: RealBench, database: Database) -> None:
    """No name and no id: who is forgotten leaves no trace in them, and the race can be watched all the same."""
    person = await GuestService(SqlGuestRepository(database)).welcome("t" * 43, "Xanthippe")
    table = await raced(bench, person.id)
    stored = to_text([p.position for p in await bench.repository.positions(table.id)])
    assert "Xanthippe" not in stored
    assert person.id not in stored
    await forget(bench.tables.executor, SqlErasureStore(database), person.id)
    replay = await bench.tables.replay(table.id)
    assert replay.table.seats[0].name == "A skier"
    assert len(replay.rounds) == await count(database, table.id)


async def test_the_end_is_saved_once_with_them(bench: RealBench, database: Database) -> None:
    """However many save at once after the end, the positions of a race are written with its last action alone."""
    table = await raced(bench)
    before = await count(database, table.id)

    async def late() -> None:
        with pytest.raises(StaleDecision):
            await bench.tables.act(
                table.code, mira.id, decision=1, key=None, action={"type": "select", "plays": []}
            )

    await asyncio.gather(bench.tables.rematch(table.code, mira.id), late())
    assert await count(database, table.id) == before
