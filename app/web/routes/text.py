"""The text view of a table. Its forms are answered by the same routes as the table's controls."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from app.web.handlers.table_pages import before_the_game
from app.web.handlers.visitors import Guest
from app.web.live import text_view
from app.web.services import services_of

router = APIRouter()


@router.get("/t/{code}/text")
async def show(request: Request, code: str, visitor: Guest) -> Response:
    """The race in words and plain forms; before the start the lobby, which leads back here."""
    snapshot = await services_of(request).tables.find(code)
    if code != snapshot.table.code:
        return Response(status_code=303, headers={"Location": f"/t/{snapshot.table.code}/text"})
    return await before_the_game(request, snapshot, visitor) or HTMLResponse(
        await text_view.page(request, snapshot, visitor)
    )
