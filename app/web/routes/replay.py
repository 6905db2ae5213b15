"""Races that are over, shown again: `/r/<table id>/<round>.<step>`, their words, their proof and their record.

Who has the table's id may look: it is 128 random bits. While a game runs every address here answers as if there were
no such table.
"""

import re

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from app.tables.after.proof import Proof
from app.tables.after.replay import Replay
from app.tables.errors import NoSuchTable, Unfit
from app.web.front.pages import ReplayFront
from app.web.handlers.visitors import Guest
from app.web.http.problems import NoReplay
from app.web.http.shape import shape_of
from app.web.pages import notices, proof
from app.web.services import Services, services_of
from app.web.templating import gettext_of

router = APIRouter(prefix="/r/{table_id}")

id_form = re.compile(r"[0-9a-f]{32}")
place_form = re.compile(r"([0-9]{1,4})(?:\.([0-9]{1,4}))?")


def known(table_id: str) -> str:
    """What cannot be an id is not looked for. Raises NoReplay."""
    if not id_form.fullmatch(table_id):
        raise NoReplay
    return table_id


async def proof_of(services: Services, table_id: str) -> Proof:
    """Raises NoReplay."""
    try:
        return await services.tables.proof(known(table_id))
    except NoSuchTable:
        raise NoReplay from None


async def replay_of(services: Services, table_id: str) -> tuple[Replay, ReplayFront]:
    """Raises NoReplay, Unfit(no_replay)."""
    try:
        replay = await services.tables.replay(known(table_id))
    except NoSuchTable:
        raise NoReplay from None
    screen = services.front(replay.table).replay
    if screen is None:
        raise Unfit("no_replay")
    return replay, screen


@router.get("")
async def show(table_id: str) -> Response:
    """From the beginning. Nothing is said here about whether there is such a race."""
    return RedirectResponse(f"/r/{known(table_id)}/1.0", 303)


@router.get("/words")
async def words(request: Request, table_id: str, visitor: Guest) -> Response:
    replay, screen = await replay_of(services_of(request), table_id)
    return HTMLResponse(screen.words(replay, visitor))


@router.get("/proof")
async def show_proof(request: Request, table_id: str, visitor: Guest) -> Response:
    """Fingerprint, secret and seed as a page."""
    services = services_of(request)
    found = await proof_of(services, table_id)
    return HTMLResponse(proof.page(found, services.fronts[found.game], visitor))


@router.get("/proof.html")
async def proof_sheet(request: Request, table_id: str, visitor: Guest) -> Response:
    """The same as a part of a page: the end screen asks for it when the race is over."""
    services = services_of(request)
    found = await proof_of(services, table_id)
    return HTMLResponse(proof.sheet(found, services.fronts[found.game], visitor.language))


@router.get("/proof.txt")
async def proof_text(request: Request, table_id: str) -> Response:
    """The block that `verify` reads."""
    found = await proof_of(services_of(request), table_id)
    return PlainTextResponse(
        found.text + "\n", headers={"Content-Disposition": 'attachment; filename="proof.txt"'}
    )


@router.get("/record.json")
async def record(request: Request, table_id: str) -> Response:
    """The whole game as `export` writes it: positions, choices, seed, for checkers and for people who write bots."""
    services = services_of(request)
    await proof_of(services, table_id)
    made = await services.tables.record(table_id)
    return Response(
        msgspec.json.format(msgspec.json.encode(made), indent=1),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="record.json"'},
    )


@router.get("/rounds/{number}")
async def steps(request: Request, table_id: str, number: int, visitor: Guest) -> Response:
    """All steps of a round at once, for a page that is there already."""
    replay, screen = await replay_of(services_of(request), table_id)
    try:
        found = screen.round(replay, number, visitor.language)
    except LookupError:
        raise NoReplay from None
    return Response(msgspec.json.encode(found), media_type="application/json")


@router.get("/{place}")
async def show_step(request: Request, table_id: str, place: str, visitor: Guest) -> Response:
    """`7.3`: round 7 through all heats, step 3; `7`: its beginning."""
    wanted = place_form.fullmatch(place)
    number, step = (int(wanted[1]), int(wanted[2] or 0)) if wanted else (0, 0)
    try:
        replay, screen = await replay_of(services_of(request), table_id)
        return HTMLResponse(screen.page(replay, number, step, visitor, shape_of(request)))
    except (NoReplay, LookupError):
        text = gettext_of(visitor.language)("There is no game to watch here. Perhaps it is not over yet.")
        return HTMLResponse(notices.page(404, text, "/", visitor), 404)
    except Unfit as refused:
        if refused.reason != "no_replay":
            raise
        text = gettext_of(visitor.language)(
            "This game was played by earlier rules and cannot be shown step by step. Its proof is still here."
        )
        return HTMLResponse(notices.page(409, text, f"/r/{table_id}/proof", visitor), 409)
