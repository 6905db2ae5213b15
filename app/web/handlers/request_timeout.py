"""Nobody waits for ever: what is not answered in time is answered by "busy, try again". Asks no database itself.

A save that was begun goes on to its end all the same; sending the same action again then gets its answer.
"""

import asyncio
import random

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.tables.errors import Busy, CannotWrite
from app.web.http.problems import problem, speaks_api, wants_page
from app.web.http.refused import note_refusal
from app.web.http.request_user import RequestUser, tokens_of
from app.web.pages import notices
from app.web.templating import gettext_of, language_for

limit_s = 4.0
spread = 0.2
"""Of a crowd that came in the same instant not all are answered, nor come back, in the same instant."""
try_again_later = 1013


def busy(request: Request, error: Busy | None = None) -> Response:
    """503 in the three forms of a refusal; pages show refusals of 4xx only, so theirs is a 429."""
    language = language_for(request.cookies.get("language"), request.headers.get("accept-language", ""))
    theme = request.cookies.get("theme")
    reader = RequestUser(
        tokens_of(request).token, None, language, theme if theme in ("light", "dark") else None
    )
    _ = gettext_of(language)
    text = _("Too much is going on just now. Wait a moment and try again.")
    headers = {"Retry-After": "2"}
    note_refusal(request.scope, "cannot_write" if isinstance(error, CannotWrite) else "busy")
    if isinstance(error, CannotWrite):
        text = _("Nothing can be saved just now, so nothing was changed. Try again in a moment.")
        headers = {"Retry-After": "5"}
    if "hx-request" in request.headers and not speaks_api(request):
        control = request.headers.get("yeti-control", "page")
        headers |= {"HX-Retarget": f"#refusal-{control}", "HX-Reswap": "innerHTML"}
        return HTMLResponse(notices.refusal(text, "busy", reader), 429, headers)
    if wants_page(request):
        return HTMLResponse(notices.page(503, text, "/", reader), 503, headers)
    return problem(503, "busy", text, headers=headers)


class RequestTimeout:
    """Pure ASGI, inside the session's cookie."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._late: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            try:
                await self.app(scope, receive, send)
            except Busy:
                await send({"type": "websocket.close", "code": try_again_later})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answered = given_up = False

        async def watched(message: Message) -> None:
            nonlocal answered
            answered = True
            if not given_up:
                await send(message)

        async def work() -> None:
            await self.app(scope, receive, watched)

        task = asyncio.create_task(work())
        try:
            await asyncio.wait({task}, timeout=limit_s * (1 - random.random() * spread))  # noqa: S311  # no secret
            if task.done() or answered:
                await task
                return
        except asyncio.CancelledError:
            self._dismiss(task)
            raise
        except Busy as error:
            if not answered:
                await busy(Request(scope), error)(scope, receive, send)
            return
        given_up = True
        # Tidying up may take long as well; whoever waits is not kept waiting for it.
        self._dismiss(task)
        await busy(Request(scope))(scope, receive, send)

    def _dismiss(self, task: asyncio.Task[None]) -> None:
        task.cancel()
        self._late.add(task)
        task.add_done_callback(self._gone)

    def _gone(self, task: asyncio.Task[None]) -> None:
        self._late.discard(task)
        if not task.cancelled():
            # Read, so that what failed while it was being given up is no warning.
            task.exception()
