"""All of the API as one router: calls, socket, and the documents about them."""

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, JSONResponse

from app.games.kernel.contract import Json
from app.web.api import (
    documents,
    page,
    routes_commands,
    routes_guests,
    routes_replays,
    routes_socket,
    routes_tables,
    socket_document,
)
from app.web.api.wire import Wire
from app.web.house import house_of
from app.web.visitor import Visitor, visitor_of

calls = APIRouter(prefix=documents.root)
for part in (routes_guests, routes_tables, routes_commands, routes_replays, routes_socket):
    calls.include_router(part.router)

router = APIRouter()
router.include_router(calls)


Wires = tuple[tuple[str, Wire], ...]


@cache
def openapi_of(wires: Wires) -> Json:
    """The OpenAPI document of these games, made once."""
    return documents.openapi(calls, dict(wires))


@cache
def asyncapi_of(wires: Wires) -> Json:
    """The AsyncAPI document of these games, made once."""
    return socket_document.asyncapi(openapi_of(wires))


def wires_of(request: Request) -> Wires:
    return tuple(house_of(request).wires.items())


@router.get("/api", include_in_schema=False)
async def show(request: Request, visitor: Annotated[Visitor, Depends(visitor_of)]) -> HTMLResponse:
    wires = wires_of(request)
    base = house_of(request).settings.base_url or str(request.base_url).rstrip("/")
    return HTMLResponse(page.page(openapi_of(wires), asyncapi_of(wires), base, visitor))


@router.get("/api/openapi.json", include_in_schema=False)
async def openapi(request: Request) -> JSONResponse:
    return JSONResponse(openapi_of(wires_of(request)))


@router.get("/api/asyncapi.json", include_in_schema=False)
async def asyncapi(request: Request) -> JSONResponse:
    return JSONResponse(asyncapi_of(wires_of(request)))
