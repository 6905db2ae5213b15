"""Every request has a word of its own: in each line of the log that comes of it, and in its answer, so that a person's
report finds its lines. Pure ASGI, outermost.
"""

import re
import secrets
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

header = "x-request-id"
fit = re.compile(r"[A-Za-z0-9._-]{8,64}")


class RequestIds:
    """A proxy's word is kept if it is a plain one. `addresses`: whether lines name the client's address as well."""

    def __init__(self, app: ASGIApp, *, addresses: bool = False) -> None:
        self.app = app
        self._addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get(header, "")
        word = given if fit.fullmatch(given) else secrets.token_hex(8)
        bound: dict[str, Any] = {"request_id": word}
        if self._addresses and scope.get("client"):
            bound["client"] = scope["client"][0]

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[header] = word
            await send(message)

        with bound_contextvars(**bound):
            await self.app(scope, receive, marked)
