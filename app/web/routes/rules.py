"""How the games are played, and the rulings."""

from collections.abc import Mapping

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from app.web.front.game import GameFront
from app.web.front.pages import RulesFront
from app.web.handlers.visitors import Guest
from app.web.pages import rules
from app.web.services import services_of

router = APIRouter(prefix="/rules")


def with_rules(request: Request) -> Mapping[str, GameFront]:
    return {key: front for key, front in services_of(request).fronts.items() if front.rules is not None}


def rules_of(request: Request, game: str) -> RulesFront:
    """404 for a game there is not, and for one without such pages."""
    front = services_of(request).fronts.get(game)
    if front is None or front.rules is None:
        raise HTTPException(404)
    return front.rules


@router.get("")
async def show(request: Request, visitor: Guest) -> HTMLResponse:
    """The rules of the only game; a choice where there are several."""
    known = with_rules(request)
    only = next(iter(known.values())).rules if len(known) == 1 else None
    return HTMLResponse(rules.page(visitor, known) if only is None else only.page(visitor))


@router.get("/rulings")
async def moved(request: Request) -> Response:
    """The address rulings had when there was one game."""
    first = next(iter(with_rules(request)), None)
    if first is None:
        raise HTTPException(404)
    return RedirectResponse(f"/rules/{first}/rulings", 308)


@router.get("/{game}")
async def show_game(request: Request, game: str, visitor: Guest) -> HTMLResponse:
    return HTMLResponse(rules_of(request, game).page(visitor))


@router.get("/{game}/rulings")
async def show_rulings(request: Request, game: str, visitor: Guest) -> HTMLResponse:
    return HTMLResponse(rules_of(request, game).rulings(visitor))
