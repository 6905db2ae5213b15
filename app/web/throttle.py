"""Guessing codes is slowed down, wherever a code is tried: pages, forms, sockets. Pure ASGI.

What led to "no such table" counts, in the database, for all processes. A session that has been at a table does not
ask again for that code, so playing costs nothing.
"""

import hashlib
from collections import OrderedDict

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.players.limits import Limited
from app.web import refusals
from app.web.people import address_of, people_of
from app.web.socket import not_found
from app.web.visitor import visitor_of

most_known = 20_000
try_again_later = 1013


def tried(scope: Scope) -> str | None:
    """The code an address names; "" for the form that takes one; None where no code is tried."""
    if scope["type"] not in ("http", "websocket"):
        return None
    for root in ("/t/", "/api/v1/tables/"):
        if scope["path"].startswith(root):
            return str(scope["path"]).removeprefix(root).partition("/")[0][:40]
    return "" if scope["path"] == "/join" and scope.get("method") == "POST" else None


class CodeThrottle:
    """Stands inside the session's cookie: it must know whose browser asks."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        code = tried(scope)
        if code is None:
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        session = hashlib.sha256(scope["state"]["token"].encode()).hexdigest()
        known = (session, code)
        if known not in self._known:
            wait = await people_of(connection).doors.wait(session, address_of(connection))
            if wait and not await self._sits(connection, code):
                await self._refuse(scope, receive, send, wait)
                return
        wrong = False

        async def watched(message: Message) -> None:
            nonlocal wrong
            kind = message["type"]
            wrong = wrong or (kind == "http.response.start" and message["status"] == 404)
            wrong = wrong or (kind == "websocket.close" and message.get("code") == not_found)
            await send(message)

        await self.app(scope, receive, watched)
        if wrong:
            self._known.pop(known, None)
            await people_of(connection).doors.wrong(session, address_of(connection))
        elif code:
            self._known[known] = None
            self._known.move_to_end(known)
            while len(self._known) > most_known:
                self._known.popitem(last=False)

    async def _sits(self, connection: HTTPConnection, code: str) -> bool:
        visitor = await visitor_of(connection)
        return bool(code) and await people_of(connection).doors.sits(code, visitor.player_id)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, wait: int) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": try_again_later})
            return
        request = Request(scope, receive)
        request.state.control = "code"
        answer = await refusals.answer(request, Limited("too_many_codes", wait))
        answer.headers["retry-after"] = str(-(-wait // 1000))
        await answer(scope, receive, send)
