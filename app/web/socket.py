"""The socket of an open page: the server speaks, the page listens. What is said to the server is a POST.

One mark and one writer a socket: a slow phone gets the latest regions, never a backlog, and holds nobody up.
"""

import asyncio
import contextlib
from typing import Protocol

import structlog
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from app.tables.errors import Busy, NoSuchTable, NotAllowed
from app.web.guard import same_origin
from app.web.house import house_of
from app.web.telling import Reader, Teller
from app.web.visitor import visitor_of

router = APIRouter()
log = structlog.get_logger("socket")

heartbeat_s = 2.0
send_limit_s = 5.0

not_yours = 4401
not_allowed = 4403
not_found = 4404
nothing_to_say = 1008
failed = 1011


class Speaker(Protocol):
    """What a socket is told: regions for pages (`telling.py`), JSON for programs (`api/envelopes.py`).

    NotAllowed: the reader may not look on any more.
    """

    async def greeting(self, reader: Reader) -> bytes | None: ...

    async def message(self, reader: Reader) -> bytes | None: ...

    def heartbeat(self, reader: Reader) -> bytes: ...


@router.websocket("/t/{code}/socket")
async def listen(socket: WebSocket, code: str, since: int = 0) -> None:
    """Close codes: 4403 another site's page, 4404 no such table, 1008 the page spoke; all others mean: come back."""
    teller: Teller = socket.app.state.teller
    await converse(socket, code, since, teller)


async def converse(socket: WebSocket, code: str, since: int, teller: Speaker) -> None:
    """From the first word to the close code, whoever listens."""
    await socket.accept()
    house = house_of(socket)
    bearer: bool = socket.scope["state"]["bearer"]
    if not bearer and not same_origin(socket.headers, house.settings.base_url):
        await socket.close(not_allowed)
        return
    visitor = await visitor_of(socket)
    if bearer and visitor.player is None:
        await socket.close(not_yours)
        return
    try:
        table = (await house.tables.find(code)).table
    except NoSuchTable:
        await socket.close(not_found)
        return
    listener = house.hub.join(table.id, visitor.player_id)
    reader = Reader(table.id, visitor, version=min(since, table.version))
    writer = asyncio.create_task(write(socket, listener.mark, teller, reader))
    ears = asyncio.create_task(hear(socket))
    try:
        await asyncio.wait((writer, ears), return_when=asyncio.FIRST_COMPLETED)
    finally:
        house.hub.leave(listener)
        for task in (writer, ears):
            task.cancel()
        results = await asyncio.gather(writer, ears, return_exceptions=True)
    gone = any(isinstance(error, WebSocketDisconnect) for error in results)
    if not gone and any(isinstance(error, NoSuchTable) for error in results):
        with contextlib.suppress(WebSocketDisconnect):
            await socket.close(not_found)
        return
    if not gone and any(isinstance(error, NotAllowed) for error in results):
        with contextlib.suppress(WebSocketDisconnect):
            await socket.close(not_allowed)
        return
    faults = [e for e in results if isinstance(e, Exception) and not isinstance(e, WebSocketDisconnect)]
    for error in faults:
        if not isinstance(error, TimeoutError | Busy):
            log.error("socket failed", table=table.id, exc_info=error)
    if not gone:
        with contextlib.suppress(WebSocketDisconnect):
            await socket.close(failed if faults else nothing_to_say)


async def hear(socket: WebSocket) -> None:
    """Returns when the page goes away, or says anything: a page that speaks is none of ours."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))


async def write(socket: WebSocket, mark: asyncio.Event, teller: Speaker, reader: Reader) -> None:
    """Sends what is new whenever the mark is set, and a heartbeat when nothing is. First the whole truth."""
    message = await teller.greeting(reader)
    while True:
        if message is not None:
            await asyncio.wait_for(socket.send_text(message.decode()), send_limit_s)
        try:
            await asyncio.wait_for(mark.wait(), heartbeat_s)
        except TimeoutError:
            message = teller.heartbeat(reader)
        else:
            mark.clear()
            message = await teller.message(reader)
