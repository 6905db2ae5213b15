"""Home, the theme switch, and the ways to a table: play alone, open one, join with a code."""

import re

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from app.tables.errors import Unfit
from app.web.front.game import GameFront
from app.web.handlers.visitors import Guest, named, see
from app.web.http.command_context import Context
from app.web.http.forms import Posted, posted
from app.web.http.request_user import RequestUser, a_year
from app.web.pages import game_list, home
from app.web.people_services import may_open, open_to_all
from app.web.services import Services, services_of
from app.web.templating import languages

router = APIRouter(default_response_class=HTMLResponse)


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
    listed = await services.tables.listed() if services.settings.listing else None
    known = visitor.player is not None
    return home.page(
        visitor, front, services.fronts, visitor.name, mine, here=here, known=known, listed=listed
    )


def wanted_game(services: Services, form: Posted) -> str:
    """The game a form names, the first one if it names none. Raises Unfit(no_such_game)."""
    game = form.text("game") or services.first_game
    if game not in services.games:
        raise Unfit("no_such_game")
    return game


@router.post("/solo")
async def play_alone(request: Request, context: Context, visitor: Guest) -> Response:
    context.control = "name"
    form = await posted(request, visitor)
    services = services_of(request)
    game = wanted_game(services, form)
    player = await named(request, visitor, form)
    await may_open(request, player.id)
    table = await services.tables.open(player.id, game, solo=True)
    return see(request, f"/t/{table.code}")


@router.post("/tables")
async def open_table(request: Request, context: Context, visitor: Guest) -> Response:
    context.control = "name"
    form = await posted(request, visitor)
    services = services_of(request)
    game = wanted_game(services, form)
    player = await named(request, visitor, form)
    await may_open(request, player.id)
    table = await services.tables.open(player.id, game)
    return see(request, f"/t/{table.code}")


@router.post("/join")
async def join_by_code(request: Request, context: Context, visitor: Guest) -> Response:
    """Leads to the table, where a seat can be taken. A name that was entered is kept, whatever the code is."""
    context.control = "code"
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
