"""Home, the theme switch, and the ways to a table: play alone, open one, join with a code."""

import re
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from app.players.names import pleasant_name
from app.tables.errors import Unfit
from app.web.front.game import GameFront
from app.web.http.forms import Posted, posted
from app.web.http.request_user import Person, RequestUser, a_year, visitor_of
from app.web.pages import game_list, home
from app.web.people_services import may_open, open_to_all, welcome
from app.web.services import Services, services_of
from app.web.templating import gettext_of, languages

router = APIRouter(default_response_class=HTMLResponse)

Guest = Annotated[RequestUser, Depends(visitor_of)]


def see(request: Request, address: str) -> Response:
    """Sends the page on after a POST: htmx is told to navigate, a plain form is redirected."""
    if "hx-request" in request.headers:
        return Response(status_code=200, headers={"HX-Redirect": address})
    return RedirectResponse(address, 303)


async def named(request: Request, visitor: RequestUser, form: Posted) -> Person:
    """The person behind the form, known by the name it gives; a new one at the first name. Raises Refusal name_*."""
    name = form.text("name")
    if visitor.player is None:
        return await welcome(request, name)
    if name and name != visitor.player.name:
        return await services_of(request).guests.rename(visitor.player.id, name)
    return visitor.player


@router.get("/")
async def show_home(request: Request, visitor: Guest) -> str:
    """The only game's own home; with more of them, a list of all."""
    services = services_of(request)
    if len(services.fronts) == 1:
        return await home_of(request, services.fronts[services.first_game], visitor, "/")
    mine = await services.tables.tables_of(visitor.player_id) if visitor.player_id else []
    return game_list.page(visitor, services.fronts, mine, known=visitor.player is not None)


@router.get("/games/{game}")
async def show_game(request: Request, game: str, visitor: Guest) -> str:
    front = services_of(request).fronts.get(game)
    if front is None:
        raise HTTPException(404)
    return await home_of(request, front, visitor, f"/games/{game}")


async def home_of(request: Request, front: GameFront, visitor: RequestUser, here: str) -> str:
    services = services_of(request)
    mine = await services.tables.tables_of(visitor.player_id) if visitor.player_id else []
    offer = visitor.player.name if visitor.player else pleasant_name(gettext_of(visitor.language))
    listed = await services.tables.listed() if services.settings.listing else None
    known = visitor.player is not None
    return home.page(visitor, front, services.fronts, offer, mine, here=here, known=known, listed=listed)


def wanted_game(services: Services, form: Posted) -> str:
    """The game a form names, the first one if it names none. Raises Unfit(no_such_game)."""
    game = form.text("game") or services.first_game
    if game not in services.games:
        raise Unfit("no_such_game")
    return game


@router.post("/solo")
async def play_alone(request: Request, visitor: Guest) -> Response:
    request.state.control = "name"
    form = await posted(request, visitor)
    services = services_of(request)
    game = wanted_game(services, form)
    player = await named(request, visitor, form)
    await may_open(request, player.id)
    table = await services.tables.open(player.id, game, solo=True)
    return see(request, f"/t/{table.code}")


@router.post("/tables")
async def open_table(request: Request, visitor: Guest) -> Response:
    request.state.control = "name"
    form = await posted(request, visitor)
    services = services_of(request)
    game = wanted_game(services, form)
    player = await named(request, visitor, form)
    await may_open(request, player.id)
    table = await services.tables.open(player.id, game)
    return see(request, f"/t/{table.code}")


@router.post("/join")
async def join_by_code(request: Request, visitor: Guest) -> Response:
    """Leads to the table, where a seat can be taken. A name that was entered is kept, whatever the code is."""
    request.state.control = "code"
    form = await posted(request, visitor)
    services = services_of(request)
    if form.text("name") and (visitor.player or await open_to_all(request)):
        await named(request, visitor, form)
    snapshot = await services.tables.find(form.text("code"))
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


own_path = re.compile(r"/(?![/\\])[!-~]{0,500}")
"""An address on this server: printable ASCII, as browsers write it. No second slash, which would name another host."""


def kept(request: Request, form: Posted, cookie: str, value: str) -> Response:
    """Remembers a taste for a year and goes back to the page it was told on."""
    back = form.text("back", "/")
    answer = see(request, back if own_path.fullmatch(back) else "/")
    answer.set_cookie(cookie, value, max_age=a_year, samesite="lax")
    return answer
