"""`python -m app admin`: what an operator may see and do at a terminal, beside a running server or without one.

No command shows anything of a game's state: hands stay hidden here too.
"""

import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from app.clock import now_ms
from app.games.registry import games
from app.notices.webpush import new_keys
from app.players.guests import GuestService, hash_of
from app.players.names import fit_name
from app.players.registration import Registration
from app.players.sign_in import device_signs, new_signs, spoken
from app.realtime.bus import LocalBus
from app.realtime.hub import Hub
from app.settings import Settings
from app.storage.engine import open_engine
from app.storage.erasure_store import SqlErasureStore
from app.storage.guest_repository import SqlGuestRepository
from app.storage.housekeeping_store import SqlHousekeepingStore
from app.storage.moderation_repository import SqlModerationRepository
from app.storage.return_repository import SqlSignInRepository
from app.storage.starting import see_schema
from app.storage.table_repository import SqlTableRepository
from app.tables.after import housekeeping
from app.tables.after.erasure import leave_all
from app.tables.service import TableService


@dataclass(frozen=True, slots=True)
class AdminCommands:
    """`tables`: without pages of its own, so that nobody is told by it; servers find out by themselves."""

    tables: TableService
    rows: SqlHousekeepingStore
    housekeeping_task: housekeeping.Housekeeping
    people: SqlModerationRepository
    persons: SqlErasureStore
    guests: GuestService
    returning: SqlSignInRepository


@asynccontextmanager
async def office(settings: Settings) -> AsyncIterator[AdminCommands]:
    """The operator's place at the database of these settings."""
    await see_schema(settings.database_url)
    engine = open_engine(settings.database_url)
    hub = Hub()
    tables = TableService(SqlTableRepository(engine), LocalBus(hub), hub, games, settings)
    rows = SqlHousekeepingStore(engine)
    try:
        yield AdminCommands(
            tables,
            rows,
            housekeeping.Housekeeping(tables.executor, hub, rows, settings),
            SqlModerationRepository(engine),
            SqlErasureStore(engine),
            GuestService(SqlGuestRepository(engine)),
            SqlSignInRepository(engine),
        )
    finally:
        await engine.dispose()


async def tables(settings: Settings, status: str | None, most: int) -> Sequence[Mapping[str, Any]]:
    """The tables with people lately first; times in epoch ms."""
    async with office(settings) as place:
        return await place.rows.overview(status, most)


async def close(settings: Settings, name: str) -> Mapping[str, Any]:
    """Ends an open table, by code or id; its game is not finished. Raises NoSuchTable."""
    async with office(settings) as place:
        table = await housekeeping.close(place.tables.executor, name)
        return {"id": table.id, "status": table.status.value}


async def purge(settings: Settings, days: int | None) -> Mapping[str, Any]:
    """Takes away unfinished tables and chat older than KEEP_DAYS, or `days`; how many."""
    async with office(settings) as place:
        return asdict(await place.housekeeping_task.purge(days))


async def vapid() -> Mapping[str, Any]:
    """A fresh pair of keys for Web Push; nothing is stored. Browsers subscribed with another pair are lost."""
    private, public = new_keys()
    return {"VAPID_PRIVATE_KEY": private, "VAPID_PUBLIC_KEY": public}


async def stats(settings: Settings) -> Mapping[str, Any]:
    """How much there is of everything."""
    async with office(settings) as place:
        return await place.rows.stats()


async def reports(settings: Settings, done: int | None, most: int) -> Sequence[Mapping[str, Any]]:
    """Reports not dealt with, newest first; `done` marks one first."""
    async with office(settings) as place:
        if done is not None:
            await place.rows.settle(done)
        return [asdict(report) for report in await place.rows.reports(done=False, most=most)]


class NobodyThere(Exception):
    """No person of this id."""


invitation_ms = 7 * 24 * 3_600_000


async def people(settings: Settings, name: str, most: int) -> Sequence[Mapping[str, Any]]:
    """People by a part of their name, or their id; the latest seen first, times in epoch ms."""
    async with office(settings) as place:
        return await place.people.people(name, most)


async def ban(settings: Settings, person: str, *, banned: bool) -> Mapping[str, Any]:
    """Bans somebody from this server, or not any more. Their browsers stay known as banned; their sockets are closed
    within ten seconds; they leave the tables they are at. Whoever forgets their cookies is somebody new: against that
    stand `registration` and the hosts. Raises NobodyThere.
    """
    async with office(settings) as place:
        if not await place.people.ban(person, now_ms() if banned else None):
            raise NobodyThere
        if banned:
            await leave_all(place.tables.executor, place.persons, person)
        return {"person": person, "banned": banned}


async def rename(settings: Settings, person: str, name: str) -> Mapping[str, Any]:
    """Another name for somebody, at every table, too. Raises NobodyThere, BadName."""
    async with office(settings) as place:
        tables = await place.people.rename(person, fit_name(name))
        if tables is None:
            raise NobodyThere
        return {"person": person, "name": fit_name(name), "tables": len(tables)}


async def sessions(settings: Settings, person: str, *, end: bool) -> Sequence[Mapping[str, Any]]:
    """The person's devices, times in epoch ms; with `end` all of them are signed out. Raises NobodyThere."""
    async with office(settings) as place:
        if not any(one["id"] == person for one in await place.people.people(person, 1)):
            raise NobodyThere
        if end:
            await place.guests.sign_out_everywhere(person)
        return [asdict(device) for device in await place.guests.devices(person)]


async def chat(settings: Settings, name: str, line: int | None, most: int) -> Sequence[Mapping[str, Any]]:
    """What was said at a table (code or id), the latest first; `line` is taken away before. Raises NoSuchTable."""
    async with office(settings) as place:
        table_id = await place.tables.executor.id_of(name)
        if line is not None:
            await place.people.unsay(table_id, line)
        return await place.people.chat(table_id, most)


async def registration(settings: Settings, to: str | None) -> Mapping[str, Any]:
    """Who may become somebody here; `to` changes it, for all processes at once."""
    async with office(settings) as place:
        if to is not None:
            await place.people.set_registration(Registration(to))
        return {"registration": (await place.people.registration()).value}


async def invite(settings: Settings, name: str) -> Mapping[str, Any]:
    """A new person, and the code by which they come in, once, within seven days; whatever registration says. Raises
    BadName.
    """
    code, now = new_signs(device_signs), now_ms()
    async with office(settings) as place:
        person = await place.guests.welcome(secrets.token_urlsafe(32), name)
        await place.guests.sign_out_everywhere(person.id)  # the token of the welcome is nobody's
        await place.returning.put_device_code(person.id, hash_of(code), now + invitation_ms)
    link = f"{settings.base_url or ''}/continue?code={spoken(code)}"
    return {"person": person.id, "name": person.name, "link": link, "expires_at": now + invitation_ms}


def shown(row: Mapping[str, Any]) -> str:
    """One line for a person at a terminal: times in UTC."""
    return "  ".join(f"{name}={_shown(name, value)}" for name, value in row.items())


def _shown(name: str, value: Any) -> str:
    if isinstance(value, int) and (name == "at" or name.endswith("_at")):
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%dT%H:%MZ")
    return str(value)
