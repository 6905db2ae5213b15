"""What every answer carries and every POST must pass: security headers and the origin check; the access log.

Pure ASGI, one layer: middleware built on BaseHTTPMiddleware costs two thirds of the throughput.
"""

import time
from collections.abc import Callable, Iterable

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.http.origins import known_host, own_page
from app.web.http.request_user import keep_own_cookies

log = structlog.get_logger("web")

policy = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def brings_token(scope: Scope) -> bool:
    """Whether a request to the API says by itself who asks, so that no cookie counts."""
    return scope["path"].startswith("/api/") and "authorization" in Headers(scope=scope)


from_mail_programs = "/notices/stop"
"""Posted to by whatever somebody reads mail with, from anywhere; the token in its query is all that counts there."""


def same_origin(headers: Headers, base_url: str | None, scheme: str = "http") -> bool:
    """Whether a request that changes something comes from our own pages.

    `Origin` must be this server's (`origins.py`); without one a browser must say `Sec-Fetch-Site: same-origin`. A
    client that is no browser sends neither and has no cookie to abuse, so a request without both and without a cookie
    passes. `scheme`: how we are asked.

    A request to the API that brings a token of its own is judged by that alone (`visitor.py`): its cookie does not
    count, and no other site knows the token.
    """
    origin = headers.get("origin")
    if origin is not None:
        return own_page(origin, headers.get("host", ""), scheme, base_url)
    return headers.get("sec-fetch-site") == "same-origin" or "cookie" not in headers


route_words: set[str] = {"t", "r", "api", "v1", "tables", "actions", "socket", "static", "m", "rules"}
"""Words of our own addresses. Whatever else stands in a path may be a table's code, however oddly it was written."""


def learn_words(paths: Iterable[str]) -> None:
    """Takes the words of these routes' paths as our own."""
    route_words.update(part for path in paths for part in path.split("/") if part and "{" not in part)


def shown_path(path: str) -> str:
    """The path as it may stand in a log: of a table's code, which is a secret, nothing is left."""
    return "/".join(
        part if part in route_words or (part.isdecimal() and len(part) < 5) or not part else "CODE"
        for part in path[:500].split("/")
    )


a_year_s = 31_536_000


class RequestGuard:
    """`refuse` words the answer to what is turned away, by status. `body_limit`: bytes, whether a body says its size
    or not. `base_url`: where this server is reached, if the operator has said so; scheme and host come from it alone
    then.
    """

    def __init__(
        self,
        app: ASGIApp,
        refuse: Callable[[HTTPConnection, int], Response],
        body_limit: int,
        base_url: str | None = None,
    ) -> None:
        self.app = app
        self.refuse = refuse
        self.body_limit = body_limit
        self.base_url = base_url
        self.proxy_seen = False
        self.encrypted = base_url is not None and base_url.startswith("https:")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        self._see_proxy(scope)
        keep_own_cookies(scope)
        if self.base_url is not None:
            scope["scheme"] = scheme_of(scope["type"], encrypted=self.encrypted)
        if scope["type"] == "websocket":
            if known_host(Headers(scope=scope).get("host", ""), self.base_url):
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        await self._answer(scope, receive, send)

    def _see_proxy(self, scope: Scope) -> None:
        """Says once that somebody's word about where requests come from is not taken: most likely our own proxy."""
        client, forwarded = scope.get("client"), Headers(scope=scope).get("x-forwarded-for", "")
        if self.proxy_seen or not forwarded or client is None or client[0] in forwarded:
            return
        self.proxy_seen = True
        log.warning(
            "a proxy that is not trusted",
            proxy=client[0],
            hint=f"everybody behind it counts as one address: put {client[0]} or its network into TRUSTED_PROXIES, and "
            "set BASE_URL to the public address",
        )

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        path, method, status, read = scope["path"], scope["method"], 500, 0
        noted = scope.setdefault("state", {})

        async def with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                set_headers(MutableHeaders(scope=message), path, encrypted=scope["scheme"] == "https")
            elif method == "HEAD":
                message = {**message, "body": b""}
            await send(message)

        async def bounded() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self.body_limit:
                raise HTTPException(413)
            return message

        refused = self._refused(scope, Headers(scope=scope))
        if method == "HEAD":  # answered as GET is, without the body
            scope = {**scope, "method": "GET"}
        await (refused or self.app)(scope, bounded, with_headers)
        if not path.startswith(("/static/", "/-/")):
            log.info(
                "request",
                method=method,
                path=shown_path(path),
                status=status,
                ms=round((time.perf_counter() - started) * 1000, 1),
                **({"reason": noted["refused"]} if "refused" in noted else {}),
            )

    def _refused(self, scope: Scope, headers: Headers) -> Response | None:
        """The answer to what is not even looked at."""
        path, host = scope["path"], headers.get("host", "")
        if not path.startswith("/-/") and not known_host(host, self.base_url):
            log.warning(
                "a request for another host",
                hint=f"{host[:100]!r} is not the host of BASE_URL; a proxy must pass on the Host it was asked for",
            )
            return self.refuse(HTTPConnection(scope), 421)
        changes = scope["method"] not in ("GET", "HEAD", "OPTIONS") and not brings_token(scope)
        if (
            changes
            and path != from_mail_programs
            and not same_origin(headers, self.base_url, scope["scheme"])
        ):
            log.warning(
                "a form of another origin", path=shown_path(path), hint=why_foreign(headers, self.base_url)
            )
            return self.refuse(HTTPConnection(scope), 403)
        size = headers.get("content-length", "")
        return (
            self.refuse(HTTPConnection(scope), 413)
            if size.isdecimal() and int(size) > self.body_limit
            else None
        )


def scheme_of(kind: str, *, encrypted: bool) -> str:
    return {"http": "http", "websocket": "ws"}[kind] + ("s" if encrypted else "")


def why_foreign(headers: Headers, base_url: str | None) -> str:
    """For an operator whose own pages are refused: which setting is to be looked at."""
    origin = headers.get("origin", "none")[:100]
    if base_url is not None:
        return (
            f"Origin is {origin!r}, BASE_URL is {base_url!r}: they must be the same for pages of this server"
        )
    return (
        f"Origin is {origin!r}, Host is {headers.get('host', '')[:100]!r}: behind a proxy set BASE_URL to the public "
        "address, and TRUSTED_PROXIES to the address the proxy comes from"
    )


def set_headers(headers: MutableHeaders, path: str, *, encrypted: bool) -> None:
    """What every answer carries."""
    headers["x-content-type-options"] = "nosniff"
    if encrypted:
        headers["strict-transport-security"] = f"max-age={a_year_s}"
    headers.setdefault("cache-control", "no-store")
    if path.startswith(("/static/", "/m/")):
        return  # files never run as a page: the rest would only be weight
    headers.setdefault("content-security-policy", policy)
    headers["referrer-policy"] = "same-origin"
    headers["cross-origin-opener-policy"] = "same-origin"
    headers["permissions-policy"] = "camera=(), microphone=(), geolocation=()"
    if path.startswith(("/t/", "/r/", "/api/v1/")):
        headers["x-robots-tag"] = "noindex"
