"""Who is asking: a random token in a cookie, the person behind it (if any), language and theme.

The token is 256 random bits; the database knows only its SHA-256. A first visit gets a token but no row:
a person comes into being with the first name given.
"""

import hashlib
import re
import secrets
from collections.abc import MutableMapping
from dataclasses import dataclass, replace
from http.cookies import CookieError, SimpleCookie
from typing import Any, Protocol

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.templating import language_for

plain_cookie = "yeti"
secure_cookie = "__Host-yeti"
a_year = 365 * 24 * 3600
without_cookie = ("/static/", "/m/", "/-/", "/api/")
token_form = re.compile(r"[A-Za-z0-9_-]{43}")


class Person(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Visitor:
    """`csrf`: what every form of this visitor must carry; it follows from the cookie and tells nothing about it."""

    token: str
    player: Person | None
    language: str
    theme: str | None

    @property
    def csrf(self) -> str:
        return form_token(self.token)

    @property
    def player_id(self) -> str | None:
        return self.player.id if self.player else None

    def __repr__(self) -> str:
        return f"Visitor(player={self.player_id})"


def form_token(token: str) -> str:
    """32 hex digits derived from the session's token, for the hidden field of forms."""
    return hashlib.sha256(b"form " + token.encode()).hexdigest()[:32]


def cookies_of(scope: Scope) -> dict[str, str]:
    jar: SimpleCookie = SimpleCookie()
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                jar.load(value.decode("latin-1"))
            except CookieError:
                continue
    return {key: morsel.value for key, morsel in jar.items()}


def bearer_of(scope: Scope) -> str | None:
    """The token of an `Authorization` header; "" for one that cannot be ours, None without that header."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            fits = scheme.lower() == "bearer" and token_form.fullmatch(token.strip())
            return token.strip() if fits else ""
    return None


class SessionCookie:
    """Pure ASGI: puts the token into the scope, and a cookie on the first answer of a page.

    A client of the API brings its token itself; then no cookie counts, and none is ever given to it. `bearer` in the
    scope's state says so.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        secure = scope.get("scheme") in ("https", "wss")
        cookie = secure_cookie if secure else plain_cookie
        bearer = bearer_of(scope) if scope["path"].startswith("/api/") else None
        token = cookies_of(scope).get(cookie, "") if bearer is None else bearer
        fresh = not token_form.fullmatch(token)
        if fresh:
            token = secrets.token_urlsafe(32)
        state: MutableMapping[str, Any] = scope.setdefault("state", {})
        state["token"], state["bearer"] = token, bearer is not None
        if not fresh or scope["type"] != "http" or scope["path"].startswith(without_cookie):
            await self.app(scope, receive, send)
            return

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                flags = "; Secure" if secure else ""
                MutableHeaders(scope=message).append(
                    "set-cookie",
                    f"{cookie}={token}; Path=/; Max-Age={a_year}; HttpOnly; SameSite=Lax{flags}",
                )
            await send(message)

        await self.app(scope, receive, with_cookie)


def stranger(connection: HTTPConnection, token: str = "") -> Visitor:
    """Somebody not looked up: what the browser itself tells, language and theme."""
    theme = connection.cookies.get("theme")
    language = language_for(connection.cookies.get("language"), connection.headers.get("accept-language", ""))
    return Visitor(token, None, language, theme if theme in ("light", "dark") else None)


async def visitor_of(connection: HTTPConnection) -> Visitor:
    """The visitor behind a request or a socket."""
    token: str = connection.scope["state"]["token"]
    player = await connection.app.state.house.guests.player_of(hashlib.sha256(token.encode()).hexdigest())
    return replace(stranger(connection, token), player=player)
