"""What a person had begun while they were being removed: it leaves nothing of them, and holds nobody up."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import select

from app.players.addresses import PlayerAddress
from app.players.guests import GuestService, Session, hash_of
from app.players.model import Player
from app.storage import schema
from app.storage.channel_repository import SqlAddressRepository
from app.storage.chat_repository import SqlChatRepository
from app.storage.engine import Database
from app.storage.erasure_store import SqlErasureStore
from app.storage.guest_repository import SqlGuestRepository
from app.storage.housekeeping_store import SqlHousekeepingStore
from app.storage.return_repository import SqlSignInRepository
from app.storage.table_repository import SqlTableRepository
from app.tables.after.erasure import a_skier, forget, without_lost_seats
from app.tables.chat.chat import ChatMessage
from app.tables.chat.reports import Report
from app.tables.errors import Busy, NotAllowed, Refusal
from app.tables.lobby import joining, opening
from app.tables.model import Acts, Table
from app.tables.seats import reseating
from tests.benches import Bench, dora, ines, mira, otto

pytestmark = pytest.mark.anyio

name = "Xanthippe"


@pytest.fixture
def bench(table_repository: SqlTableRepository) -> Bench:
    return Bench(table_repository)


@pytest.fixture
async def person(database: Database) -> Player:
    return await GuestService(SqlGuestRepository(database)).welcome("t" * 43, name)


async def everything(database: Database) -> str:
    """All that is stored, as text."""
    parts = []
    async with database.read() as connection:
        for table in schema.metadata.sorted_tables:
            parts += [f"{table.name} {tuple(row)}" for row in await connection.execute(select(table))]
    return "\n".join(parts)


Late = Callable[[Bench, Database, Player, Table], Awaitable[object]]


async def _sits_down(bench: Bench, _database: Database, person: Player, table: Table) -> object:
    return await joining.join(bench.tables.executor, table.id, person)


async def _opens(bench: Bench, _database: Database, person: Player, _table: Table) -> object:
    executor = bench.tables.executor
    return await opening.open_table(executor, executor.games["numbers"], person, solo=False)


async def _claims(bench: Bench, _database: Database, person: Player, table: Table) -> object:
    bench.presence.gone[otto.id] = 0
    return await reseating.claim(bench.tables.executor, bench.presence, table.code, person, 1)


async def _says(_bench: Bench, database: Database, person: Player, table: Table) -> object:
    line = ChatMessage(0, person.name, "text", "my words", 1)
    return await SqlChatRepository(database).add(table.id, person.id, line)


async def _reports(_bench: Bench, database: Database, person: Player, table: Table) -> object:
    return await SqlHousekeepingStore(database).add(
        Report(table.id, person.id, person.name, 0, "Mira", "x", 1)
    )


async def _is_reported(_bench: Bench, database: Database, person: Player, table: Table) -> object:
    about = Report(table.id, mira.id, "Mira", 1, person.name, "x", 1, about_player=person.id)
    return await SqlHousekeepingStore(database).add(about)


async def _gives_an_address(
    _bench: Bench, database: Database, person: Player, _table: Table
) -> PlayerAddress | None:
    book = SqlAddressRepository(database)
    await book.put(person.id, f"{name}@example.org", "en", token_hash="h", expires_at=2, now=1)
    return await book.address_of(person.id)


async def _asks_for_a_code(_bench: Bench, database: Database, person: Player, _table: Table) -> object:
    return await SqlSignInRepository(database).put_device_code(person.id, "c", 10)


async def _comes_back(_bench: Bench, database: Database, person: Player, _table: Table) -> object:
    session = Session(hash_of("u" * 43))
    return await SqlSignInRepository(database).bind(session, person.id, 1, instead_of=None)


@pytest.mark.parametrize(
    "late",
    [
        _sits_down,
        _opens,
        _claims,
        _says,
        _reports,
        _is_reported,
        _gives_an_address,
        _asks_for_a_code,
        _comes_back,
    ],
)
async def test_what_comes_after_the_removal_is_refused(
    bench: Bench, database: Database, person: Player, late: Late
) -> None:
    """A request that has looked its person up before, and stores afterwards."""
    table = await bench.lobby(mira, otto)
    await forget(bench.tables.executor, SqlErasureStore(database), person.id)
    with pytest.raises(NotAllowed, match="unknown_player"):
        await late(bench, database, person, table)
    stored = await everything(database)
    assert name not in stored
    assert person.id not in stored


async def test_whatever_comes_during_the_removal_leaves_nothing(
    bench: Bench, database: Database, person: Player
) -> None:
    tables = [await bench.lobby(mira, otto) for _ in range(3)]
    chat = SqlChatRepository(database)

    async def comes(table: Table) -> None:
        for _ in range(4):
            try:
                await joining.join(bench.tables.executor, table.id, person)
                await chat.add(table.id, person.id, ChatMessage(2, name, "text", "my words", 1))
            except Refusal:
                return

    await asyncio.gather(
        *(comes(table) for table in tables),
        forget(bench.tables.executor, SqlErasureStore(database), person.id),
        *(comes(table) for table in tables),
    )
    stored = await everything(database)
    assert name not in stored
    assert person.id not in stored
    for table in tables:
        now = (await bench.tables.snapshot(table.id)).table
        assert [seat.name for seat in now.seats] == ["Mira", "Otto"]


class TakenBackMeanwhile(SqlErasureStore):
    """Between leaving and being removed, something else that the person had begun is done."""

    def __init__(self, database: Database, meanwhile: Callable[[], Awaitable[object]]) -> None:
        super().__init__(database)
        self._meanwhile = meanwhile

    async def forget(self, player: str, name: str) -> list[str]:
        await self._meanwhile()
        return list(await super().forget(player, name))


async def test_a_game_does_not_wait_for_a_seat_taken_back_meanwhile(bench: Bench, database: Database) -> None:
    """A bot plays on, and the role of a host who is gone has passed on."""
    table = await bench.game(mira, otto, ines)
    store = TakenBackMeanwhile(database, lambda: bench.tables.take_back(table.code, otto.id))
    await forget(bench.tables.executor, store, otto.id)
    now = (await bench.tables.snapshot(table.id)).table
    assert (now.seats[1].player, now.seats[1].name, now.seats[1].acts) == (None, a_skier, Acts.BOT)
    for decision in (1, 2):
        await bench.bots_move()
        for who in (mira, ines):
            await bench.pick(table, who, 1, decision)
    assert (await bench.tables.snapshot(table.id)).table.status == "over"


async def test_a_busy_table_is_tried_again(
    bench: Bench, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person is gone by then: nobody else would free the seat."""
    table = await bench.lobby(mira, dora)
    executor, times = bench.tables.executor, [0]
    change = executor.change_table_by_id

    async def busy(table_id: str, make: Callable[..., Table], *, by: str | None = None) -> Table:
        times[0] += make is without_lost_seats
        if make is without_lost_seats and times[0] < 3:
            raise Busy
        return await change(table_id, make, by=by)

    monkeypatch.setattr(executor, "change_table_by_id", busy)
    store = TakenBackMeanwhile(database, lambda: bench.tables.join(table.code, dora.id))
    await forget(executor, store, dora.id)
    assert [seat.name for seat in (await bench.tables.snapshot(table.id)).table.seats] == ["Mira"]


async def test_a_seat_taken_in_the_lobby_meanwhile_is_free(bench: Bench, database: Database) -> None:
    table = await bench.lobby(mira, dora)
    store = TakenBackMeanwhile(database, lambda: bench.tables.join(table.code, dora.id))
    await forget(bench.tables.executor, store, dora.id)
    now = (await bench.tables.snapshot(table.id)).table
    assert [(seat.index, seat.name) for seat in now.seats] == [(0, "Mira")]
