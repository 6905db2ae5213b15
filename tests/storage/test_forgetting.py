"""A person's data: handed out whole, and removed without a trace."""

import asyncio

import pytest
from sqlalchemy import select

from app.players.guests import GuestService, hash_of
from app.storage import schema
from app.storage.chat_repository import SqlChatRepository
from app.storage.counters import SqlCounters
from app.storage.engine import Database
from app.storage.erasure_store import SqlErasureStore
from app.storage.guest_repository import SqlGuestRepository
from app.storage.housekeeping_store import SqlHousekeepingStore
from app.storage.table_repository import SqlTableRepository
from app.tables.after.erasure import forget
from app.tables.chat.chat import ChatMessage, ChatService
from app.tables.chat.reports import Report, report
from app.tables.model import Acts, Table
from tests.benches import Bench, dora, ines, mira, otto

pytestmark = pytest.mark.anyio


@pytest.fixture
def bench(table_repository: SqlTableRepository) -> Bench:
    return Bench(table_repository)


async def now_of(bench: Bench, table: Table) -> Table:
    return (await bench.tables.snapshot(table.id)).table


async def everything(database: Database) -> str:
    """All that is stored, as text."""
    parts = []
    async with database.read() as connection:
        for table in schema.metadata.sorted_tables:
            parts += [f"{table.name} {tuple(row)}" for row in await connection.execute(select(table))]
    return "\n".join(parts)


async def test_nothing_of_a_person_is_left(bench: Bench, database: Database) -> None:
    """Name, id, sessions, chat, notes, claims, reports: gone in every table; the games of others stay whole."""
    guests, chat, rows = (
        GuestService(SqlGuestRepository(database)),
        SqlChatRepository(database),
        SqlHousekeepingStore(database),
    )
    token = "t" * 43
    person = await guests.welcome(token, "Xanthippe")
    over = await bench.game(mira, person, ines)
    for decision in (1, 2):
        for who in (mira, person, ines):
            await bench.pick(over, who, 2, decision)
    lobby = await bench.lobby(person, otto)
    await bench.tables.set_option(lobby.code, person.id, "long", True)
    left = await bench.lobby(mira, person)
    await bench.tables.remove_seat(left.code, mira.id, 1)
    asked = await bench.lobby(dora, otto)
    bench.presence.gone[otto.id] = 0
    await bench.tables.hosting.claim(asked.code, person.id, 1)
    for table in (over, lobby):
        await chat.add(table.id, person.id, ChatMessage(0, "Xanthippe", "text", "my words", 1))
    await rows.add(Report(over.id, person.id, "Xanthippe", 0, "Mira", "late", 1))
    await rows.add(Report(over.id, mira.id, "Mira", 1, "Xanthippe", "rude", 1))
    await ChatService(bench.tables.executor, chat, SqlCounters(database)).say(
        lobby.code, person.id, "more of my words", address="192.0.2.1"
    )
    before = await now_of(bench, over)

    await forget(bench.tables.executor, SqlErasureStore(database), person.id)

    stored = await everything(database)
    assert person.id not in stored
    assert "Xanthippe" not in stored
    assert "my words" not in stored
    assert await guests.player_of(hash_of(token)) is None
    after = await now_of(bench, over)
    assert after.version == before.version + 1
    assert [(s.player, s.name) for s in after.seats] == [
        (mira.id, "Mira"),
        (None, "A skier"),
        (ines.id, "Ines"),
    ]
    assert (await bench.tables.record(over.id))["seats"][1]["name"] == "A skier"
    assert (await now_of(bench, lobby)).host == otto.id
    assert (await now_of(bench, asked)).seats[1].claim is None


async def test_reports_about_somebody_lose_the_name_they_had_at_that_table(
    bench: Bench, database: Database
) -> None:
    """Under whatever name they were reported (told apart from a namesake, called otherwise since), and though they
    have left that table: "A skier" everywhere (AGREEMENTS 24).
    """
    guests, rows, counters = (
        GuestService(SqlGuestRepository(database)),
        SqlHousekeepingStore(database),
        SqlCounters(database),
    )
    person = await guests.welcome("t" * 43, "Xanthippe")
    namesake = await guests.welcome("n" * 43, "Xanthippe")
    lobby = await bench.lobby(mira, namesake, person)
    assert lobby.seats[2].name != "Xanthippe"
    executor = bench.tables.executor
    await report(executor, rows, counters, lobby, mira.id, seat=2, text="rude")
    await report(executor, rows, counters, lobby, mira.id, seat=1, text="kind")
    await bench.tables.leave(lobby.code, person.id)
    await guests.rename(person.id, "Xaver")

    await forget(executor, SqlErasureStore(database), person.id)

    said = {report.text: report.about_name for report in await rows.reports(done=False, most=10)}
    assert said == {"rude": "A skier", "kind": "Xanthippe"}
    assert person.id not in await everything(database)


async def test_a_running_game_goes_on_with_a_bot_in_the_seat(bench: Bench, database: Database) -> None:
    """The others play to the end; a second one who goes is told apart; the host's role has passed on."""
    table = await bench.game(mira, otto, ines)
    for person in (mira, otto):
        await forget(bench.tables.executor, SqlErasureStore(database), person.id)
    now = await now_of(bench, table)
    assert [s.name for s in now.seats] == ["A skier", "A skier 2", "Ines"]
    assert [s.acts for s in now.seats] == [Acts.BOT, Acts.BOT, Acts.HUMAN]
    assert now.host == ines.id
    for decision in (1, 2):
        await bench.bots_move()
        await bench.pick(table, ines, 1, decision)
    assert (await now_of(bench, table)).status == "over"
    again = await bench.tables.rematch(table.code, ines.id)
    assert [s.player for s in again.seats if s.acts is Acts.HUMAN] == [ines.id]


async def test_going_while_others_play(bench: Bench, database: Database) -> None:
    """Removal and picks at once: no pick is lost, nothing locks."""
    tables = [await bench.game(mira, otto) for _ in range(3)]
    await asyncio.gather(
        forget(bench.tables.executor, SqlErasureStore(database), otto.id),
        *(bench.pick(table, mira, 3) for table in tables),
    )
    for table in tables:
        state = await bench.state(table)
        assert 3 in (state.picks[0], state.sums[0])


async def test_everything_kept_is_handed_out(bench: Bench, database: Database) -> None:
    """The person, sessions without tokens, seats, own choices, chat; nothing of anybody else."""
    guests = GuestService(SqlGuestRepository(database))
    person = await guests.welcome("t" * 43, "Xanthippe")
    table = await bench.game(mira, person)
    await bench.pick(table, person, 3)
    await bench.pick(table, mira, 1)
    await SqlChatRepository(database).add(table.id, person.id, ChatMessage(1, "Xanthippe", "text", "mine", 1))
    await SqlChatRepository(database).add(table.id, mira.id, ChatMessage(0, "Mira", "text", "not mine", 1))
    data = await SqlErasureStore(database).export(person.id)
    assert data["person"]["name"] == "Xanthippe"
    assert [set(s) for s in data["sessions"]] == [{"created_at", "seen_at"}]
    assert [(t["id"], t["place"], t["hats"]) for t in data["tables"]] == [
        (table.id, 1, list((await now_of(bench, table)).seats[1].hats))
    ]
    assert [a["action"] for a in data["actions"]] == [{"type": "pick", "number": 3}]
    assert [c["text"] for c in data["chat"]] == ["mine"]
    assert (await SqlErasureStore(database).export("0" * 32))["person"] is None
