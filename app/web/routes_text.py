"""The text view of a table, and the rulings. Its forms are answered by the same routes as the table's controls."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from app.web import reading
from app.web.avalanche import rulings
from app.web.house import house_of
from app.web.routes_home import Guest
from app.web.routes_table import before_the_race

router = APIRouter()


@router.get("/t/{code}/text")
async def show(request: Request, code: str, visitor: Guest) -> Response:
    """The race in words and plain forms; before the start the lobby, which leads back here."""
    snapshot = await house_of(request).tables.find(code)
    if code != snapshot.table.code:
        return Response(status_code=303, headers={"Location": f"/t/{snapshot.table.code}/text"})
    return await before_the_race(request, snapshot, visitor) or HTMLResponse(
        await reading.page(request, snapshot, visitor)
    )


@router.get("/rules/rulings")
async def show_rulings(visitor: Guest) -> HTMLResponse:
    return HTMLResponse(rulings.page(visitor))
