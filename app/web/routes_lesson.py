"""The first lesson: `/lesson/1` to the last chapter. Nothing is stored: a request brings the choices made so far."""

from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from app.games.kernel.contract import GameError
from app.players.names import pleasant_name
from app.web.avalanche import lesson as school
from app.web.avalanche.screen import screen
from app.web.avalanche.words import voice_of
from app.web.forms import posted
from app.web.pages.frame import region
from app.web.routes_home import Guest
from app.web.shape import Shape, shape_of
from app.web.templating import environment, gettext_of
from app.web.visitor import Visitor

router = APIRouter(prefix="/lesson")


def chapter(number: int, so_far: list[Any], visitor: Visitor) -> school.Lesson:
    try:
        return school.play(number, so_far, visitor.player.name if visitor.player else "")
    except LookupError:
        raise HTTPException(404) from None


def regions_of(lesson: school.Lesson, visitor: Visitor) -> dict[str, str]:
    """The screen's regions and the guide's; when the round is over, `#act` leads on."""
    found = school.regions(lesson, visitor.language)
    coach = school.coach(lesson, voice_of(visitor.language))
    found["coach"] = region("avalanche/_coach.html", coach, visitor.language)
    found["progress"] = region("avalanche/_progress.html", coach, visitor.language)
    if lesson.ended:
        found["act"] = region("avalanche/_lesson_act.html", coach, visitor.language)
    return found


def own_name(visitor: Visitor) -> str:
    return visitor.player.name if visitor.player else pleasant_name(gettext_of(visitor.language))


def page(lesson: school.Lesson, visitor: Visitor, shape: Shape, refusal: str = "") -> str:
    context = screen.page(lesson.table, lesson.view, lesson.story, frozenset((0, 1, 2)), visitor.language)
    regions = {name: Markup(html) for name, html in regions_of(lesson, visitor).items()}  # noqa: S704 - by our templates
    return (
        environment(visitor.language)
        .get_template("avalanche/lesson.html")
        .render(
            **context
            | {
                "regions": regions,
                "number": lesson.number,
                "refusal": refusal,
                "own_name": own_name(visitor),
            },
            theme=visitor.theme,
            csrf=visitor.csrf,
            here=f"/lesson/{lesson.number}",
            place="lesson",
            shape=shape,
            is_host=False,
        )
    )


@router.get("")
async def begin() -> Response:
    return RedirectResponse("/lesson/1", 303)


@router.get("/{number}")
async def show(request: Request, number: int, visitor: Guest) -> HTMLResponse:
    return HTMLResponse(page(chapter(number, [], visitor), visitor, shape_of(request)))


@router.post("/{number}")
async def choose(request: Request, number: int, visitor: Guest) -> Response:
    """One choice more. A script gets the same message a table's socket brings; a plain form the page."""
    request.state.control = "act"
    form = await posted(request, visitor)
    so_far = school.read_so_far(form.text("so_far"))
    before = chapter(number, so_far, visitor)
    asks_json = "application/json" in request.headers.get("accept", "")
    try:
        action = screen.parse_action(form.fields)
        lesson = chapter(number, [*so_far, action], visitor)
    except GameError as error:
        if asks_json:
            raise
        text = screen.refusal(error.reason, error.params, before.table, visitor.language)
        return HTMLResponse(page(before, visitor, shape_of(request), text or ""), 400)
    if not asks_json:
        return HTMLResponse(page(lesson, visitor, shape_of(request)))
    message = {
        "table": lesson.table.id,
        "version": lesson.table.version,
        "chat_version": 0,
        "presence_version": 0,
        "place": "lesson",
        "regions": [{"id": name, "html": html} for name, html in regions_of(lesson, visitor).items()],
        "events": school.beats(lesson, before.table.version, visitor.language),
    }
    return Response(msgspec.json.encode(message), media_type="application/json")
