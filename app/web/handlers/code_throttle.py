"""Guessing codes is slowed down, wherever a code is tried: pages, forms, sockets. Pure ASGI.

What led to "no such table" counts, in the database, for all processes; a right code is answered whatever was counted
(`tables/lobby/code_limits.py`). A session that has been at a table does not ask again for that code, so playing costs
nothing.
"""

import hashlib
from collections import OrderedDict
from contextlib import ExitStack

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.players.limits import Limited
from app.tables.errors import CannotWrite
from app.web.handlers import refusals
from app.web.http.command_context import CommandContext
from app.web.http.request_user import tokens_of, visitor_of
from app.web.live.socket import not_found
from app.web.people_services import address_of, people_of
from app.web.services import services_of

most_known = 20_000
try_again_later = 1013
a_moment_ms = 1_000


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
        session = hashlib.sha256(tokens_of(connection).token.encode()).hexdigest()
        known = (session, code)
        limits, address, wait = people_of(connection).code_limits, address_of(connection), 0
        guesses, wrong = known not in self._known, False
        with ExitStack() as looking:
            if guesses:
                few = looking.enter_context(limits.trying(address))
                wait = await limits.wait(session, address)
                beyond = (wait or not few) and not limits.may_look(address)
                if beyond and not await self._sits(connection, code):
                    await self._refuse(scope, receive, send, wait or a_moment_ms)
                    return
                if services_of(connection).refuses_writes() and not await self._sits(connection, code):
                    raise CannotWrite(
                        "codes"
                    )  # what cannot be counted is not answered: guessing would be free

            async def watched(message: Message) -> None:
                nonlocal wrong, wait
                kind = message["type"]
                if (kind == "http.response.start" and message["status"] == 404) or (
                    kind == "websocket.close" and message.get("code") == not_found
                ):
                    wrong = True
                    self._known.pop(known, None)
                    # Counted before it is told: else a fault in between would give the answer away, and of many at
                    # once each would be told before one of them counts.
                    over = await limits.wrong(session, address)
                    wait = max(wait, over) if guesses else 0
                if kind != "websocket.accept":  # said before anything is looked up
                    looking.close()
                if not (wrong and wait):
                    await send(message)

            await self.app(scope, receive, watched)
        if wrong and wait:
            await self._refuse(scope, receive, send, wait, accepted=True)
        if code and not wrong:
            self._known[known] = None
            self._known.move_to_end(known)
            while len(self._known) > most_known:
                self._known.popitem(last=False)

    async def _sits(self, connection: HTTPConnection, code: str) -> bool:
        visitor = await visitor_of(connection)
        return bool(code) and await people_of(connection).code_limits.sits(code, visitor.player_id)

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, wait: int, *, accepted: bool = False
    ) -> None:
        """`accepted`: of a socket, it is open already."""
        if scope["type"] == "websocket":
            if not accepted:
                await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": try_again_later})
            return
        request = Request(scope, receive)
        limited, context = Limited("too_many_codes", wait), CommandContext(control="code")
        answer = await refusals.answer(request, limited, context)
        answer.headers["retry-after"] = str(-(-wait // 1000))
        await answer(scope, receive, send)
