"""Races that are over, shown again: `/r/<table id>/<round>.<step>`, their words, their proof and their record.

Who has the table's id may look: it is 128 random bits. While a game runs every address here answers as if there were
no such table.
"""

import re

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from app.tables.errors import NoSuchTable, Unfit
from app.tables.proving import Proof
from app.tables.replaying import Replay
from app.web.house import House, house_of
from app.web.pages import notices, proof
from app.web.replays import ReplayScreen
from app.web.routes_home import Guest
from app.web.shape import shape_of
from app.web.templating import gettext_of

router = APIRouter(prefix="/r/{table_id}")

id_form = re.compile(r"[0-9a-f]{32}")
place_form = re.compile(r"([0-9]{1,4})(?:\.([0-9]{1,4}))?")


class Nothing(HTTPException):
    """No race to be watched: none there, not over, or no such step. One answer for all, so it says nothing."""

    def __init__(self) -> None:
        super().__init__(404)


def known(table_id: str) -> str:
    """What cannot be an id is not looked for. Raises Nothing."""
    if not id_form.fullmatch(table_id):
        raise Nothing
    return table_id


async def proof_of(house: House, table_id: str) -> Proof:
    """Raises Nothing."""
    try:
        return await house.tables.proof(known(table_id))
    except NoSuchTable:
        raise Nothing from None


async def replay_of(house: House, table_id: str) -> tuple[Replay, ReplayScreen]:
    """Raises Nothing, Unfit(no_replay)."""
    try:
        replay = await house.tables.replay(known(table_id))
    except NoSuchTable:
        raise Nothing from None
    screen = house.replays.get(replay.table.game)
    if screen is None:
        raise Unfit("no_replay")
    return replay, screen


@router.get("")
async def show(table_id: str) -> Response:
    """From the beginning. Nothing is said here about whether there is such a race."""
    return RedirectResponse(f"/r/{known(table_id)}/1.0", 303)


@router.get("/words")
async def words(request: Request, table_id: str, visitor: Guest) -> Response:
    replay, screen = await replay_of(house_of(request), table_id)
    return HTMLResponse(screen.words(replay, visitor))


@router.get("/proof")
async def show_proof(request: Request, table_id: str, visitor: Guest) -> Response:
    """Fingerprint, secret and seed as a page."""
    found = await proof_of(house_of(request), table_id)
    return HTMLResponse(proof.page(found, visitor))


@router.get("/proof.html")
async def proof_sheet(request: Request, table_id: str, visitor: Guest) -> Response:
    """The same as a part of a page: the end screen asks for it when the race is over."""
    found = await proof_of(house_of(request), table_id)
    return HTMLResponse(proof.sheet(found, visitor.language))


@router.get("/proof.txt")
async def proof_text(request: Request, table_id: str) -> Response:
    """The block that `verify` reads."""
    found = await proof_of(house_of(request), table_id)
    return PlainTextResponse(
        found.text + "\n", headers={"Content-Disposition": 'attachment; filename="proof.txt"'}
    )


@router.get("/record.json")
async def record(request: Request, table_id: str) -> Response:
    """The whole game as `export` writes it: positions, choices, seed, for checkers and for people who write bots."""
    house = house_of(request)
    await proof_of(house, table_id)
    made = await house.tables.record(table_id)
    return Response(
        msgspec.json.format(msgspec.json.encode(made), indent=1),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="record.json"'},
    )


@router.get("/rounds/{number}")
async def steps(request: Request, table_id: str, number: int, visitor: Guest) -> Response:
    """All steps of a round at once, for a page that is there already."""
    replay, screen = await replay_of(house_of(request), table_id)
    try:
        found = screen.round(replay, number, visitor.language)
    except LookupError:
        raise Nothing from None
    return Response(msgspec.json.encode(found), media_type="application/json")


@router.get("/{place}")
async def show_step(request: Request, table_id: str, place: str, visitor: Guest) -> Response:
    """`7.3`: round 7 through all heats, step 3; `7`: its beginning."""
    wanted = place_form.fullmatch(place)
    number, step = (int(wanted[1]), int(wanted[2] or 0)) if wanted else (0, 0)
    try:
        replay, screen = await replay_of(house_of(request), table_id)
        return HTMLResponse(screen.page(replay, number, step, visitor, shape_of(request)))
    except (Nothing, LookupError):
        text = gettext_of(visitor.language)("There is no race to watch here. Perhaps it is not over yet.")
        return HTMLResponse(notices.page(404, text, "/", visitor), 404)
    except Unfit as refused:
        if refused.reason != "no_replay":
            raise
        text = gettext_of(visitor.language)(
            "This race was played by earlier rules and cannot be shown step by step. Its proof is still here."
        )
        return HTMLResponse(notices.page(409, text, f"/r/{table_id}/proof", visitor), 409)
