"""Home, the theme switch, and the ways to a table: race the yeti, open one, join with a code."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.players.names import pleasant_name
from app.web.forms import Posted, posted
from app.web.house import house_of
from app.web.pages import home, rules
from app.web.people import may_open, welcome
from app.web.templating import gettext_of, languages
from app.web.visitor import Person, Visitor, a_year, visitor_of

router = APIRouter(default_response_class=HTMLResponse)

Guest = Annotated[Visitor, Depends(visitor_of)]


def see(request: Request, address: str) -> Response:
    """Sends the page on after a POST: htmx is told to navigate, a plain form is redirected."""
    if "hx-request" in request.headers:
        return Response(status_code=200, headers={"HX-Redirect": address})
    return RedirectResponse(address, 303)


async def named(request: Request, visitor: Visitor, form: Posted) -> Person:
    """The person behind the form, known by the name it gives; a new one at the first name. Raises Refusal name_*."""
    name = form.text("name")
    if visitor.player is None:
        return await welcome(request, visitor.token, name)
    if name and name != visitor.player.name:
        return await house_of(request).guests.rename(visitor.player.id, name)
    return visitor.player


@router.get("/")
async def show_home(request: Request, visitor: Guest) -> str:
    house = house_of(request)
    mine = await house.tables.tables_of(visitor.player_id) if visitor.player_id else []
    offer = visitor.player.name if visitor.player else pleasant_name(gettext_of(visitor.language))
    listed = await house.tables.listed() if house.settings.listing else None
    return home.page(visitor, offer, mine, known=visitor.player is not None, listed=listed)


@router.post("/solo")
async def race_the_yeti(request: Request, visitor: Guest) -> Response:
    request.state.control = "name"
    form = await posted(request, visitor)
    house = house_of(request)
    player = await named(request, visitor, form)
    await may_open(request, player.id)
    table = await house.tables.open(player.id, "avalanche", solo=True)
    return see(request, f"/t/{table.code}")


@router.post("/tables")
async def open_table(request: Request, visitor: Guest) -> Response:
    request.state.control = "name"
    form = await posted(request, visitor)
    house = house_of(request)
    player = await named(request, visitor, form)
    await may_open(request, player.id)
    table = await house.tables.open(player.id, "avalanche")
    return see(request, f"/t/{table.code}")


@router.post("/join")
async def join_by_code(request: Request, visitor: Guest) -> Response:
    """Leads to the table, where a seat can be taken. A name that was entered is kept, whatever the code is."""
    request.state.control = "code"
    form = await posted(request, visitor)
    house = house_of(request)
    if form.text("name"):
        await named(request, visitor, form)
    snapshot = await house.tables.find(form.text("code"))
    return see(request, f"/t/{snapshot.table.code}")


@router.post("/theme")
async def switch_theme(request: Request, visitor: Guest) -> Response:
    form = await posted(request, visitor)
    return kept(request, form, "theme", "dark" if form.text("theme") == "dark" else "light")


@router.post("/language")
async def switch_language(request: Request, visitor: Guest) -> Response:
    form = await posted(request, visitor)
    wanted = form.text("language")
    return kept(request, form, "language", wanted if wanted in languages else visitor.language)


def kept(request: Request, form: Posted, cookie: str, value: str) -> Response:
    """Remembers a taste for a year and goes back to the page it was told on."""
    back = form.text("back", "/")
    answer = see(request, back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
    answer.set_cookie(cookie, value, max_age=a_year, samesite="lax")
    return answer


@router.get("/rules")
async def show_rules(visitor: Guest) -> str:
    return rules.page(visitor)
