"""Chat: who may talk, how fast, and that the game never notices."""

import asyncio

import pytest

from app.players.errors import BadText
from app.players.guests import GuestService
from app.players.limits import Limited
from app.storage.chat_repository import SqlChatRepository
from app.storage.counters import SqlCounters
from app.storage.engine import Database
from app.storage.guest_repository import SqlGuestRepository
from app.storage.table_repository import SqlTableRepository
from app.tables.chat.chat import ChatService, reactions
from app.tables.errors import NotAllowed, NotSeated, Unfit
from tests.benches import Bench, dora, ines, mira, otto

pytestmark = pytest.mark.anyio
home = "192.0.2.1"


@pytest.fixture
def bench(table_repository: SqlTableRepository) -> Bench:
    return Bench(table_repository)


@pytest.fixture
def talk(bench: Bench, database: Database) -> ChatService:
    return ChatService(bench.tables.executor, SqlChatRepository(database), SqlCounters(database))


async def test_what_is_said_is_kept_in_order_with_names(bench: Bench, talk: ChatService) -> None:
    """Texts and reactions, in lobby and game; a page asks for what came after the last it has."""
    table = await bench.lobby(mira, otto)
    assert await talk.say(table.code, mira.id, "hello  there", address=home) == 1
    await bench.tables.start(table.code, mira.id, even_unready=True)
    assert await talk.react(table.code, otto.id, "wave", address=home) == 2
    lines = await talk.lines(table.id)
    assert [(x.seat, x.name, x.kind, x.text) for x in lines] == [
        (0, "Mira", "text", "hello there"),
        (1, "Otto", "reaction", "wave"),
    ]
    assert await talk.lines(table.id, lines[0].id) == lines[1:]
    assert await talk.lines(table.id, most=1) == lines[1:]


async def test_talking_makes_no_pick_out_of_date(bench: Bench, talk: ChatService) -> None:
    """Three people chat as fast as they may while they choose: no version rises by it, every pick is taken,
    and pages are told of the chat.
    """
    table = await bench.game(mira, otto, ines)

    async def chat(player: str) -> None:
        for number in range(8):
            await talk.say(table.code, player, f"line {number}", address=home)

    answers = await asyncio.gather(
        *(chat(p.id) for p in (mira, otto, ines)),
        *(bench.pick(table, p, 2) for p in (mira, otto, ines)),
    )
    assert [a.decision for a in answers if a] == [1, 1, 1]
    snapshot = await bench.tables.snapshot(table.id)
    assert (snapshot.table.version, snapshot.table.chat_version) == (table.version + 3, 24)
    assert snapshot.state.decision == 2
    assert {a.chat_version for a in bench.bus.announced} >= {1, 24}


async def test_only_who_sits_there_talks(bench: Bench, talk: ChatService) -> None:
    """Nobody without a seat, nobody the host silenced; six reactions and no other, a snowball at
    somebody else who sits there; nothing empty.
    """
    table = await bench.lobby(mira, otto)
    with pytest.raises(NotSeated):
        await talk.say(table.code, dora.id, "hi", address=home)
    with pytest.raises(BadText):
        await talk.say(table.code, mira.id, "\u200b", address=home)
    with pytest.raises(Unfit, match="no_such_reaction"):
        await talk.react(table.code, mira.id, "boo", address=home)
    assert len(reactions) == 6
    for target, reaction, reason in (
        (0, "snowball", "own_snowball"),
        (2, "snowball", "no_such_seat"),
        (1, "hop", "no_such_reaction"),
    ):
        with pytest.raises(Unfit, match=reason):
            await talk.react(table.code, mira.id, reaction, target=target, address=home)
    with pytest.raises(Unfit, match="no_such_seat"):
        await talk.react(table.code, mira.id, "snowball", target=1, figure=2, address=home)
    await bench.tables.hosting.silence(table.code, mira.id, 1, silenced=True)
    for said in (talk.say(table.code, otto.id, "hi", address=home),
                 talk.react(table.code, otto.id, "wave", address=home)):  # fmt: skip
        with pytest.raises(NotAllowed, match="silenced"):
            await said
    await bench.tables.hosting.silence(table.code, mira.id, 1, silenced=False)
    await talk.say(table.code, otto.id, "hi", address=home)


async def test_a_snowball_has_somebody_to_hit(bench: Bench, talk: ChatService) -> None:
    """It is stored and told with the seat it flies to, and which of that seat's skiers; one for nobody has none."""
    table = await bench.lobby(mira, otto)
    await talk.react(table.code, mira.id, "snowball", target=1, figure=1, address=home)
    await talk.react(table.code, otto.id, "snowball", address=home)
    await talk.say(table.code, otto.id, "snowball>1.0", address=home)
    assert [(x.name, x.kind, x.text, x.target, x.figure) for x in await talk.lines(table.id)] == [
        ("Mira", "reaction", "snowball", 1, 1),
        ("Otto", "reaction", "snowball", None, 0),
        ("Otto", "text", "snowball>1.0", None, 0),
    ]


async def test_three_reactions_in_any_ten_seconds(bench: Bench, talk: ChatService) -> None:
    """Then one has to catch one's breath; talking goes on, and so do the others' reactions."""
    table = await bench.lobby(mira, otto)
    for wait in (0, 4_000, 4_000):
        bench.clock.pass_ms(wait)
        await talk.react(table.code, mira.id, "hop", address=home)
    with pytest.raises(Limited, match="catch_breath") as refused:
        await talk.react(table.code, mira.id, "hop", address=home)
    assert refused.value.params == {"seconds": 2}
    await talk.say(table.code, mira.id, "puff", address=home)
    await talk.react(table.code, otto.id, "haha", address=home)
    bench.clock.pass_ms(2_000)
    await talk.react(table.code, mira.id, "hop", address=home)
    with pytest.raises(Limited):
        await talk.react(table.code, mira.id, "hop", address=home)


async def test_a_seat_that_floods_is_slowed_alone(bench: Bench, talk: ChatService) -> None:
    """Eight at once, then one each second and a half; the neighbour behind the same address talks on."""
    table = await bench.lobby(mira, otto)
    for number in range(8):
        await talk.say(table.code, mira.id, str(number), address=home)
    with pytest.raises(Limited, match="too_fast") as refused:
        await talk.say(table.code, mira.id, "more", address=home)
    assert refused.value.params == {"seconds": 2}
    await talk.say(table.code, otto.id, "and me?", address=home)
    bench.clock.pass_ms(1_500)
    await talk.say(table.code, mira.id, "slowly", address=home)
    assert len(await talk.lines(table.id)) == 10


async def test_forty_people_behind_one_address_talk_normally(
    bench: Bench, talk: ChatService, database: Database
) -> None:
    """Limits are by seat before by address."""
    guests = GuestService(SqlGuestRepository(database))
    people = [await guests.welcome(f"{n:043d}", f"P{n}") for n in range(40)]
    tables = []
    for n in range(0, 40, 5):
        group = people[n : n + 5]
        table = await bench.lobby(mira)
        for person in group:
            await bench.tables.executor.change_table(table.code, lambda t, _game, p=person: _seated(t, p))
        tables.append((table, group))
    for table, group in tables:
        for person in group:
            for text in ("one", "two", "three"):
                await talk.say(table.code, person.id, text, address=home)


def _seated(table, person):
    from dataclasses import replace

    from app.tables.lobby.seating import human_seat

    return replace(table, seats=(*table.seats, replace(human_seat(person, table.seats), hats=(0,))))
