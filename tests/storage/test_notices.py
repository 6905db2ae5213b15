"""Who is called back, when, how often: on both databases, with people who come, go and move at the wrong moment."""

import asyncio

import pytest
from sqlalchemy import select

from app.notices import dispatcher
from app.notices.dispatcher import gap_ms, no_way_ms, waits_ms
from app.notices.model import DeliveryResult
from app.storage import schema
from app.storage.channel_repository import SqlAddressRepository
from app.storage.engine import Database
from app.storage.notice_store import most_browsers
from app.storage.table_repository import SqlTableRepository
from tests.benches import Bench, ines, mira, otto
from tests.storage.calling import Scene, after_ms

pytestmark = pytest.mark.anyio


@pytest.fixture
def scene(database: Database) -> Scene:
    return Scene(database)


async def test_who_is_away_is_called_once_by_every_way(scene: Scene) -> None:
    """After a minute, on each browser and by mail, with the table, the host and the deadline; however many processes
    look, and however long nothing happens, once for the decision. Who is there is not called.
    """
    phone, laptop = await scene.subscribes(ines), await scene.subscribes(ines, "b")
    address = await scene.confirms(ines, "de")
    await scene.subscribes(mira)
    table = await scene.table(mira, ines)
    scene.goes(ines)
    await scene.pass_ms(after_ms - 1)
    assert scene.ways.pushed == []
    await scene.pass_ms(1)
    for _ in range(5):
        await scene.pass_ms(3_600_000)
    assert sorted(endpoint for endpoint, _ in scene.ways.pushed) == [phone, laptop]
    call = scene.ways.pushed[0][1]
    assert (call.code, call.decision, call.seat, call.host) == (table.code, 1, 1, "Mira")
    assert call.deadline_at == table.deadline_at
    [letter] = scene.ways.letters
    assert (letter.to, letter.subject, letter.text) == (address, "de", f"https://y.example/t/{table.code}")
    assert letter.stop is not None
    assert letter.stop.startswith("https://y.example/notices/stop?token=")


async def test_the_next_decision_calls_again(scene: Scene) -> None:
    """Once for each decision, as long as its seat is awaited."""
    await scene.subscribes(ines)
    table = await scene.table(mira, ines)
    await scene.pass_ms(0)
    for decision in (1, 2):
        scene.goes(ines)
        await scene.pass_ms(after_ms)
        assert [call.decision for _, call in scene.ways.pushed] == list(range(1, decision + 1))
        await scene.bench.pick(table, ines, 1, decision)
        await scene.bench.pick(table, mira, 1, decision)
    await scene.pass_ms(10 * after_ms)
    assert len(scene.ways.pushed) == 2, "the game is over: nobody is awaited"


async def test_nobody_is_called_after_moving(scene: Scene) -> None:
    """A move between the look and the delivery takes the notice back, and so does a bot that sits in."""
    await scene.subscribes(ines)
    await scene.subscribes(otto)
    table = await scene.table(mira, ines, otto)
    scene.goes(ines, otto)
    scene.bench.clock.pass_ms(after_ms)
    assert await scene.callers[0].look(scene.now()) == 2
    await scene.bench.pick(table, ines, 2)
    await scene.bench.tables.agree_to_bot(table.code, otto.id)
    await scene.pass_ms(1)
    assert scene.ways.pushed == []
    assert await scene.count(schema.notices) == 0


async def test_nothing_is_said_after_a_slow_delivery_of_something_else(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A push service may take its time. Whoever moves while another is told is not told, nor who ends the notices while
    the mail server thinks.
    """
    monkeypatch.setattr(dispatcher, "pushes_at_once", 1)
    monkeypatch.setattr(dispatcher, "mails_at_once", 1)
    people = (ines, otto)
    table = await scene.table(mira, *people)
    scene.goes(*people)
    addresses = {await scene.confirms(person): person for person in people}
    scene.bench.clock.pass_ms(after_ms)
    assert await scene.callers[0].look(scene.now()) == 2
    send = scene.ways.send

    async def slowly(*given: object, **about: object) -> DeliveryResult:
        fate = await send(*given, **about)
        told = [*(letter.to for letter in scene.ways.letters), *(point for point, _ in scene.ways.pushed)]
        if len(told) == 1 and scene.ways.letters:
            other = next(person for address, person in addresses.items() if address != told[0])
            await SqlAddressRepository(scene.database).remove(other.id)
        elif len(scene.ways.pushed) == 1:
            other = people[2 - scene.ways.pushed[0][1].seat]
            await scene.bench.pick(table, other, 2, 2)
        return fate

    monkeypatch.setattr(scene.ways, "send", slowly)
    assert await scene.callers[0].deliver(scene.now()) == 1
    assert len(scene.ways.letters) == 1
    for person in people:
        await SqlAddressRepository(scene.database).remove(person.id)
        await scene.subscribes(person)
    for person, number in zip((mira, *people), (1, 2, 3), strict=True):
        await scene.bench.pick(table, person, number)
    scene.goes(*people)
    scene.ways.letters.clear()
    scene.bench.clock.pass_ms(after_ms)
    assert await scene.callers[0].look(scene.now()) == 2
    assert await scene.callers[0].deliver(scene.now()) == 1
    assert len(scene.ways.pushed) == 1


async def test_a_table_that_cannot_be_read_silences_no_other(scene: Scene) -> None:
    """Whatever is wrong with one table, people are called to the others, by the same look."""
    await scene.subscribes(ines)
    broken, sound = await scene.table(mira, ines), await scene.table(mira, ines)
    tables = schema.tables
    async with scene.database.write() as connection:
        spoilt = {"state": "{}", "version": tables.c.version + 1}
        await connection.execute(tables.update().where(tables.c.id == broken.id).values(spoilt))
    scene.goes(ines)
    scene.bench.clock.pass_ms(after_ms)
    assert await scene.callers[0].look(scene.now()) == 1
    await scene.callers[0].deliver(scene.now())
    assert [call.table_id for _, call in scene.ways.pushed] == [sound.id]


async def test_a_thousand_browsers_of_one_person_are_not_called(scene: Scene) -> None:
    """Endpoints come from anybody, and lead to anybody: one decision is no crowd of requests."""
    endpoints = [await scene.subscribes(ines, f"{number}") for number in range(most_browsers + 2)]
    await scene.table(mira, ines)
    scene.goes(ines)
    await scene.pass_ms(after_ms)
    assert sorted(endpoint for endpoint, _ in scene.ways.pushed) == sorted(endpoints[2:])


async def test_a_pick_taken_back_does_not_call_twice(scene: Scene) -> None:
    """The decision was said; waiting for it again is no news."""
    await scene.subscribes(ines)
    table = await scene.table(mira, ines)
    scene.goes(ines)
    await scene.pass_ms(after_ms)
    row = schema.due.c
    async with scene.database.write() as connection:
        # What a pick and its taking back do to the row: it goes, and comes anew.
        await connection.execute(schema.due.delete().where(row.kind == "notice", row.seat == 1))
        values = {"table_id": table.id, "decision": 1, "seat": 1, "kind": "notice", "at": scene.now()}
        await connection.execute(schema.due.insert().values(values))
    await scene.pass_ms(after_ms)
    assert len(scene.ways.pushed) == 1


async def test_who_leaves_while_it_waits_is_called_a_minute_later(scene: Scene) -> None:
    """Somebody who looked at the table and went without moving."""
    await scene.subscribes(ines)
    await scene.table(mira, ines)
    for _ in range(5):
        await scene.pass_ms(after_ms)
    assert scene.ways.pushed == [], "she sits there"
    scene.bench.clock.pass_ms(after_ms - 10_000)
    scene.goes(ines)
    await scene.pass_ms(10_000)
    assert scene.ways.pushed == [], "she has hardly gone"
    await scene.pass_ms(after_ms - 10_001)
    assert scene.ways.pushed == []
    await scene.pass_ms(1)
    assert len(scene.ways.pushed) == 1


async def test_a_way_opened_late_is_used_for_what_waits_already(scene: Scene) -> None:
    """No way, no notice; with the first one the table that waits is said at once."""
    await scene.table(mira, ines)
    scene.goes(ines)
    await scene.pass_ms(after_ms)
    assert scene.ways.pushed == []
    await scene.subscribes(ines)
    await scene.pass_ms(1)
    assert len(scene.ways.pushed) == 1
    assert no_way_ms > 1


async def test_races_alone_keep(scene: Scene) -> None:
    """Nobody is called to a race in which nobody else waits, unless it is played by days."""
    await scene.subscribes(mira)
    table = await scene.bench.tables.open(mira.id, "numbers", solo=True)
    scene.goes(mira)
    await scene.pass_ms(2 * after_ms)
    assert scene.ways.pushed == []
    days = await scene.table(mira)
    await scene.pass_ms(2 * after_ms)
    assert [call.code for _, call in scene.ways.pushed] == [days.code]
    assert table.code != days.code


async def test_a_server_that_reaches_nobody_keeps_no_rows(database: Database) -> None:
    """Without push and mail a decision costs nothing more than before."""
    bench = Bench(SqlTableRepository(database))
    await bench.game(mira, ines)
    async with database.read() as connection:
        kinds = set((await connection.execute(select(schema.due.c.kind))).scalars())
    assert "notice" not in kinds


async def test_bots_and_clocks_do_not_see_them(scene: Scene) -> None:
    """The worker of the tables leaves notices alone, and the caller everything else."""
    await scene.subscribes(ines)
    lobby = await scene.bench.lobby(mira, ines, bots=1)
    await scene.bench.tables.start(lobby.code, mira.id, even_unready=True)
    await scene.bench.bots_move()
    assert await scene.bench.repository.next_due() is None
    assert await scene.bench.repository.claim(scene.now() + after_ms, 0, 50) == []
    assert await scene.store.next_at() is not None
    assert [due.kind for due in await scene.store.claim(scene.now() + after_ms, 0, 50)] == ["notice"] * 2


async def test_trouble_is_tried_again_a_few_times_and_stops_when_it_is_moot(scene: Scene) -> None:
    """With growing pauses; given up after the last; a subscription that has ended is forgotten."""
    await scene.subscribes(ines)
    table = await scene.table(mira, ines)
    scene.goes(ines)
    scene.ways.fate = DeliveryResult.LATER
    await scene.pass_ms(after_ms)
    for wait in waits_ms:
        before = len(scene.ways.pushed)
        await scene.pass_ms(wait - 1)
        assert len(scene.ways.pushed) == before
        await scene.pass_ms(1)
        assert len(scene.ways.pushed) == before + 1
    await scene.pass_ms(100 * waits_ms[-1])
    assert len(scene.ways.pushed) == 1 + len(waits_ms)

    await scene.bench.pick(table, ines, 1)
    await scene.bench.pick(table, mira, 1)
    await scene.pass_ms(after_ms)
    tried = len(scene.ways.pushed)
    await scene.bench.pick(table, ines, 1, 2)
    await scene.pass_ms(waits_ms[0])
    assert len(scene.ways.pushed) == tried, "she has moved: no second try"


async def test_a_browser_that_is_gone_is_forgotten(scene: Scene) -> None:
    await scene.subscribes(ines)
    await scene.table(mira, ines)
    scene.goes(ines)
    scene.ways.fate = DeliveryResult.GONE
    await scene.pass_ms(after_ms)
    assert await scene.count(schema.subscriptions) == 0


async def test_several_tables_are_one_mail(scene: Scene) -> None:
    """The first is said at once; what comes in the next minutes is said together."""
    await scene.confirms(ines)
    first = await scene.table(mira, ines)
    scene.goes(ines)
    await scene.pass_ms(after_ms)
    others = [await scene.table(otto, ines) for _ in range(3)]
    await scene.pass_ms(after_ms)
    assert [letter.text for letter in scene.ways.letters] == [f"https://y.example/t/{first.code}"]
    await scene.pass_ms(gap_ms)
    assert len(scene.ways.letters) == 2
    said = scene.ways.letters[1].text.split("\n")
    assert sorted(said) == sorted(f"https://y.example/t/{table.code}" for table in others)


async def test_two_hands_never_hold_the_same_notice(scene: Scene) -> None:
    """Twelve callers at once, for six tables: every notice is looked at, and taken out, by one of them."""
    await scene.subscribes(ines)
    for _ in range(6):
        await scene.table(mira, ines)
    scene.goes(ines)
    scene.callers = [scene.caller() for _ in range(12)]
    await scene.pass_ms(after_ms)
    await scene.pass_ms(1)
    codes = [call.code for _, call in scene.ways.pushed]
    assert len(codes) == len(set(codes)) == 6


async def test_moving_and_calling_at_once(scene: Scene) -> None:
    """Saves and calls of the same tables, all at the same time: nothing waits for itself, no pick is lost."""
    await scene.subscribes(ines)
    tables = [await scene.table(mira, ines) for _ in range(8)]
    scene.goes(ines)
    scene.bench.clock.pass_ms(after_ms)

    async def call() -> None:
        for _ in range(4):
            await asyncio.gather(*(dispatcher.look(scene.now()) for dispatcher in scene.callers))
            await asyncio.gather(*(dispatcher.deliver(scene.now()) for dispatcher in scene.callers))

    await asyncio.gather(call(), *(scene.bench.pick(table, ines, 3) for table in tables))
    for table in tables:
        assert (await scene.bench.state(table)).picks[1] == 3
    assert len(scene.ways.pushed) <= 8
    assert await scene.count(schema.notices) == 0 or await scene.store.take(scene.now(), 50) == []
