"""Ways back to one's person: device codes and recovery keys, on both engines."""

import asyncio

import pytest
from sqlalchemy import select

from app.players.guests import Guests, hash_of
from app.players.limits import Limited
from app.players.model import Player
from app.players.returning import Returning, WrongCode, device_ms
from app.storage import schema
from app.storage.counters import CounterRows
from app.storage.engine import Database
from app.storage.guest_rows import GuestRows
from app.storage.return_rows import ReturnRows
from tests.fakes import FakeClock

pytestmark = pytest.mark.anyio
home = "192.0.2.1"
phone, laptop, third = "p" * 43, "l" * 43, "t" * 43


class Bench:
    def __init__(self, database: Database) -> None:
        self.clock = FakeClock()
        self.guests = Guests(GuestRows(database), self.clock)
        self.returning = Returning(ReturnRows(database), CounterRows(database), self.clock)

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
    assert await bench.returning.continue_here(laptop, typed, address=home) == ines
    assert await bench.who(laptop) == await bench.who(phone) == ines
    with pytest.raises(WrongCode):
        await bench.returning.continue_here(third, given.code, address=home)


async def test_a_browser_that_was_somebody_else_becomes_this_person(bench: Bench) -> None:
    """A name given in the meantime does not bar the way."""
    ines = await bench.guests.welcome(phone, "Ines")
    await bench.guests.welcome(laptop, "Ines 2")
    code = (await bench.returning.device_code(ines.id)).code
    await bench.returning.continue_here(laptop, code, address=home)
    assert await bench.who(laptop) == ines


async def test_a_code_lives_for_ten_minutes_and_ends_with_the_next(bench: Bench) -> None:
    ines = await bench.guests.welcome(phone, "Ines")
    old = (await bench.returning.device_code(ines.id)).code
    new = (await bench.returning.device_code(ines.id)).code
    with pytest.raises(WrongCode):
        await bench.returning.continue_here(laptop, old, address=home)
    bench.clock.pass_ms(device_ms)
    with pytest.raises(WrongCode):
        await bench.returning.continue_here(laptop, new, address=home)


async def test_of_many_at_once_one_gets_the_code(bench: Bench) -> None:
    """Single use, also in the same instant."""
    ines = await bench.guests.welcome(phone, "Ines")
    code = (await bench.returning.device_code(ines.id)).code
    tries = [bench.returning.continue_here(f"{n}" * 43, code, address=home) for n in range(5)]
    got = await asyncio.gather(*tries, return_exceptions=True)
    assert [x for x in got if isinstance(x, Player)] == [ines]
    assert sum(isinstance(x, WrongCode) for x in got) == 4


async def test_a_recovery_key_is_kept_as_a_hash_and_stays_good(bench: Bench, database: Database) -> None:
    """80 bits, shown once; after losing everything the person is back, again and again; a new key ends it."""
    ines = await bench.guests.welcome(phone, "Ines")
    key = await bench.returning.recovery_key(ines.id)
    assert len(key.replace("-", "")) == 16
    for token in (laptop, third):
        assert await bench.returning.recover(token, f" {key.lower()} ", address=home) == ines
    async with database.read() as connection:
        row = (await connection.execute(select(schema.players).where(schema.players.c.id == ines.id))).one()
    assert row.recovery_hash == hash_of(key.replace("-", ""))
    await bench.returning.recovery_key(ines.id)
    with pytest.raises(WrongCode):
        await bench.returning.recover(laptop, key, address=home)


async def test_guessing_is_slowed(bench: Bench) -> None:
    """Ten tries a minute a session, sixty an address, for codes and keys together; nonsense counts too."""
    for number in range(10):
        with pytest.raises(WrongCode):
            await bench.returning.continue_here(laptop, f"2345678{number}", address=home)
    with pytest.raises(Limited, match="too_many_codes"):
        await bench.returning.recover(laptop, "x", address=home)
    with pytest.raises(WrongCode):
        await bench.returning.recover(third, "x", address=home)
    refused = [await asyncio.gather(bench.returning.recover(f"{n:043}", "x", address=home), return_exceptions=True)
               for n in range(60)]  # fmt: skip
    assert sum(isinstance(r, Limited) for (r,) in refused) >= 9


async def test_codes_are_not_made_by_the_hundred(bench: Bench) -> None:
    ines = await bench.guests.welcome(phone, "Ines")
    for _ in range(5):
        await bench.returning.device_code(ines.id)
    with pytest.raises(Limited, match="too_fast"):
        await bench.returning.device_code(ines.id)
