"""The socket of an open page: the server speaks, the page listens. What is said to the server is a POST.

One mark and one writer a socket: a slow phone gets the latest regions, never a backlog, and holds nobody up.
"""

import asyncio
import contextlib
import hashlib
from typing import Protocol

import structlog
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from app import metrics
from app.tables.errors import Busy, NoSuchTable, NotAllowed
from app.web.http.connection_limits import SocketLimits, TooManySockets, most_onlookers
from app.web.http.guard import same_origin
from app.web.http.request_user import tokens_of, visitor_of
from app.web.live.broadcaster import Broadcaster, PageSubscription
from app.web.people_services import address_of
from app.web.services import services_of

router = APIRouter()
log = structlog.get_logger("socket")

heartbeat_s = 2.0
send_limit_s = 5.0

not_yours = 4401
not_allowed = 4403
not_found = 4404
nothing_to_say = 1008
try_again_later = 1013
failed = 1011


class MessageSource(Protocol):
    """What a socket is told: regions for pages (`telling.py`), JSON for programs (`api/envelopes.py`).

    NotAllowed: the reader may not look on any more.
    """

    async def greeting(self, reader: PageSubscription) -> bytes | None: ...

    async def message(self, reader: PageSubscription) -> bytes | None: ...

    def heartbeat(self, reader: PageSubscription) -> bytes: ...


@router.websocket("/t/{code}/socket")
async def listen(socket: WebSocket, code: str, since: int = 0) -> None:
    """Close codes: 4401 signed out, 4403 another site's page, 4404 no such table, 1008 the page spoke; all others mean:
    come back.
    """
    broadcaster: Broadcaster = socket.app.state.broadcaster
    await converse(socket, code, since, broadcaster)


async def converse(socket: WebSocket, code: str, since: int, broadcaster: MessageSource) -> None:
    """From the first word to the close code, whoever listens. Who is gone before the end is told nothing more."""
    with contextlib.suppress(WebSocketDisconnect):
        await _conversation(socket, code, since, broadcaster)


async def _conversation(socket: WebSocket, code: str, since: int, broadcaster: MessageSource) -> None:
    await socket.accept()
    services = services_of(socket)
    bearer: bool = tokens_of(socket).bearer
    if not bearer and not same_origin(socket.headers, services.settings.base_url, socket.scope["scheme"]):
        await socket.close(not_allowed)
        return
    arrivals: SocketLimits = socket.app.state.arrivals
    session = hashlib.sha256(tokens_of(socket).token.encode()).hexdigest()
    try:
        with arrivals.admitted(session, address_of(socket)):
            await admitted(socket, code, since, broadcaster, bearer=bearer)
    except TooManySockets:
        await socket.close(try_again_later)


async def admitted(
    socket: WebSocket, code: str, since: int, broadcaster: MessageSource, *, bearer: bool
) -> None:
    services, visitor = services_of(socket), await visitor_of(socket)
    if bearer and visitor.player is None:
        await socket.close(not_yours)
        return
    try:
        table = (await services.tables.find(code)).table
    except NoSuchTable:
        await socket.close(not_found)
        return
    if table.seat_of(visitor.player_id) is None and services.hub.crowd(table.id) >= most_onlookers:
        raise TooManySockets
    session = hashlib.sha256(visitor.token.encode()).hexdigest() if visitor.player else ""
    listener = services.hub.join(table.id, visitor.player_id, session)
    reader = PageSubscription(table.id, visitor, version=min(since, table.version))
    writer = asyncio.create_task(write(socket, listener.mark, broadcaster, reader))
    ears, over = asyncio.create_task(hear(socket)), asyncio.create_task(listener.over.wait())
    try:
        await asyncio.wait((writer, ears, over), return_when=asyncio.FIRST_COMPLETED)
    finally:
        services.hub.leave(listener)
        for task in (writer, ears, over):
            task.cancel()
        results = await asyncio.gather(writer, ears, return_exceptions=True)
    if listener.over.is_set():
        with contextlib.suppress(RuntimeError):
            await socket.close(not_yours)
        return
    gone = any(isinstance(error, WebSocketDisconnect) for error in results)
    if not gone and any(isinstance(error, NoSuchTable) for error in results):
        await socket.close(not_found)
        return
    if not gone and any(isinstance(error, NotAllowed) for error in results):
        await socket.close(not_allowed)
        return
    faults = [e for e in results if isinstance(e, Exception) and not isinstance(e, WebSocketDisconnect)]
    for error in faults:
        if not isinstance(error, TimeoutError | Busy):
            metrics.errors.labels("socket").inc()
            log.error("socket failed", table=table.id, exc_info=error)
    if not gone:
        await socket.close(failed if faults else nothing_to_say)


async def hear(socket: WebSocket) -> None:
    """Returns when the page goes away, or says anything: a page that speaks is none of ours."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))


async def write(
    socket: WebSocket, mark: asyncio.Event, broadcaster: MessageSource, reader: PageSubscription
) -> None:
    """Sends what is new whenever the mark is set, and a heartbeat when nothing is. First the whole truth.

    A heartbeat comes a set time after what was sent last. A mark that brings this reader nothing, as what others are
    told in private, does not put it off: the reader would see that there was something, or take the line for dead.
    """
    message = await broadcaster.greeting(reader)
    loop = asyncio.get_running_loop()
    news, beat_at = False, loop.time() + heartbeat_s
    while True:
        if message is not None:
            await asyncio.wait_for(socket.send_text(message.decode()), send_limit_s)
            beat_at = loop.time() + heartbeat_s
            if news:
                metrics.sent(reader.table_id, reader.version)
        news = await _woken(mark, beat_at - loop.time())
        if news:
            mark.clear()
            message = await broadcaster.message(reader)
        else:
            message = broadcaster.heartbeat(reader)


async def _woken(mark: asyncio.Event, seconds: float) -> bool:
    """Whether the mark is set within so many seconds; without any left it is not looked at."""
    if seconds <= 0:
        return False
    try:
        await asyncio.wait_for(mark.wait(), seconds)
    except TimeoutError:
        return False
    return True
