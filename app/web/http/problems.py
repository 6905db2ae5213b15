"""A refusal as a machine reads it: `application/problem+json` (RFC 9457), the one form for every client of the API.

`code` is for programs and never changes its meaning, `detail` is a sentence in the reader's language, `params` are
the values that stand in it.
"""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse

from app.players.errors import Refusal

media_type = "application/problem+json"

api_root = "/api/"
"""Below this address every answer is JSON, whatever a browser says it would rather have."""


class NoReplay(HTTPException):
    """No game to be watched: none there, not over, or no such step. One answer for all, so it says nothing."""

    def __init__(self) -> None:
        super().__init__(404)


class NoToken(Refusal):
    """Nobody in particular asks for what only a person may do: no_token, unknown_token."""


def speaks_api(connection: HTTPConnection) -> bool:
    """Whether this is a request to the API."""
    path: str = connection.scope["path"]
    return path.startswith(api_root)


def wants_page(connection: HTTPConnection) -> bool:
    """Whether the answer is read by a person: a page of ours was asked for, by a browser."""
    return "text/html" in connection.headers.get("accept", "") and not speaks_api(connection)


def problem(
    status: int,
    code: str,
    sentence: str,
    params: Mapping[str, Any] | None = None,
    *,
    headers: Mapping[str, str] | None = None,
    errors: Sequence[Mapping[str, str]] | None = None,
) -> JSONResponse:
    """`errors`: where a body or an address is not of the documented form, as {pointer, detail}."""
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": sentence,
        "code": code,
        "params": dict(params or {}),
    }
    if errors is not None:
        body["errors"] = [dict(error) for error in errors]
    return JSONResponse(body, status, dict(headers or {}), media_type)
