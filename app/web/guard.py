"""What every answer carries and every POST must pass: security headers and the origin check; the access log.

Pure ASGI, one layer: middleware built on BaseHTTPMiddleware costs two thirds of the throughput.
"""

import time
from collections.abc import Callable
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


def same_origin(headers: Headers, allowed: str | None) -> bool:
    """Whether a request that changes something comes from our own pages.

    `Origin` must name this host (or `allowed`, the public address); without one a browser must say
    `Sec-Fetch-Site: same-origin`. A client that is no browser sends neither and has no cookie to abuse, so a
    request without both and without a cookie passes.

    A request to the API that brings a token of its own is judged by that alone (`visitor.py`): its cookie does not
    count, and no other site knows the token.
    """
    origin = headers.get("origin")
    if origin is not None:
        try:
            netloc = urlsplit(origin).netloc
        except ValueError:
            return False
        return netloc == headers.get("host") or (allowed is not None and origin == allowed)
    return headers.get("sec-fetch-site") == "same-origin" or "cookie" not in headers


def shown_path(path: str) -> str:
    """The path as it may stand in a log: a table's code is a secret."""
    parts = path.split("/")
    if len(parts) > 2 and parts[1] in ("t", "r"):
        parts[2] = "CODE"
    if len(parts) > 4 and parts[1] == "api" and parts[3] in ("tables", "replays"):
        parts[4] = "CODE"
    return "/".join(parts)


class Guard:
    """`refuse` words the answer to what is turned away, by status. `body_limit`: bytes, by what a body says."""

    def __init__(
        self,
        app: ASGIApp,
        refuse: Callable[[HTTPConnection, int], Response],
        body_limit: int,
        allowed_origin: str | None = None,
    ) -> None:
        self.app = app
        self.refuse = refuse
        self.body_limit = body_limit
        self.allowed_origin = allowed_origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500
        path: str = scope["path"]

        async def with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["x-content-type-options"] = "nosniff"
                if path.startswith(("/static/", "/m/")):
                    await send(message)  # files never run as a page: the rest would only be weight
                    return
                headers.setdefault("content-security-policy", policy)
                headers["referrer-policy"] = "same-origin"
                headers["cross-origin-opener-policy"] = "same-origin"
                headers["permissions-policy"] = "camera=(), microphone=(), geolocation=()"
                if path.startswith(("/t/", "/r/", "/api/v1/")):
                    headers["x-robots-tag"] = "noindex"
                headers.setdefault("cache-control", "no-store")
            await send(message)

        headers = Headers(scope=scope)
        refused = None
        size = headers.get("content-length", "")
        changes = scope["method"] not in ("GET", "HEAD", "OPTIONS") and not brings_token(scope)
        if changes and path != from_mail_programs and not same_origin(headers, self.allowed_origin):
            refused = self.refuse(HTTPConnection(scope), 403)
        elif size.isdecimal() and int(size) > self.body_limit:
            refused = self.refuse(HTTPConnection(scope), 413)
        await (refused or self.app)(scope, receive, with_headers)
        if not path.startswith(("/static/", "/-/")):
            log.info(
                "request",
                method=scope["method"],
                path=shown_path(path),
                status=status,
                ms=round((time.perf_counter() - started) * 1000, 1),
            )
