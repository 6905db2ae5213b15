"""All of the API as one router: calls, socket, and the documents about them."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, JSONResponse

from app.games.kernel.contract import Json
from app.web.api import (
    documents,
    routes_commands,
    routes_guests,
    routes_replays,
    routes_socket,
    routes_tables,
    socket_document,
)
from app.web.frame import whole
from app.web.front.api import ApiFront
from app.web.http.request_user import RequestUser, visitor_of
from app.web.services import services_of
from app.web.templating import gettext_of

calls = APIRouter(prefix=documents.root)
for part in (routes_guests, routes_tables, routes_commands, routes_replays, routes_socket):
    calls.include_router(part.router)

router = APIRouter()
router.include_router(calls)


@dataclass(frozen=True, slots=True)
class ApiStart:
    """`base`: the public address of this server."""

    base: str


@dataclass(frozen=True, slots=True)
class ApiReference:
    """The viewer reads everything from the document."""


ApiFronts = tuple[tuple[str, ApiFront], ...]


@cache
def openapi_of(fronts: ApiFronts) -> Json:
    """The OpenAPI document of these games, made once."""
    return documents.openapi(calls, dict(fronts))


@cache
def asyncapi_of(fronts: ApiFronts) -> Json:
    """The AsyncAPI document of these games, made once."""
    return socket_document.asyncapi(openapi_of(fronts))


def api_fronts(request: Request) -> ApiFronts:
    return tuple((key, front.api) for key, front in services_of(request).fronts.items())


@router.get("/api", include_in_schema=False)
async def show(request: Request, visitor: Annotated[RequestUser, Depends(visitor_of)]) -> HTMLResponse:
    """The page for people: how to begin."""
    base = services_of(request).settings.base_url or str(request.base_url).rstrip("/")
    title = gettext_of(visitor.language)("For programs")
    return HTMLResponse(whole("api.html", title, "/api", ApiStart(base), visitor))


@router.get("/api/reference", include_in_schema=False)
async def reference(visitor: Annotated[RequestUser, Depends(visitor_of)]) -> HTMLResponse:
    """The OpenAPI document, drawn by a vendored viewer."""
    title = gettext_of(visitor.language)("All calls")
    return HTMLResponse(whole("api_reference.html", title, "/api/reference", ApiReference(), visitor))


@router.get("/api/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> JSONResponse:
    return JSONResponse(openapi_of(api_fronts(request)))


@router.get("/api/asyncapi.json", include_in_schema=False)
async def asyncapi(request: Request) -> JSONResponse:
    return JSONResponse(asyncapi_of(api_fronts(request)))
