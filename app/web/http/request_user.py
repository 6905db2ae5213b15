"""Who is asking: a random token in a cookie, the person behind it (if any), language and theme.

The token is 256 random bits; the database knows only its SHA-256. A first visit gets a token but no row:
a person comes into being with the first name given.
"""

import hashlib
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Protocol

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.players.names import pleasant_name
from app.web.templating import gettext_of, language_for

plain_cookie = "yeti"
secure_cookie = "__Host-yeti"
earlier_cookie = "yeti-before"
"""The form token of the session before this one."""
a_day = 24 * 3600
a_year = 365 * a_day
without_cookie = (
    "/static/",
    "/m/",
    "/-/",
    "/api/",
    "/robots.txt",
    "/.well-known/",
    "/favicon.ico",
    "/worker.js",
)
most_tokens = 5
token_form = re.compile(r"[A-Za-z0-9_-]{43}")


class Person(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class RequestUser:
    """`csrf`: what every form of this visitor must carry; it follows from the cookie and tells nothing about it."""

    token: str
    player: Person | None
    language: str
    theme: str | None

    @property
    def csrf(self) -> str:
        return form_token(self.token)

    @property
    def name(self) -> str:
        """Their own, or before they have one the same on offer on every page."""
        return self.player.name if self.player else pleasant_name(self.csrf, gettext_of(self.language))

    @property
    def player_id(self) -> str | None:
        return self.player.id if self.player else None

    def __repr__(self) -> str:
        return f"Visitor(player={self.player_id})"


def form_token(token: str) -> str:
    """32 hex digits derived from the session's token, for the hidden field of forms."""
    return hashlib.sha256(b"form " + token.encode()).hexdigest()[:32]


def cookies_of(scope: Scope) -> list[tuple[str, str]]:
    """Names and values as they were sent, pair by pair. What another program on this host has set there, however odd,
    hides none of ours.
    """
    found = []
    for header, raw in scope["headers"]:
        if header == b"cookie":
            for pair in raw.decode("latin-1").split(";"):
                name, mark, value = pair.partition("=")
                if mark:
                    found.append((name.strip(), value.strip().strip('"')))
    return found


own_names = {plain_cookie, secure_cookie, earlier_cookie, "theme", "language", "shape"}
own_value = re.compile(r"[A-Za-z0-9_-]{1,64}")


def keep_own_cookies(scope: Scope) -> None:
    """Leaves none but our own pairs in the request, and of those none with a value we never give. What reads cookies
    by the standard library takes a quoted value apart in a time that grows with its square, and every route reads them.
    """
    if all(name != b"cookie" for name, _ in scope["headers"]):
        return
    pairs = [(n, v) for n, v in cookies_of(scope) if n in own_names and own_value.fullmatch(v)]
    kept = "; ".join(f"{name}={value}" for name, value in pairs).encode("ascii")
    others = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    scope["headers"] = [*others, (b"cookie", kept)]  # even if nothing is left: a browser has sent some


def tokens_in(scope: Scope, *, secure: bool) -> list[str]:
    """Every token that could be ours, the likeliest first. An encrypted page takes one from before it was, too: the
    operator may have told us only later that it is (`BASE_URL`).
    """
    pairs = [(name, value) for name, value in cookies_of(scope) if token_form.fullmatch(value)]
    names = (secure_cookie, plain_cookie) if secure else (plain_cookie,)
    found = [value for wanted in names for name, value in pairs if name == wanted]
    return list(dict.fromkeys(found))[:most_tokens]


def bearer_of(scope: Scope) -> str | None:
    """The token of an `Authorization` header; "" for one that cannot be ours, None without that header."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            fits = scheme.lower() == "bearer" and token_form.fullmatch(token.strip())
            return token.strip() if fits else ""
    return None


@dataclass(slots=True)
class RequestTokens:
    """What a request brought to say who it is, and what it becomes. `token`: the session's, as far as it is known by
    now; a new one if none came. `tokens`: all that came and could be ours. `bearer`: a program's, by its header.
    `fresh`: nothing came. `earlier`: form tokens of the session before. `renewed`: the token that the browser gets with
    the answer; `replaced`: the one it had.
    """

    token: str
    tokens: list[str]
    bearer: bool
    fresh: bool
    earlier: list[str]
    renewed: str | None = None
    replaced: str | None = None

    def __repr__(self) -> str:
        return "RequestTokens()"


tokens_key = "yeti.tokens"
"""Where the scope holds them: a scope is the one thing that ASGI hands from a middleware to the application."""


def tokens_of(connection: HTTPConnection) -> RequestTokens:
    found: RequestTokens = connection.scope[tokens_key]
    return found


class SessionCookie:
    """Pure ASGI: puts the token into the scope, and a cookie on the first answer of a page.

    A token that is there is never replaced, but by `renew`. A client of the API brings its token itself; then no
    cookie counts, and none is ever given to it. What was brought stands in the scope as `RequestTokens`.
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
        tokens = tokens_in(scope, secure=secure) if bearer is None else [bearer] if bearer else []
        brought = scope[tokens_key] = RequestTokens(
            token=tokens[0] if tokens else secrets.token_urlsafe(32),
            tokens=tokens,
            bearer=bearer is not None,
            fresh=not tokens,
            earlier=[value for name, value in cookies_of(scope) if name == earlier_cookie][:1],
        )
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        # One from before this server was known to be encrypted moves to the name that no other host can set.
        moves = secure and bool(tokens) and secure_cookie not in dict(cookies_of(scope))
        gives = (moves or not tokens) and not scope["path"].startswith(without_cookie)
        flags = f"HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                renewed = brought.renewed
                if gives or renewed:
                    value = renewed or brought.token
                    headers.append("set-cookie", f"{cookie}={value}; Path=/; Max-Age={a_year}; {flags}")
                if moves and gives:
                    headers.append("set-cookie", f"{plain_cookie}=; Path=/; Max-Age=0; {flags}")
                if brought.replaced is not None:
                    before = form_token(brought.replaced)
                    headers.append(
                        "set-cookie", f"{earlier_cookie}={before}; Path=/; Max-Age={a_day}; {flags}"
                    )
            await send(message)

        await self.app(scope, receive, with_cookie)


def renew(connection: HTTPConnection, token: str | None = None) -> str:
    """A new token for this browser, given with the answer; from here on it is the request's. Whenever a browser becomes
    somebody it gets one, so that a token which somebody else has put there is nobody's. Forms that are open in
    another tab keep working for a day.
    """
    brought, fresh = tokens_of(connection), token or secrets.token_urlsafe(32)
    if brought.replaced is None:
        brought.replaced = brought.token
    brought.token = brought.renewed = fresh
    brought.tokens = [fresh]
    return fresh


def stranger(connection: HTTPConnection, token: str = "") -> RequestUser:
    """Somebody not looked up: what the browser itself tells, language and theme."""
    theme = connection.cookies.get("theme")
    language = language_for(connection.cookies.get("language"), connection.headers.get("accept-language", ""))
    return RequestUser(token, None, language, theme if theme in ("light", "dark") else None)


async def visitor_of(connection: HTTPConnection) -> RequestUser:
    """The visitor behind a request or a socket: of several tokens the first that is known."""
    return await _visitor(connection, connection.app.state.services.guests.player_of)


async def player_acting(connection: HTTPConnection) -> RequestUser:
    """The same for an action of a game: who a session belonged to a few seconds ago will do."""
    return await _visitor(connection, connection.app.state.services.guests.recent_player_of)


async def _visitor(
    connection: HTTPConnection, player_of: Callable[[str], Awaitable[Person | None]]
) -> RequestUser:
    brought = tokens_of(connection)
    for token in brought.tokens:
        player = await player_of(hashlib.sha256(token.encode()).hexdigest())
        if player is not None:
            brought.token, brought.tokens = token, [token]
            return replace(stranger(connection, token), player=player)
    return stranger(connection, brought.token)
