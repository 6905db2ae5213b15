"""Chat and reactions at a table. The socket's messages carry a `chat_version`; when it rises, the page asks for the
lines after the last one it has.
"""

from dataclasses import asdict

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from app.tables.errors import NotSeated
from app.tables.model import Table
from app.web.handlers.table_commands import begin
from app.web.handlers.visitors import Guest, player_id_of, see
from app.web.http.command_context import Context
from app.web.http.forms import Posted
from app.web.live import text_view
from app.web.people_services import address_of, people_of
from app.web.services import services_of

router = APIRouter(prefix="/t/{code}")


@router.post("/chat")
async def say(request: Request, context: Context, code: str, visitor: Guest) -> Response:
    """`text`: 500 characters at most. 204 with `Yeti-Chat-Version`; without script the table's page."""
    _, form, table = await begin(request, context, visitor, code, "chat")
    version = await people_of(request).talk.say(
        table.code, player_id_of(visitor), form.text("text"), address=address_of(request)
    )
    return said(request, form, table, version)


@router.post("/react")
async def react(request: Request, context: Context, code: str, visitor: Guest) -> Response:
    """`reaction`: hop, phew, haha, sorry, wow or snowball; `seat`, `figure`: whom a snowball is for."""
    _, form, table = await begin(request, context, visitor, code, "react")
    version = await people_of(request).talk.react(
        table.code,
        player_id_of(visitor),
        form.text("reaction"),
        target=form.number("seat") if form.text("seat") else None,
        figure=form.figure(),
        address=address_of(request),
    )
    return said(request, form, table, version)


@router.get("/chat")
async def lines(request: Request, code: str, visitor: Guest, after: int = 0) -> Response:
    """JSON: {chat_version, lines: [{id, seat, name, kind, text, at, target, figure}]}, oldest first, at most 100. For a
    page that has lines, `there`: the ids of the latest hundred; others it shows have been taken away.
    """
    tables = services_of(request).tables
    table = (await tables.find(code)).table
    if not await tables.may_hear(table, visitor.player_id):
        raise NotSeated
    found = await people_of(request).talk.lines(table.id, min(max(after, 0), 2**53))
    return JSONResponse(
        {
            "chat_version": table.chat_version,
            "lines": [asdict(line) | {"skier": line.figure} for line in found],
        }
        | ({"there": await people_of(request).talk.there(table.id)} if after else {})
    )


def said(request: Request, form: Posted, table: Table, version: int) -> Response:
    if "hx-request" in request.headers or "text/html" not in request.headers.get("accept", ""):
        return Response(status_code=204, headers={"Yeti-Chat-Version": str(version)})
    return see(request, text_view.address(request, form, table, at="chat-heading"))
