"""What somebody may do about themselves: go on at another device, come back with a key, take their data or have it
removed. Nothing happens by opening a link.
"""

import re
import secrets
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from app.players.guests import hash_of, sign_of
from app.players.sign_in import is_key
from app.tables.after.erasure import forget
from app.tables.errors import NotAllowed, Refusal
from app.web.handlers import refusals
from app.web.handlers.visitors import Guest, asked_first, known, named, see
from app.web.http.command_context import Context
from app.web.http.forms import posted
from app.web.http.request_user import RequestUser, renew, visitor_of
from app.web.pages import me
from app.web.people_services import address_of, people_of, session_of
from app.web.services import services_of

router = APIRouter()
sign_form = re.compile(r"[0-9a-f]{16}")

asking_pages = ("/me", "/notices")
"""Pages about oneself, which ask a newcomer for a name."""


def base_of(request: Request) -> str:
    return services_of(request).settings.base_url or str(request.base_url).rstrip("/")


def beside(request: Request, error: Refusal, visitor: RequestUser, draw: Callable[[str], str]) -> Response:
    """The page again with the reason beside its control, for somebody who reads pages; raises it for programs."""
    why = refusals.sentence(error.reason, error.params, visitor.language)
    if why is None or "text/html" not in request.headers.get("accept", ""):
        raise error
    return HTMLResponse(draw(why), refusals.status_of(error))


async def drawn(request: Request, visitor: RequestUser, **shown: Any) -> str:
    """One's own page. `shown`: what has just been made, see `pages/me.py`."""
    person = known(visitor)
    devices = await services_of(request).guests.devices(person.id)
    rows = me.rows(devices, sign_of(hash_of(visitor.token)), visitor.language)
    return me.page(visitor, person.name, base_of(request), devices=rows, **shown)


async def not_done(request: Request, error: Refusal, visitor: RequestUser, at: str) -> Response:
    """One's own page with the reason at its control."""
    why = refusals.sentence(error.reason, error.params, visitor.language) or ""
    page = await drawn(request, visitor, refused=(at, why))
    return beside(request, error, visitor, lambda _why: page)


@router.post("/me/name")
async def first_name(request: Request, context: Context, visitor: Guest) -> Response:
    """`name`; `back`: one of the pages that ask for it. A person comes into being, and the page opens."""
    context.control = "name"
    form = await posted(request, visitor)
    back = form.text("back")
    back = back if back in asking_pages else asking_pages[0]
    try:
        await named(request, visitor, form)
    except Refusal as error:
        name = form.text("name")
        return beside(request, error, visitor, lambda why: me.first_name(visitor, back, name, why))
    return see(request, back)


@router.get("/me")
async def show(request: Request, visitor: Guest) -> HTMLResponse:
    return asked_first(visitor, "/me") or HTMLResponse(await drawn(request, visitor))


@router.post("/me/device")
async def device(request: Request, visitor: Guest) -> Response:
    """A code for another device, with its link as a picture. JSON: {code, link, expires_at}."""
    form = await posted(request, visitor)
    person = known(visitor)
    try:
        code = await people_of(request).returning.device_code(person.id)
    except Refusal as error:
        return await not_done(request, error, visitor, "device")
    if form.json is not None:
        link = f"{base_of(request)}/continue?code={code.code}"
        return JSONResponse({"code": code.code, "link": link, "expires_at": code.expires_at})
    return HTMLResponse(await drawn(request, visitor, code=code))


@router.post("/me/key")
async def key(request: Request, visitor: Guest) -> Response:
    """A new recovery key. One before ends, and all other devices are signed out. JSON: {key, signed_out}."""
    form = await posted(request, visitor)
    person = known(visitor)
    try:
        made = await people_of(request).returning.recovery_key(person.id, here=visitor.token)
    except Refusal as error:
        return await not_done(request, error, visitor, "key")
    services_of(request).hub.end(made.ended)
    if form.json is not None:
        return JSONResponse({"key": made.key, "signed_out": len(made.ended)})
    return HTMLResponse(await drawn(request, visitor, key=made.key, alone=bool(made.ended)))


@router.post("/me/devices/end")
async def end_device(request: Request, visitor: Guest) -> Response:
    """`sign`: of the device that is signed out, which may be this one."""
    form = await posted(request, visitor)
    services, sign = services_of(request), form.text("sign")
    if not sign_form.fullmatch(sign):
        raise Refusal("bad_field", field="sign")
    services.hub.end(await services.guests.sign_out(known(visitor).id, sign))
    if sign != sign_of(hash_of(visitor.token)):
        return see(request, "/me")
    renew(request)
    return see(request, "/")


@router.post("/me/everywhere")
async def end_everywhere(request: Request, visitor: Guest) -> Response:
    """Signs all devices out; `but_here`: yes = all but this one."""
    form = await posted(request, visitor)
    services, stays = services_of(request), form.yes("but_here")
    but = visitor.token if stays else None
    services.hub.end(await services.guests.sign_out_everywhere(known(visitor).id, but=but))
    if stays:
        return see(request, "/me")
    renew(request)
    return see(request, "/")


@router.get("/continue")
async def show_continue(visitor: Guest, code: str = "") -> HTMLResponse:
    return HTMLResponse(me.way_in(visitor, code, name=visitor.player.name if visitor.player else ""))


@router.post("/continue")
async def continue_here(request: Request, context: Context, visitor: Guest) -> Response:
    """`code`: a device code or a recovery key. This browser is that person from now on, by a new token. A key is used
    up; the next one is shown.
    """
    context.control = "code"
    form = await posted(request, visitor)
    returning, address, code = people_of(request).returning, address_of(request), form.text("code")
    token, made = secrets.token_urlsafe(32), ""
    session = session_of(request, token)
    try:
        if is_key(code):
            _, made = await returning.recover(session, code, address=address, instead_of=visitor.token)
        else:
            await returning.continue_here(session, code, address=address, instead_of=visitor.token)
    except Refusal as error:
        name = visitor.player.name if visitor.player else ""
        return beside(request, error, visitor, lambda why: me.way_in(visitor, code, name=name, refused=why))
    services_of(request).hub.end([hash_of(visitor.token)])  # whoever this browser was
    renew(request, token)
    if made:
        return HTMLResponse(await drawn(request, await visitor_of(request), key=made, back=True))
    return see(request, "/")


@router.get("/me/export")
async def export(request: Request, visitor: Guest) -> Response:
    """Everything kept about this person, as JSON."""
    data = await people_of(request).persons.export(known(visitor).id)
    return JSONResponse(data, headers={"content-disposition": 'attachment; filename="my-data.json"'})


@router.post("/me/delete")
async def delete(request: Request, context: Context, visitor: Guest) -> Response:
    """`confirm`: yes. The person leaves every table and is removed; nothing brings it back."""
    context.control = "delete"
    form = await posted(request, visitor)
    person = known(visitor)
    if not form.yes("confirm"):
        return await not_done(request, NotAllowed("confirm_delete"), visitor, "delete")
    people = people_of(request)
    await forget(services_of(request).tables.executor, people.persons, person.id)
    services_of(request).guests.kept.drop_person(person.id)
    return see(request, "/")
