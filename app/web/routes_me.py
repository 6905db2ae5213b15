"""What somebody may do about themselves: go on at another device, come back with a key, take their data or have it
removed. Nothing happens by opening a link.
"""

from collections.abc import Callable

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from app.tables.errors import NotAllowed, Refusal
from app.tables.forgetting import forget
from app.web import refusals
from app.web.forms import posted
from app.web.house import house_of
from app.web.pages import me
from app.web.people import address_of, people_of
from app.web.routes_home import Guest, see
from app.web.visitor import Person, Visitor

router = APIRouter()


def known(visitor: Visitor) -> Person:
    if visitor.player is None:
        raise NotAllowed("unknown_player")
    return visitor.player


def base_of(request: Request) -> str:
    return house_of(request).settings.base_url or str(request.base_url).rstrip("/")


def beside(request: Request, error: Refusal, visitor: Visitor, draw: Callable[[str], str]) -> Response:
    """The page again with the reason beside its control, for somebody who reads pages; raises it for programs."""
    why = refusals.sentence(error.reason, error.params, visitor.language)
    if why is None or "text/html" not in request.headers.get("accept", ""):
        raise error
    return HTMLResponse(draw(why), refusals.status_of(error))


def not_done(request: Request, error: Refusal, visitor: Visitor, at: str) -> Response:
    """One's own page with the reason at its control."""
    name, base = known(visitor).name, base_of(request)
    return beside(request, error, visitor, lambda why: me.page(visitor, name, base, refused=(at, why)))


@router.get("/me")
async def show(request: Request, visitor: Guest) -> HTMLResponse:
    return HTMLResponse(me.page(visitor, known(visitor).name, base_of(request)))


@router.post("/me/device")
async def device(request: Request, visitor: Guest) -> Response:
    """A code for another device, with its link as a picture. JSON: {code, link, expires_at}."""
    form = await posted(request, visitor)
    person = known(visitor)
    try:
        code = await people_of(request).returning.device_code(person.id)
    except Refusal as error:
        return not_done(request, error, visitor, "device")
    if form.json is not None:
        link = f"{base_of(request)}/continue?code={code.code}"
        return JSONResponse({"code": code.code, "link": link, "expires_at": code.expires_at})
    return HTMLResponse(me.page(visitor, person.name, base_of(request), code=code))


@router.post("/me/key")
async def key(request: Request, visitor: Guest) -> Response:
    """A new recovery key; the one before ends. JSON: {key}."""
    form = await posted(request, visitor)
    person = known(visitor)
    try:
        made = await people_of(request).returning.recovery_key(person.id)
    except Refusal as error:
        return not_done(request, error, visitor, "key")
    if form.json is not None:
        return JSONResponse({"key": made})
    return HTMLResponse(me.page(visitor, person.name, base_of(request), key=made))


@router.get("/continue")
async def show_continue(visitor: Guest, code: str = "") -> HTMLResponse:
    return HTMLResponse(me.way_in(visitor, code, name=visitor.player.name if visitor.player else ""))


@router.post("/continue")
async def continue_here(request: Request, visitor: Guest) -> Response:
    """`code`: a device code or a recovery key. This browser is that person from now on."""
    request.state.control = "code"
    form = await posted(request, visitor)
    returning, address, code = people_of(request).returning, address_of(request), form.text("code")
    try:
        if sum(sign.isalnum() for sign in code) > 12:
            await returning.recover(visitor.token, code, address=address)
        else:
            await returning.continue_here(visitor.token, code, address=address)
    except Refusal as error:
        name = visitor.player.name if visitor.player else ""
        return beside(request, error, visitor, lambda why: me.way_in(visitor, code, name=name, refused=why))
    return see(request, "/")


@router.get("/me/export")
async def export(request: Request, visitor: Guest) -> Response:
    """Everything kept about this person, as JSON."""
    data = await people_of(request).persons.export(known(visitor).id)
    return JSONResponse(data, headers={"content-disposition": 'attachment; filename="my-data.json"'})


@router.post("/me/delete")
async def delete(request: Request, visitor: Guest) -> Response:
    """`confirm`: yes. The person leaves every table and is removed; nothing brings it back."""
    request.state.control = "delete"
    form = await posted(request, visitor)
    person = known(visitor)
    if not form.yes("confirm"):
        return not_done(request, NotAllowed("confirm_delete"), visitor, "delete")
    people = people_of(request)
    await forget(house_of(request).tables.desk, people.persons, person.id)
    return see(request, "/")
