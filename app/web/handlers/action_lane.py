"""The way of a choice, by far the most frequent request, past the router: no list of routes is gone through and no
dependency solved for it. What it calls is the route's own function (`routes/table.py`), so both ways answer alike.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, ExceptionHandler, Receive, Scope, Send

from app.web.http.command_context import CommandContext, command_context
from app.web.http.request_user import RequestUser, player_acting

Act = Callable[[Request, CommandContext, str, RequestUser], Awaitable[Response]]
begun = asynccontextmanager(command_context)
address = re.compile(r"/t/([^/]+)/actions")


class ActionLane:
    """Pure ASGI, innermost. `act`: the route's function; `handlers`: those of the application, by what they answer."""

    def __init__(self, app: ASGIApp, act: Act, handlers: Mapping[Any, ExceptionHandler]) -> None:
        self.app = app
        self._act = act
        told = {kind: handler for kind, handler in handlers.items() if kind not in (500, Exception)}
        self._lane = ExceptionMiddleware(self._answer, told)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_post = scope["type"] == "http" and scope["method"] == "POST"
        found = address.fullmatch(scope["path"]) if is_post else None
        if found is None:
            await self.app(scope, receive, send)
            return
        scope["path_params"] = {"code": found[1]}
        await self._lane(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        code = scope["path_params"]["code"]
        async with begun() as context:
            answer = await self._act(request, context, code, await player_acting(request))
        await answer(scope, receive, send)
