"""Chat and reactions at a table. The socket's messages carry a `chat_version`; when it rises, the page asks for the
lines after the last one it has.
"""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from app.tables.errors import NotSeated
from app.web.house import house_of
from app.web.people import address_of, people_of
from app.web.routes_home import Guest, see
from app.web.routes_lobby import begin, who

router = APIRouter(prefix="/t/{code}")


@router.post("/chat")
async def say(request: Request, code: str, visitor: Guest) -> Response:
    """`text`: 500 characters at most. 204 with `Yeti-Chat-Version`; without script the table's page."""
    _, form, table = await begin(request, visitor, code, "chat")
    version = await people_of(request).talk.say(
        table.code, who(visitor), form.text("text"), address=address_of(request)
    )
    return said(request, table.code, version)


@router.post("/react")
async def react(request: Request, code: str, visitor: Guest) -> Response:
    """`reaction`: wave, cheer, laugh, gasp, ouch or snowball."""
    _, form, table = await begin(request, visitor, code, "chat")
    version = await people_of(request).talk.react(
        table.code, who(visitor), form.text("reaction"), address=address_of(request)
    )
    return said(request, table.code, version)


@router.get("/chat")
async def lines(request: Request, code: str, visitor: Guest, after: int = 0) -> Response:
    """JSON: {chat_version, lines: [{id, seat, name, kind, text, at}]}, oldest first, at most 100."""
    tables = house_of(request).tables
    table = (await tables.find(code)).table
    if not await tables.may_hear(table, visitor.player_id):
        raise NotSeated
    found = await people_of(request).talk.lines(table.id, min(max(after, 0), 2**53))
    return JSONResponse(
        {
            "chat_version": table.chat_version,
            "lines": [
                {"id": x.id, "seat": x.seat, "name": x.name, "kind": x.kind, "text": x.text, "at": x.at}
                for x in found
            ],
        }
    )


def said(request: Request, code: str, version: int) -> Response:
    if "hx-request" in request.headers or "text/html" not in request.headers.get("accept", ""):
        return Response(status_code=204, headers={"Yeti-Chat-Version": str(version)})
    return see(request, f"/t/{code}")
