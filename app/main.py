"""The wiring: builds every room once and hands it in."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from brotli_asgi import BrotliMiddleware
from fastapi import FastAPI

from app.games.kernel.contract import Json
from app.games.registry import games
from app.players.guests import Guests
from app.players.returning import Returning
from app.reaching import reaching, vapid_of
from app.realtime.bus import LocalBus
from app.realtime.hub import Hub
from app.realtime.postgres_bus import PostgresBus
from app.realtime.reconcile import Reconciler
from app.settings import Settings
from app.storage.chat_rows import ChatRows
from app.storage.clock import DatabaseClock
from app.storage.counters import CounterRows
from app.storage.drawers import Drawers
from app.storage.engine import open_engine
from app.storage.guest_rows import GuestRows
from app.storage.keeping_rows import KeepingRows
from app.storage.migrate import migrate
from app.storage.person_rows import PersonRows
from app.storage.return_rows import ReturnRows
from app.storage.sole import sole_server
from app.tables.caretaker import Caretaker
from app.tables.doors import Doors
from app.tables.facade import Tables
from app.tables.keeping import Keeper
from app.tables.talk import Talk
from app.tables.worker import Worker
from app.web import (
    patterns,
    refusals,
    routes_chat,
    routes_home,
    routes_lesson,
    routes_lobby,
    routes_me,
    routes_notices,
    routes_people,
    routes_replay,
    routes_static,
    routes_table,
    routes_text,
    socket,
)
from app.web.api import router as api
from app.web.avalanche.replay import replay_screen
from app.web.avalanche.screen import screen
from app.web.avalanche.text import text_screen
from app.web.avalanche.wire import wire
from app.web.guard import Guard
from app.web.house import House
from app.web.patience import Patience
from app.web.people import People
from app.web.telling import Teller
from app.web.throttle import CodeThrottle
from app.web.visitor import SessionCookie

body_limit = 64 * 1024


async def record_of(settings: Settings, name: str) -> Json:
    """The record of a finished game, by the table's code or id. Raises NoSuchTable, Unfit(not_over)."""
    await migrate(settings.database_url)
    engine = open_engine(settings.database_url)
    hub = Hub()
    try:
        return await Tables(Drawers(engine), LocalBus(hub), hub, games, settings).record(name)
    finally:
        await engine.dispose()


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application. Migrations run and the worker starts when the server does (its lifespan)."""
    settings = settings or Settings.from_environment()
    vapid_of(settings)  # a key that is none is said before anything begins

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with sole_server(settings.database_url):
            await migrate(settings.database_url)
            async with working(app):
                yield

    @contextlib.asynccontextmanager
    async def working(app: FastAPI) -> AsyncIterator[None]:
        engine = open_engine(settings.database_url, settings.pool)
        hub = Hub()
        drawers = Drawers(engine)
        shared = PostgresBus(settings.database_url, hub) if engine.is_postgres else None
        clock = DatabaseClock(engine)
        await clock.measure()
        tables = Tables(drawers, shared or LocalBus(hub), hub, games, settings, clock=clock)
        counters = CounterRows(engine)
        keeping = KeepingRows(engine)
        app.state.people = People(
            talk=Talk(tables.desk, ChatRows(engine), counters),
            doors=Doors(tables.desk, counters),
            returning=Returning(ReturnRows(engine), counters, clock),
            counters=counters,
            persons=PersonRows(engine),
            reports=keeping,
        )
        jobs = [
            Worker(tables).run(),
            Caretaker(tables).run(),
            Keeper(tables.desk, hub, keeping, settings).run(),
            Reconciler(hub, drawers.versions).run(),
        ]
        jobs += [shared.run(), clock.run()] if shared else []
        guests, screens, texts = Guests(GuestRows(engine)), {"avalanche": screen}, {"avalanche": text_screen}
        wires, replays = {"avalanche": wire}, {"avalanche": replay_screen}
        app.state.house = House(settings, tables, guests, hub, games, screens, texts, wires, replays)
        app.state.teller = Teller(app.state.house)
        async with reaching(settings, tables, engine, counters) as reach:
            app.state.ways = reach.ways
            jobs += [reach.caller.run()] if reach.caller else []
            tasks = [asyncio.create_task(job) for job in jobs]
            try:
                yield
            finally:
                await tables.settle()
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await tables.settle()
        await engine.dispose()

    app = FastAPI(
        title="Yeti Mountain",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # the API's own documents stand beside it (web/api)
        max_body_size=16 * body_limit,  # for bodies that do not say their size: those that do meet the guard
    )
    refusals.install(app)
    for room in (
        routes_static,
        routes_home,
        routes_lesson,
        routes_lobby,
        routes_people,
        routes_chat,
        routes_me,
        routes_notices,
        routes_table,
        routes_text,
        routes_replay,
        socket,
        api,
    ):
        app.include_router(room.router)
    if settings.dev:
        app.include_router(patterns.router)
    app.add_middleware(
        BrotliMiddleware, quality=5, minimum_size=1000, excluded_handlers=["^/static/", "^/-/"]
    )
    app.add_middleware(CodeThrottle)
    app.add_middleware(Patience)
    app.add_middleware(SessionCookie)
    app.add_middleware(
        Guard, refuse=refusals.turned_away, body_limit=body_limit, allowed_origin=settings.base_url
    )
    return app
