"""Housekeeping on both engines: what ends, what goes, what stays."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import func, insert, select

from app.players.guests import Session
from app.players.limits import RateLimit
from app.settings import Settings
from app.storage import schema
from app.storage.chat_repository import SqlChatRepository
from app.storage.counters import SqlCounters
from app.storage.engine import Database
from app.storage.guest_repository import SqlGuestRepository
from app.storage.housekeeping_store import SqlHousekeepingStore
from app.storage.return_repository import SqlSignInRepository
from app.storage.table_repository import SqlTableRepository
from app.tables.after.housekeeping import Housekeeping, Purged, close, day_ms
from app.tables.chat.chat import ChatMessage
from app.tables.chat.reports import Report, report
from app.tables.errors import NoSuchTable
from app.tables.model import Status, Table
from tests.benches import Bench, everybody, ines, mira, otto, paul, ruth

pytestmark = pytest.mark.anyio
half_an_hour = 1_800_000


class Keeping(Bench):
    """The bench with a keeper."""

    def keeper_of(self, database: Database) -> Housekeeping:
        return Housekeeping(self.tables.executor, self.presence, SqlHousekeepingStore(database), Settings())


@pytest.fixture
def bench(table_repository: SqlTableRepository) -> Keeping:
    return Keeping(table_repository)


@pytest.fixture
def keeper(bench: Keeping, database: Database) -> Housekeeping:
    return bench.keeper_of(database)


async def status_of(bench: Bench, table: Table) -> Status:
    return (await bench.tables.snapshot(table.id)).table.status


async def test_tables_without_people_end_after_half_an_hour(bench: Keeping, keeper: Housekeeping) -> None:
    """Lobbies and running games alike; not a moment before; finished games stay; the code is free again."""
    over, lobby, game = await bench.finished(ines), await bench.lobby(mira), await bench.game(otto)
    bench.clock.pass_ms(half_an_hour - 1000)
    assert await keeper.end_deserted() == 0
    bench.clock.pass_ms(1000)
    assert await keeper.end_deserted() == 2
    assert [await status_of(bench, t) for t in (lobby, game, over)] == ["closed", "closed", "over"]
    with pytest.raises(NoSuchTable):
        await bench.tables.find(lobby.code)
    assert await keeper.end_deserted() == 0


async def test_a_table_with_people_or_a_clock_by_days_goes_on(bench: Keeping, keeper: Housekeeping) -> None:
    """Thinking for hours with the page open is being there; by days two decisions' time is given."""
    open_page, days, plain = (
        await bench.game(mira, otto),
        await bench.lobby(ines, paul),
        await bench.game(ines),
    )
    await bench.tables.hosting.set_setting(days.code, ines.id, "clock", 24 * 3600)
    await bench.tables.start(days.code, ines.id, even_unready=True)
    bench.presence.open[open_page.id] = {mira.id}
    bench.clock.pass_ms(2 * day_ms - 1000)
    assert await keeper.end_deserted() == 1
    assert [await status_of(bench, t) for t in (open_page, days, plain)] == ["playing", "playing", "closed"]
    bench.clock.pass_ms(1000)
    assert await keeper.end_deserted() == 1
    assert await status_of(bench, days) == "closed"


async def test_somebody_who_comes_in_the_last_moment_keeps_the_table(
    bench: Keeping, keeper: Housekeeping
) -> None:
    """Between the look and the lock Mira acts: the table is looked at again and left alone."""
    table = await bench.game(mira, otto)
    bench.clock.pass_ms(half_an_hour)
    found = await keeper._store.deserted(bench.clock(), half_an_hour, 10)
    assert list(found) == [table.id]
    await bench.pick(table, mira, 1)
    assert not await keeper._end(table.id, bench.clock())
    assert await status_of(bench, table) == "playing"


async def test_unfinished_tables_go_after_thirty_days_and_nothing_else(
    bench: Keeping, keeper: Housekeeping, database: Database
) -> None:
    """A closed one with all that belongs to it; one younger, one running and one finished stay."""
    old, game, over = await bench.game(mira, otto), await bench.game(ines, paul), await bench.finished(mira)
    await close(bench.tables.executor, old.code)
    bench.clock.pass_ms(29 * day_ms)
    young = await bench.lobby(otto)
    await close(bench.tables.executor, young.id)
    assert replace(await keeper.purge(), people=0) == Purged()
    bench.clock.pass_ms(day_ms + 1)
    assert (await keeper.purge()).tables == 1
    assert await bench.repository.read(old.id) is None
    for table in (game, over, young):
        assert await bench.repository.read(table.id) is not None
    async with database.read() as connection:
        for child in (schema.seats, schema.actions, schema.due, schema.occupancy):
            query = select(func.count()).select_from(child).where(child.c.table_id == old.id)
            assert await connection.scalar(query) == 0


async def test_chat_goes_thirty_days_after_the_end(
    bench: Keeping, keeper: Housekeeping, database: Database
) -> None:
    """Of games that are over; a running one keeps what was said."""
    chat = SqlChatRepository(database)
    over, game = await bench.finished(mira), await bench.game(otto)
    for table, who in ((over, mira), (game, otto)):
        await chat.add(table.id, who.id, ChatMessage(0, who.name, "text", "hello", bench.clock()))
    bench.clock.pass_ms(30 * day_ms + 1)
    assert (await keeper.purge()).chat == 1
    assert [len(await chat.lines(t.id, 0, 9)) for t in (over, game)] == [0, 1]


async def test_small_things_past_their_time_go_too(
    bench: Keeping, keeper: Housekeeping, database: Database
) -> None:
    """Buckets that are full again, device codes that ended."""
    now = bench.clock()
    await SqlCounters(database).take("a", RateLimit(1, 1_000), now)
    await SqlCounters(database).take("b", RateLimit(1, 9_000), now)
    await SqlSignInRepository(database).put_device_code(mira.id, "0" * 64, now + 1_000)
    bench.clock.pass_ms(2_000)
    assert (await keeper.purge()).rest == 2


async def test_people_who_never_sat_down_go_after_thirty_days(
    bench: Keeping, keeper: Housekeeping, database: Database
) -> None:
    """Who has a seat, a recovery key, a confirmed address, or was here since then, stays."""
    guests, now = SqlGuestRepository(database), bench.clock()
    await keeper.purge()  # those of the bench, who were never here
    for one in everybody:
        await guests.add(replace(one, created_at=now), Session(one.id))
    await bench.finished(mira)
    await SqlSignInRepository(database).put_recovery(otto.id, "0" * 64, but="")
    async with database.write() as connection:
        for one, confirmed in ((ines, now), (paul, None)):
            values = {"player": one.id, "address": f"{one.name}@yeti.test", "language": "en"}
            row = values | {"created_at": now, "confirmed_at": confirmed}
            await connection.execute(insert(schema.addresses).values(row))
    bench.clock.pass_ms(29 * day_ms)
    await guests.player_of(ruth.id, bench.clock(), 0)
    assert (await keeper.purge()).people == 0
    bench.clock.pass_ms(2 * day_ms)
    assert (await keeper.purge()).people == 2
    known = {one.name for one in everybody if await guests.player_of(one.id, bench.clock(), day_ms)}
    assert known == {"Mira", "Otto", "Ines", "Ruth"}


async def test_purging_while_everybody_plays_harms_nobody(bench: Keeping, database: Database) -> None:
    """Many closed tables go in several goes while games of the same moment are played to their end."""
    closed = [await bench.lobby(ines) for _ in range(25)]
    for table in closed:
        await close(bench.tables.executor, table.id)
    bench.clock.pass_ms(31 * day_ms)
    games = [await bench.game(mira, otto) for _ in range(5)]

    async def play(table: Table) -> None:
        for decision in (1, 2):
            await bench.pick(table, mira, 1, decision)
            await bench.pick(table, otto, 2, decision)

    async def purge() -> int:
        rows = SqlHousekeepingStore(database)
        gone = 0
        while part := (await rows.purge(bench.clock() - 30 * day_ms, bench.clock(), 7)).tables:
            gone += part
        return gone

    gone, *_ = await asyncio.gather(purge(), *(play(table) for table in games))
    assert gone == 25
    assert [await status_of(bench, table) for table in games] == ["over"] * 5


async def test_an_operator_ends_open_tables_only(bench: Keeping) -> None:
    """By code or id; a finished game is kept."""
    table, over = await bench.game(mira), await bench.finished(otto)
    assert (await close(bench.tables.executor, table.code)).status == "closed"
    for name in (over.code, over.id, table.code, "0" * 32, "nonsense"):
        with pytest.raises(NoSuchTable):
            await close(bench.tables.executor, name)


async def test_reports_reach_the_operator(bench: Keeping, database: Database) -> None:
    """Who, about whom, where and what; dealt with, they are off the list; the table may be gone by then."""
    rows, counters = SqlHousekeepingStore(database), SqlCounters(database)
    table = await bench.lobby(mira, otto)
    await report(bench.tables.executor, rows, counters, table, mira.id, seat=1, text=" rude\u202e ")
    found = await rows.reports(done=False, most=9)
    at = bench.clock()
    assert found == [
        Report(table.id, mira.id, "Mira", 1, "Otto", "rude", at, found[0].id, about_player=otto.id)
    ]
    assert await rows.settle(found[0].id)
    assert not await rows.settle(found[0].id + 1)
    assert await rows.reports(done=False, most=9) == []
    assert (await rows.stats())["reports"] == 0


async def test_what_an_operator_sees_of_tables(bench: Keeping, database: Database) -> None:
    """Numbers of seats and people, times, never a state."""
    game, lobby = await bench.game(mira, bots=1), await bench.lobby(otto)
    rows = SqlHousekeepingStore(database)
    found = await rows.overview(None, 9)
    assert {r["id"]: (r["status"], r["seats"], r["people"]) for r in found} == {
        game.id: ("playing", 2, 1),
        lobby.id: ("lobby", 1, 1),
    }
    assert [r["id"] for r in await rows.overview("lobby", 9)] == [lobby.id]
    assert not {"state", "secret"} & set(found[0])
    stats = await rows.stats()
    assert stats["tables"] == {"lobby": 1, "playing": 1, "over": 0, "closed": 0}
