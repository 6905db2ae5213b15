"""`python -m app admin`: what an operator may see and do at a terminal, beside a running server or without one.

No command shows anything of a game's state: hands stay hidden here too.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from app.games.registry import games
from app.notices.webpush import new_keys
from app.realtime.bus import LocalBus
from app.realtime.hub import Hub
from app.settings import Settings
from app.storage.drawers import Drawers
from app.storage.engine import open_engine
from app.storage.keeping_rows import KeepingRows
from app.storage.migrate import migrate
from app.tables import keeping
from app.tables.facade import Tables


@dataclass(frozen=True, slots=True)
class Office:
    """`tables`: without pages of its own, so that nobody is told by it; servers find out by themselves."""

    tables: Tables
    rows: KeepingRows
    keeper: keeping.Keeper


@asynccontextmanager
async def office(settings: Settings) -> AsyncIterator[Office]:
    """The operator's place at the database of these settings."""
    await migrate(settings.database_url)
    engine = open_engine(settings.database_url)
    hub = Hub()
    tables = Tables(Drawers(engine), LocalBus(hub), hub, games, settings)
    rows = KeepingRows(engine)
    try:
        yield Office(tables, rows, keeping.Keeper(tables.desk, hub, rows, settings))
    finally:
        await engine.dispose()


async def tables(settings: Settings, status: str | None, most: int) -> Sequence[Mapping[str, Any]]:
    """The tables with people lately first; times in epoch ms."""
    async with office(settings) as place:
        return await place.rows.overview(status, most)


async def close(settings: Settings, name: str) -> Mapping[str, Any]:
    """Ends an open table, by code or id; its game is not finished. Raises NoSuchTable."""
    async with office(settings) as place:
        table = await keeping.close(place.tables.desk, name)
        return {"id": table.id, "status": table.status.value}


async def purge(settings: Settings, days: int | None) -> Mapping[str, Any]:
    """Takes away unfinished tables and chat older than KEEP_DAYS, or `days`; how many."""
    async with office(settings) as place:
        return asdict(await place.keeper.purge(days))


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


def shown(row: Mapping[str, Any]) -> str:
    """One line for a person at a terminal: times in UTC."""
    return "  ".join(f"{name}={_shown(name, value)}" for name, value in row.items())


def _shown(name: str, value: Any) -> str:
    if isinstance(value, int) and (name == "at" or name.endswith("_at")):
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%dT%H:%MZ")
    return str(value)
