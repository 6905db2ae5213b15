"""A game's first lesson: `/lesson/<game>/1` to the last chapter. Nothing is stored: a request brings the choices made
so far.
"""

import json
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from app.games.kernel.contract import GameError, MalformedAction
from app.web.front.pages import LessonFront
from app.web.handlers.visitors import Guest
from app.web.http.command_context import Context
from app.web.http.forms import posted
from app.web.http.request_user import RequestUser
from app.web.http.shape import shape_of
from app.web.services import services_of

router = APIRouter(prefix="/lesson")


def lesson_of(request: Request, game: str) -> LessonFront:
    """404 for a game there is not, and for one without a lesson."""
    front = services_of(request).fronts.get(game)
    if front is None or front.lesson is None:
        raise HTTPException(404)
    return front.lesson


def at(school: LessonFront, number: int, so_far: list[Any], visitor: RequestUser) -> Any:
    """The chapter as played so far; 404 for one there is not."""
    try:
        return school.at(number, so_far, visitor.player.name if visitor.player else "")
    except LookupError:
        raise HTTPException(404) from None


def read_so_far(text: str) -> list[Any]:
    """The choices made so far, as the form carries them. Raises MalformedAction."""
    try:
        found = json.loads(text or "[]")
    except (ValueError, RecursionError):
        raise MalformedAction("bad_form") from None
    if not isinstance(found, list):
        raise MalformedAction("bad_form")
    return found


def page(
    request: Request,
    school: LessonFront,
    lesson: Any,
    visitor: RequestUser,
    *,
    refusal: str = "",
    status: int = 200,
) -> HTMLResponse:
    html = school.page(lesson, visitor, name=visitor.name, shape=shape_of(request), refusal=refusal)
    return HTMLResponse(html, status)


def first_lesson(request: Request) -> str:
    """The game whose lesson comes first."""
    found = next(
        (key for key, front in services_of(request).fronts.items() if front.lesson is not None), None
    )
    if found is None:
        raise HTTPException(404)
    return found


@router.get("")
async def begin(request: Request) -> Response:
    return RedirectResponse(f"/lesson/{first_lesson(request)}/1", 303)


@router.get("/{number}")
async def moved(request: Request, number: int) -> Response:
    """The address lessons had when there was one game."""
    return RedirectResponse(f"/lesson/{first_lesson(request)}/{number}", 308)


@router.get("/{game}/{number}")
async def show(request: Request, game: str, number: int, visitor: Guest) -> HTMLResponse:
    school = lesson_of(request, game)
    return page(request, school, at(school, number, [], visitor), visitor)


@router.post("/{game}/{number}")
async def choose(request: Request, context: Context, game: str, number: int, visitor: Guest) -> Response:
    """One choice more. A script gets the same message a table's socket brings; a plain form the page."""
    context.control = "act"
    school = lesson_of(request, game)
    form = await posted(request, visitor)
    so_far = read_so_far(form.text("so_far"))
    before = at(school, number, so_far, visitor)
    asks_json = "application/json" in request.headers.get("accept", "")
    try:
        lesson = at(school, number, [*so_far, school.action(form.fields)], visitor)
    except GameError as error:
        if asks_json:
            raise
        text = school.refusal(error, before, visitor.language)
        return page(request, school, before, visitor, refusal=text, status=400)
    if not asks_json:
        return page(request, school, lesson, visitor)
    message = school.message(lesson, before, visitor.language)
    return Response(msgspec.json.encode(message), media_type="application/json")
