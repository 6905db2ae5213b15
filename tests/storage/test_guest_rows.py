"""People and sessions in the database: only the hash of a token is there."""

import asyncio

import pytest
from sqlalchemy import select

from app.players.guests import GuestService, hash_of, seen_every_ms
from app.storage import schema
from app.storage.engine import Database
from app.storage.guest_repository import SqlGuestRepository
from tests.fakes import FakeClock

pytestmark = pytest.mark.anyio

token = "t" * 43


async def test_a_person_is_known_by_the_session(guest_rows: SqlGuestRepository, database: Database) -> None:
    """Welcomed once, known ever after by the token's SHA-256; the token itself is stored nowhere."""
    guests = GuestService(guest_rows, FakeClock())
    assert await guests.player_of(hash_of(token)) is None
    player = await guests.welcome(token, " Mira ")
    assert player.name == "Mira"
    assert await guests.player_of(hash_of(token)) == player
    async with database.read() as connection:
        rows = (await connection.execute(select(schema.sessions))).all()
    assert token not in str(rows)
    assert hash_of(token) in str(rows)


async def test_two_tabs_make_one_person(guest_rows: SqlGuestRepository) -> None:
    """The first name given twice at once under one token: one person."""
    guests = GuestService(guest_rows, FakeClock())
    made = await asyncio.gather(*(guests.welcome(token, "Mira") for _ in range(4)))
    assert len({player.id for player in made}) == 1


async def test_a_new_name_is_kept(guest_rows: SqlGuestRepository) -> None:
    """Renaming, directly or by being welcomed again, changes the one person."""
    guests = GuestService(guest_rows, FakeClock())
    player = await guests.welcome(token, "Mira")
    assert (await guests.rename(player.id, "Mira  B.")).name == "Mira B."
    assert (await guests.welcome(token, "Ines")).id == player.id
    known = await guests.player_of(hash_of(token))
    assert known is not None
    assert known.name == "Ines"


async def test_sessions_are_seen_to_the_hour(guest_rows: SqlGuestRepository, database: Database) -> None:
    """Reading stays reading: the time a session was last seen is written once an hour."""
    clock = FakeClock()
    guests = GuestService(guest_rows, clock)
    await guests.welcome(token, "Mira")
    started = clock()

    async def seen() -> int:
        async with database.read() as connection:
            return (await connection.execute(select(schema.sessions.c.seen_at))).scalar_one()

    clock.pass_ms(seen_every_ms - 1)
    await guests.player_of(hash_of(token))
    assert await seen() == started
    clock.pass_ms(1)
    await guests.player_of(hash_of(token))
    assert await seen() == clock()
