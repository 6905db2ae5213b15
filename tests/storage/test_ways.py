"""Browsers and addresses by which people are called: whose they are, how long they hold, and that they go with them."""

import asyncio

import pytest
from sqlalchemy import select

from app.players.addresses import PlayerAddress, confirm_ms
from app.players.browsers import PushSubscription
from app.players.guests import GuestService, hash_of
from app.storage import schema
from app.storage.channel_repository import SqlAddressRepository, SqlBrowserRepository
from app.storage.engine import Database
from app.storage.erasure_store import SqlErasureStore
from app.storage.guest_repository import SqlGuestRepository
from app.tables.after.erasure import forget
from app.tables.clocks import notice_schedule
from app.tables.ports import DueRow
from tests.benches import ines, mira, otto
from tests.storage.calling import Scene, after_ms

pytestmark = pytest.mark.anyio


@pytest.fixture
def scene(database: Database) -> Scene:
    return Scene(database)


async def test_a_seat_that_has_changed_hands_calls_nobody_else(scene: Scene) -> None:
    """A notice on its way is for the person, not for the seat: who lost it is not asked."""
    await scene.subscribes(ines)
    table = await scene.table(mira, ines)
    scene.goes(ines)
    scene.bench.clock.pass_ms(after_ms)
    assert await scene.callers[0].look(scene.now()) == 1
    async with scene.database.write() as connection:
        seats = schema.seats
        here = (seats.c.table_id == table.id) & (seats.c["index"] == 1)
        await connection.execute(seats.update().where(here).values(player=otto.id))
    await scene.pass_ms(1)
    assert scene.ways.pushed == []


async def test_a_browser_calls_whoever_it_belongs_to(scene: Scene) -> None:
    """A session that becomes somebody else's takes its subscription along; a new one replaces the old."""
    rows = SqlBrowserRepository(scene.database)
    await scene.subscribes(mira)
    session = hash_of("Miraa".ljust(43, "x"))
    await rows.put(session, PushSubscription("https://push.example/new", "p", "a"), "en", scene.now())
    assert await scene.count(schema.subscriptions) == 1
    async with scene.database.write() as connection:
        await connection.execute(schema.sessions.update().values(player=ines.id))
    await scene.table(mira, ines)
    scene.goes(mira, ines)
    await scene.pass_ms(after_ms)
    assert [(endpoint, call.seat) for endpoint, call in scene.ways.pushed] == [
        ("https://push.example/new", 1)
    ]
    assert not await rows.put("f" * 64, PushSubscription("https://push.example/x", "p", "a"), "en", 0)


async def test_a_link_pressed_while_another_address_is_given(scene: Scene) -> None:
    """Pressed twice, and the address changed, all in one moment: nobody waits for anybody, and what holds is the new
    address, which nobody has confirmed.
    """
    rows, until = SqlAddressRepository(scene.database), confirm_ms
    for number in range(20):
        old, new = hash_of(f"old{number}"), hash_of(f"new{number}")
        await rows.put(ines.id, "old@example.org", "en", token_hash=old, expires_at=until, now=0)
        first, _, second = await asyncio.gather(
            rows.confirm(old, 1),
            rows.put(ines.id, "new@example.org", "en", token_hash=new, expires_at=until, now=1),
            rows.confirm(old, 1),
        )
        assert [first, second].count(None) >= 1, "a link works once"
        assert await rows.address_of(ines.id) == PlayerAddress("new@example.org", confirmed=False)


async def test_a_browser_that_goes_while_it_is_called(scene: Scene) -> None:
    """It subscribes anew, and the address goes, in the moment in which a notice is put on its way: nothing fails, and
    nobody is called by a way that is gone.
    """
    browsers, addresses = SqlBrowserRepository(scene.database), SqlAddressRepository(scene.database)
    await scene.subscribes(ines)
    session = hash_of("Inesa".ljust(43, "x"))
    for number in range(15):
        await scene.confirms(ines)
        table = await scene.table(mira, ines)
        due = DueRow(table.id, 1, 1, notice_schedule.kind, 0)
        fresh = PushSubscription(f"https://push.example/{number}", "p", "a")
        called, *_ = await asyncio.gather(
            scene.store.call(due, ines.id, scene.now(), 0),
            browsers.put(session, fresh, "en", scene.now()),
            addresses.remove(ines.id),
        )
        assert called in (0, 1, 2)
    await scene.pass_ms(after_ms)
    assert {endpoint for endpoint, _ in scene.ways.pushed} <= {"https://push.example/14"}
    assert scene.ways.letters == []


async def test_links_of_mails(scene: Scene) -> None:
    """A link confirms once, while it is fresh; the one that stops removes the address and every link to it; links of an
    address that was replaced do nothing to the new one.
    """
    rows, now = SqlAddressRepository(scene.database), scene.now()

    async def put(address: str, token: str) -> None:
        await rows.put(ines.id, address, "en", token_hash=token, expires_at=now + 10, now=now)

    await put("old@example.org", "a" * 64)
    await put("new@example.org", "b" * 64)
    assert await rows.confirm("a" * 64, now) is None
    assert await rows.behind("b" * 64, "stop", now) is None, "a link does what it says and nothing else"
    assert await rows.confirm("b" * 64, now + 10) is None, "too late"
    assert await rows.confirm("b" * 64, now) == "new@example.org"
    assert await rows.confirm("b" * 64, now) is None
    found = await scene.store.claim(now, now, 1)
    assert found == []
    async with scene.database.read() as connection:
        address_id = (await connection.execute(select(schema.addresses.c.id))).scalar_one()
    for token in ("c" * 64, "d" * 64):
        await scene.store.stop_link(address_id, token, now + 100)
    assert await rows.behind("c" * 64, "stop", now) == "new@example.org"
    assert await rows.stop("c" * 64)
    assert not await rows.stop("d" * 64)
    assert await rows.address_of(ines.id) is None
    assert await scene.count(schema.address_tokens) == 0


async def test_what_has_expired_is_taken_away(scene: Scene) -> None:
    """Links past their time, addresses that never answered, and what was said at tables that are over."""
    rows = SqlAddressRepository(scene.database)
    await rows.put(
        otto.id,
        "o@example.org",
        "en",
        token_hash="a" * 64,
        expires_at=scene.now() + confirm_ms,
        now=scene.now(),
    )
    await scene.confirms(ines)
    table = await scene.table(mira, ines)
    scene.goes(ines)
    await scene.pass_ms(after_ms)
    for decision in (1, 2):
        for person in (ines, mira):
            await scene.bench.pick(table, person, 1, decision)
    assert await scene.count(schema.told) == 1
    await scene.store.purge(scene.now())
    assert (await scene.count(schema.told), await scene.count(schema.addresses)) == (0, 2)
    scene.bench.clock.pass_ms(confirm_ms)
    await scene.store.purge(scene.now())
    assert await rows.address_of(otto.id) is None
    assert await rows.address_of(ines.id) is not None


async def test_a_person_takes_everything_along(scene: Scene) -> None:
    """Address, browsers and notices are handed out with the rest, and gone with the person."""
    guests = GuestService(SqlGuestRepository(scene.database))
    person = await guests.welcome("t" * 43, "Xanthippe")
    await scene.confirms(person)
    subscription = PushSubscription("https://push.example/xanthippe", "p", "a")
    await SqlBrowserRepository(scene.database).put(hash_of("t" * 43), subscription, "en", scene.now())
    await scene.table(mira, person)
    scene.goes(person)
    scene.bench.clock.pass_ms(after_ms)
    assert await scene.callers[0].look(scene.now()) == 2
    data = await SqlErasureStore(scene.database).export(person.id)
    assert [row["address"] for row in data["addresses"]] == ["xanthippe@example.org"]
    assert [row["endpoint"] for row in data["push"]] == ["https://push.example/xanthippe"]
    await forget(scene.bench.tables.executor, SqlErasureStore(scene.database), person.id)
    for table in (schema.addresses, schema.address_tokens, schema.subscriptions, schema.notices):
        assert await scene.count(table) == 0
    await scene.pass_ms(1)
    assert scene.ways.pushed == []
