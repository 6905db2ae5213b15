"""The wiring: builds every part once and hands it in."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack

from brotli_asgi import BrotliMiddleware
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from app import metrics
from app.games.kernel.contract import Json
from app.games.registry import games
from app.notification_wiring import reaching, vapid_of
from app.players.guests import GuestService
from app.players.sign_in import SignInService
from app.realtime.bus import LocalBus
from app.realtime.hub import Hub
from app.realtime.postgres_bus import PostgresBus
from app.realtime.reconcile import Reconciler
from app.realtime.session_watch import SessionWatch
from app.realtime.session_watch import every_s as departures_every_s
from app.realtime.wake_pacing import gap_s
from app.settings import Settings
from app.storage.chat_repository import SqlChatRepository
from app.storage.clock import DatabaseClock
from app.storage.counters import SqlCounters
from app.storage.engine import open_engine
from app.storage.erasure_store import SqlErasureStore
from app.storage.guest_repository import SqlGuestRepository
from app.storage.health import DatabaseHealth
from app.storage.housekeeping_store import SqlHousekeepingStore
from app.storage.migrate import migrate
from app.storage.moderation_repository import SqlModerationRepository
from app.storage.return_repository import SqlSignInRepository
from app.storage.single_server import sole_server
from app.storage.starting import see_schema
from app.storage.table_repository import SqlTableRepository
from app.storage.write_probe import WriteProbe
from app.table_metrics import TableMetrics
from app.tables.after.housekeeping import Housekeeping
from app.tables.chat.chat import ChatService
from app.tables.clocks.periodic import PeriodicTasks
from app.tables.host.succession import HostSuccession
from app.tables.lobby.code_limits import CodeLimits
from app.tables.play.due_worker import DueWorker
from app.tables.play.timer_worker import TimerWorker
from app.tables.service import TableService
from app.web.api import router as api
from app.web.assets import digest
from app.web.fronts import fronts
from app.web.handlers import refusals
from app.web.handlers.action_lane import ActionLane
from app.web.handlers.code_throttle import CodeThrottle
from app.web.handlers.request_timeout import RequestTimeout
from app.web.http.connection_limits import SocketLimits
from app.web.http.guard import RequestGuard, learn_words
from app.web.http.request_ids import RequestIds
from app.web.http.request_user import SessionCookie
from app.web.live import socket
from app.web.live.broadcaster import Broadcaster
from app.web.people_services import PeopleServices
from app.web.routes import (
    chat,
    health,
    home,
    lesson,
    lobby,
    me,
    notices,
    patterns,
    people,
    replay,
    rules,
    site,
    static,
    table,
    text,
)
from app.web.routes.health import Health
from app.web.services import Services
from app.web.templating import catalogues, sources

body_limit = 32 * 1024
"""Bytes of a request's body: 500 characters of four bytes each, escaped as a form escapes them, fit three times."""
settle_s, last_words_s = 1.0, 2.5
sessions_kept_ms = 5_000
"""How long a session that another process has ended may be taken for open here; its sockets close within ten s."""


async def record_of(settings: Settings, name: str) -> Json:
    """The record of a finished game, by the table's code or id. Raises NoSuchTable, Unfit(not_over)."""
    await see_schema(settings.database_url)
    engine = open_engine(settings.database_url)
    hub = Hub()
    try:
        return await TableService(SqlTableRepository(engine), LocalBus(hub), hub, games, settings).record(
            name
        )
    finally:
        await engine.dispose()


async def stopped(tables: TableService, tasks: Sequence[asyncio.Task[None]]) -> None:
    """Ends what is going on. What was begun is saved and told, if the database answers: a supervisor that has asked
    for an end does not wait longer than ten seconds, uvicorn's own part included.
    """
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(settle_s):
            await tables.settle()
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=last_words_s)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(settle_s):
            await tables.settle()


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application. Migrations run and the worker starts when the server does (its lifespan)."""
    settings = settings or Settings.from_environment()
    vapid_of(settings)  # a key that is none is said before anything begins
    digest(), sources(), catalogues()  # an upgrade may put other files in their place from now on

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with sole_server(settings.database_url):
            await migrate(settings.database_url)
            async with working(app):
                yield

    @contextlib.asynccontextmanager
    async def working(app: FastAPI) -> AsyncIterator[None]:
        engine = open_engine(settings.database_url, settings.pool)
        table_repository, periodic = SqlTableRepository(engine), PeriodicTasks()
        clock = DatabaseClock(engine, periodic)
        await clock.measure()
        lag = metrics.LoopLag()
        hub = Hub(clock, lambda: gap_s(lag.late_s))
        shared = PostgresBus(settings.database_url, hub) if engine.is_postgres else None
        tables = TableService(table_repository, shared or LocalBus(hub), hub, games, settings, clock=clock)
        counters = SqlCounters(engine)
        keeping = SqlHousekeepingStore(engine)
        guests = GuestService(SqlGuestRepository(engine), clock, keep_ms=sessions_kept_ms)
        hub.sessions_ended = guests.kept.drop
        app.state.people = PeopleServices(
            talk=ChatService(tables.executor, SqlChatRepository(engine), counters),
            code_limits=CodeLimits(tables.executor, counters),
            returning=SignInService(SqlSignInRepository(engine), counters, clock),
            counters=counters,
            persons=SqlErasureStore(engine),
            gate=SqlModerationRepository(engine),
            reports=keeping,
        )
        worker = DueWorker(tables, periodic)
        jobs = [
            hub.run(),
            worker.run(),
            TimerWorker(tables, worker, periodic).run(),
            HostSuccession(tables, periodic).run(),
            Housekeeping(tables.executor, hub, keeping, settings, periodic).run(),
            Reconciler(hub, table_repository.versions, periodic).run(),
            periodic.go_on("sessions", SessionWatch(hub, guests.ended).look, every_s=departures_every_s),
            WriteProbe(engine, periodic).run(),
        ]
        jobs += [shared.run(), clock.run()] if shared else []
        app.state.services = Services(
            settings,
            tables,
            guests,
            hub,
            games,
            fronts,
            lambda: engine.refuses_writes,
        )
        condition = DatabaseHealth(engine)
        app.state.health = Health(condition.look, periodic.late, shared.alive if shared else lambda: None)
        jobs.append(lag.watch())
        if settings.metrics:  # counting tables is for those who read the numbers
            jobs.append(TableMetrics(engine, hub, periodic, condition).run())
        app.state.broadcaster = Broadcaster(app.state.services)
        async with AsyncExitStack() as stack:
            stack.enter_context(metrics.given_out(settings.metrics, settings.workers))
            reach = await stack.enter_async_context(reaching(settings, tables, engine, counters, periodic))
            app.state.ways = reach.ways
            jobs += [reach.dispatcher.run()] if reach.dispatcher else []
            tasks = [asyncio.create_task(job) for job in jobs]
            try:
                yield
            finally:
                await stopped(tables, tasks)
        await engine.dispose()

    app = FastAPI(
        title="Yeti Mountain",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # those would lead to whatever `Host` says; refusals.py mends a slash too many
        openapi_url=None,  # the API's own documents stand beside it (web/api)
    )
    app.state.arrivals = SocketLimits()
    refusals.install(app)
    for part in (
        static,
        site,
        health,
        home,
        lesson,
        rules,
        lobby,
        people,
        chat,
        me,
        notices,
        table,
        text,
        replay,
        socket,
        api,
    ):
        app.include_router(part.router)
    if settings.dev:
        app.include_router(patterns.router)
    learn_words(context.path for context in iter_route_contexts(app.routes) if context.path is not None)
    app.add_middleware(ActionLane, act=table.act, handlers=app.exception_handlers)
    app.add_middleware(
        BrotliMiddleware, quality=4, minimum_size=2000, excluded_handlers=["^/static/", "^/-/"]
    )
    app.add_middleware(CodeThrottle)
    app.add_middleware(RequestTimeout)
    app.add_middleware(SessionCookie)
    app.add_middleware(
        RequestGuard, refuse=refusals.turned_away, body_limit=body_limit, base_url=settings.base_url
    )
    app.add_middleware(RequestIds, addresses=settings.log_addresses)
    return app
