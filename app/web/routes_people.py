"""What a host settles beside seats and options, and what people at a table settle about one another.

As in `routes_lobby`: every change is a POST, the news comes by the socket, a form without script gets the page.
"""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.web.routes_home import Guest
from app.web.routes_lobby import begin, done, who

router = APIRouter(prefix="/t/{code}")


@router.post("/clock")
async def clock(request: Request, code: str, visitor: Guest) -> Response:
    """`seconds`: 0, 30, 60, 120, 86400 or 259200."""
    house, form, table = await begin(request, visitor, code, "options")
    seconds = form.number("seconds")
    return done(request, await house.tables.hosting.set_clock(table.code, who(visitor), seconds))


@router.post("/pause")
async def pause(request: Request, code: str, visitor: Guest) -> Response:
    house, _, table = await begin(request, visitor, code, "clock")
    return done(request, await house.tables.hosting.pause(table.code, who(visitor)))


@router.post("/resume")
async def resume(request: Request, code: str, visitor: Guest) -> Response:
    house, _, table = await begin(request, visitor, code, "clock")
    return done(request, await house.tables.hosting.resume(table.code, who(visitor)))
