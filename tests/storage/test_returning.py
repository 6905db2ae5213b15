"""Ways back to one's person: device codes and recovery keys, on both engines."""

import asyncio

import pytest
from sqlalchemy import select

from app.players.guests import GuestService, Session, hash_of, sign_of
from app.players.limits import Limited
from app.players.model import Player
from app.players.sign_in import SignInService, WrongCode, device_ms
from app.storage import schema
from app.storage.counters import SqlCounters
from app.storage.engine import Database
from app.storage.guest_repository import SqlGuestRepository
from app.storage.return_repository import SqlSignInRepository
from tests.fakes import FakeClock

pytestmark = pytest.mark.anyio
home = "192.0.2.1"
phone, laptop, third = "p" * 43, "l" * 43, "t" * 43


class Bench:
    def __init__(self, database: Database) -> None:
        self.clock = FakeClock()
        self.guests = GuestService(SqlGuestRepository(database), self.clock)
        self.returning = SignInService(SqlSignInRepository(database), SqlCounters(database), self.clock)

    async def continue_here(self, token: str, code: str, *, instead_of: str | None = None) -> Player:
        session = Session(hash_of(token), "Test")
        return await self.returning.continue_here(
            session, code, address=home, instead_of=instead_of or f"had {token}"
        )

    async def recover(
        self, token: str, key: str, *, address: str = home, had: str | None = None
    ) -> tuple[Player, str]:
        return await self.returning.recover(
            Session(hash_of(token)), key, address=address, instead_of=had or f"had {token}"
        )

    async def key(self, player: Player, here: str = phone) -> str:
        return (await self.returning.recovery_key(player.id, here=here)).key

    async def who(self, token: str) -> Player | None:
        return await self.guests.player_of(hash_of(token))


@pytest.fixture
def bench(database: Database) -> Bench:
    return Bench(database)


async def test_a_code_brings_the_person_to_a_second_device(bench: Bench) -> None:
    """Both browsers are the same person then, however the code is typed; it works once."""
    ines = await bench.guests.welcome(phone, "Ines")
    given = await bench.returning.device_code(ines.id)
    assert given.code not in repr(given)
    typed = given.code.lower().replace("-", " ")
    assert await bench.continue_here(laptop, typed) == ines
    assert await bench.who(laptop) == await bench.who(phone) == ines
    with pytest.raises(WrongCode):
        await bench.continue_here(third, given.code)


async def test_a_code_lives_for_ten_minutes_and_ends_with_the_next(bench: Bench) -> None:
    ines = await bench.guests.welcome(phone, "Ines")
    old = (await bench.returning.device_code(ines.id)).code
    new = (await bench.returning.device_code(ines.id)).code
    with pytest.raises(WrongCode):
        await bench.continue_here(laptop, old)
    bench.clock.pass_ms(device_ms)
    with pytest.raises(WrongCode):
        await bench.continue_here(laptop, new)


async def test_of_many_at_once_one_gets_the_code(bench: Bench) -> None:
    """Single use, also in the same instant."""
    ines = await bench.guests.welcome(phone, "Ines")
    code = (await bench.returning.device_code(ines.id)).code
    tries = [bench.continue_here(f"{n}" * 43, code) for n in range(5)]
    got = await asyncio.gather(*tries, return_exceptions=True)
    assert [x for x in got if isinstance(x, Player)] == [ines]
    assert sum(isinstance(x, WrongCode) for x in got) == 4


async def test_a_recovery_key_is_kept_as_a_hash_and_works_once(bench: Bench, database: Database) -> None:
    """80 bits, shown once; after losing everything the person is back, and has a new key for the next time."""
    ines = await bench.guests.welcome(phone, "Ines")
    key = await bench.key(ines)
    assert len(key.replace("-", "")) == 16
    back, second = await bench.recover(laptop, f" {key.lower()} ")
    assert (back, await bench.who(laptop)) == (ines, ines)
    with pytest.raises(WrongCode):
        await bench.recover(third, key)
    async with database.read() as connection:
        row = (await connection.execute(select(schema.players).where(schema.players.c.id == ines.id))).one()
    assert row.recovery_hash == hash_of(second.replace("-", ""))
    await bench.key(ines)
    with pytest.raises(WrongCode):
        await bench.recover(third, second)


async def test_a_key_that_replaces_one_ends_all_other_sessions(bench: Bench) -> None:
    """Who had the key before may be at one of them. A first key ends none, nobody else's ends, this device stays."""
    ines = await bench.guests.welcome(phone, "Ines")
    otto = await bench.guests.welcome("o" * 43, "Otto")
    await bench.continue_here(laptop, (await bench.returning.device_code(ines.id)).code)
    first = await bench.returning.recovery_key(ines.id, here=laptop)
    assert (list(first.ended), await bench.who(phone)) == ([], ines)
    assert first.key not in repr(first)
    code = (await bench.returning.device_code(ines.id)).code
    second = await bench.returning.recovery_key(ines.id, here=laptop)
    assert list(second.ended) == [hash_of(phone)]
    assert [await bench.who(token) for token in (phone, laptop, "o" * 43)] == [None, ines, otto]
    with pytest.raises(WrongCode):
        await bench.continue_here(third, code)
    assert (await bench.recover(third, second.key))[0] == ines


async def test_keys_made_at_once_leave_one_device(bench: Bench) -> None:
    """Two devices replace the key in the same instant: never does each stay beside the other."""
    ines = await bench.guests.welcome(phone, "Ines")
    await bench.continue_here(laptop, (await bench.returning.device_code(ines.id)).code)
    await bench.key(ines)
    await asyncio.gather(bench.key(ines, phone), bench.key(ines, laptop))
    assert [await bench.who(phone), await bench.who(laptop)].count(None) >= 1


async def test_of_many_at_once_one_gets_the_key(bench: Bench) -> None:
    ines = await bench.guests.welcome(phone, "Ines")
    key = await bench.key(ines)
    got = await asyncio.gather(*(bench.recover(f"{n}" * 43, key) for n in range(4)), return_exceptions=True)
    assert sum(isinstance(x, tuple) for x in got) == 1


async def test_sessions_are_listed_and_ended_one_by_one_or_all(bench: Bench) -> None:
    """Nobody ends another person's; the hash tells nothing, only its beginning names a device."""
    ines = await bench.guests.welcome(phone, "Ines", "Firefox, Android")
    await bench.continue_here(laptop, (await bench.returning.device_code(ines.id)).code)
    await bench.continue_here(third, (await bench.returning.device_code(ines.id)).code)
    devices = await bench.guests.devices(ines.id)
    assert {device.label for device in devices} == {"Firefox, Android", "Test"}
    otto = await bench.guests.welcome("o" * 43, "Otto")
    assert await bench.guests.sign_out(otto.id, sign_of(hash_of(phone))) == []
    assert await bench.guests.sign_out(ines.id, sign_of(hash_of(third))) == [hash_of(third)]
    assert (await bench.who(third), await bench.who(phone)) == (None, ines)
    assert set(await bench.guests.ended([hash_of(third), hash_of(phone)])) == {hash_of(third)}
    assert await bench.guests.sign_out_everywhere(ines.id, but=laptop) == [hash_of(phone)]
    assert await bench.who(laptop) == ines
    assert await bench.guests.sign_out_everywhere(ines.id) == [hash_of(laptop)]
    assert await bench.who(laptop) is None
    assert await bench.who("o" * 43) == otto


async def test_who_had_a_device_has_no_way_back_once_it_is_signed_out(bench: Bench) -> None:
    """A code or a key made with somebody's device does not outlive its being signed out. Signed out of all of them,
    the person themselves comes back by the key: it may be all they have.
    """
    ines = await bench.guests.welcome(phone, "Ines")
    await bench.continue_here(laptop, (await bench.returning.device_code(ines.id)).code)
    stolen = (await bench.returning.device_code(ines.id)).code
    await bench.guests.sign_out(ines.id, sign_of(hash_of(laptop)))
    with pytest.raises(WrongCode):
        await bench.continue_here(third, stolen)
    stolen, key = (
        (await bench.returning.device_code(ines.id)).code,
        await bench.key(ines),
    )
    await bench.guests.sign_out_everywhere(ines.id, but=phone)
    with pytest.raises(WrongCode):
        await bench.continue_here(third, stolen)
    with pytest.raises(WrongCode):
        await bench.recover(third, key)
    key = await bench.key(ines)
    await bench.guests.sign_out_everywhere(ines.id)
    assert (await bench.recover(third, key))[0] == ines


async def test_the_session_a_browser_had_ends_when_it_becomes_somebody_else(bench: Bench) -> None:
    """What somebody has copied of it before is good for nobody."""
    ines = await bench.guests.welcome(phone, "Ines")
    await bench.guests.welcome(laptop, "Somebody")
    code = (await bench.returning.device_code(ines.id)).code
    await bench.continue_here(third, code, instead_of=laptop)
    assert (await bench.who(third), await bench.who(laptop)) == (ines, None)


async def test_a_right_code_is_answered_whatever_was_tried(bench: Bench) -> None:
    """Sixty-five wrong ones from this address, by many browsers and by this one: the right one still works, and
    successes use nothing up.
    """
    ines = await bench.guests.welcome(phone, "Ines")
    for number in range(65):
        with pytest.raises((WrongCode, Limited)):
            await bench.recover(f"{number % 3:043}", "x")
    with pytest.raises(Limited):
        await bench.recover(f"{9:043}", "x")
    code = (await bench.returning.device_code(ines.id)).code
    assert await bench.continue_here(laptop, code) == ines
    with pytest.raises(WrongCode):
        await bench.recover(third, "x", address="198.51.100.7")


async def test_guessing_is_slowed(bench: Bench) -> None:
    """Ten tries a minute a session, sixty an address, for codes and keys together; nonsense counts too."""
    for number in range(10):
        with pytest.raises(WrongCode):
            await bench.continue_here(laptop, f"2345678{number}")
    with pytest.raises(Limited, match="too_many_codes"):
        await bench.recover(laptop, "x")
    with pytest.raises(WrongCode):
        await bench.recover(third, "x")
    refused = [await asyncio.gather(bench.recover(f"{n:043}", "x"), return_exceptions=True)
               for n in range(60)]  # fmt: skip
    assert sum(isinstance(r, Limited) for (r,) in refused) >= 9


async def test_codes_are_not_made_by_the_hundred(bench: Bench) -> None:
    ines = await bench.guests.welcome(phone, "Ines")
    for _ in range(5):
        await bench.returning.device_code(ines.id)
    with pytest.raises(Limited, match="too_fast"):
        await bench.returning.device_code(ines.id)
