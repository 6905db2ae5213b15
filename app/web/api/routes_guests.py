"""People: a guest and its token, ways back, one's own data, and the tables one sits at."""

import secrets

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from app.players.addresses import Address
from app.tables.forgetting import forget
from app.web.api import answers as a
from app.web.api import archives
from app.web.api import bodies as b
from app.web.api.calls import Anybody, Somebody
from app.web.api.envelopes import mine
from app.web.house import house_of
from app.web.people import address_of, people_of, welcome
from app.web.ways import ways_of

router = APIRouter(tags=["guests"])

key_signs = 12
"""Codes for a second device have fewer letters and digits, recovery keys more."""


@router.post("/guests", status_code=201, summary="Become a guest")
async def new_guest(request: Request, body: b.Named) -> a.NewGuest:
    """A new person with a first name and a token. No mail, no password: the token is all there is."""
    token = secrets.token_urlsafe(32)
    player = await welcome(request, token, body.name)
    return a.NewGuest(token=token, name=player.name)


@router.post("/guests/continue", status_code=201, summary="Come back with a code or a key")
async def come_back(request: Request, body: b.WayBack) -> a.NewGuest:
    """A second token for somebody who is known already, by a device code or a recovery key. The first stays good."""
    token = secrets.token_urlsafe(32)
    returning, address = people_of(request).returning, address_of(request)
    if sum(sign.isalnum() for sign in body.code) > key_signs:
        player = await returning.recover(token, body.code, address=address)
    else:
        player = await returning.continue_here(token, body.code, address=address)
    return a.NewGuest(token=token, name=player.name)


@router.get("/me", summary="Who I am, and my tables")
async def me(request: Request, person: Somebody) -> a.Me:
    return a.Me(name=person.name, tables=await mine(house_of(request), person.id))


@router.patch("/me", summary="Take another name")
async def rename(request: Request, person: Somebody, body: b.Named) -> a.Me:
    """Seats already taken keep the name they were taken under."""
    house = house_of(request)
    player = await house.guests.rename(person.id, body.name)
    return a.Me(name=player.name, tables=await mine(house, person.id))


@router.delete("/me", status_code=204, summary="Remove me")
async def remove_me(request: Request, person: Somebody) -> Response:
    """Leaves every table and removes name, tokens, chat and statistics. Nothing brings it back."""
    await forget(house_of(request).tables.desk, people_of(request).persons, person.id)
    return Response(status_code=204)


@router.get("/me/export", summary="Everything kept about me", response_model=archives.Export)
async def export(request: Request, person: Somebody) -> Response:
    return JSONResponse(await people_of(request).persons.export(person.id))


@router.post("/me/device", status_code=201, summary="A code for another device")
async def device(request: Request, person: Somebody) -> a.DeviceCode:
    """Good for ten minutes and one use; an older one ends."""
    made = await people_of(request).returning.device_code(person.id)
    base = house_of(request).settings.base_url or str(request.base_url).rstrip("/")
    link = f"{base}/continue?code={made.code}"
    return a.DeviceCode(code=made.code, link=link, expires_at=made.expires_at)


@router.post("/me/key", status_code=201, summary="A recovery key")
async def recovery_key(request: Request, person: Somebody) -> a.RecoveryKey:
    """To be kept on paper; shown once. An older one ends."""
    return a.RecoveryKey(key=await people_of(request).returning.recovery_key(person.id))


@router.get("/me/address", summary="Where notices go")
async def address(request: Request, person: Somebody) -> a.Address:
    """When it is your move and you are not there. Push notices belong to a browser, and to its page alone."""
    ways = ways_of(request).addresses
    return told(ways.sends, await ways.book.address_of(person.id))


@router.put("/me/address", summary="Have notices sent")
async def give_address(
    request: Request, visitor: Anybody, person: Somebody, body: b.MailAddress
) -> a.Address:
    """A mail asks the address first; nothing else goes there before the answer. 409 no_mail where none is sent."""
    ways = ways_of(request).addresses
    kept = await ways.give(person.id, body.address, visitor.language, origin=address_of(request))
    return told(ways.sends, kept)


@router.delete("/me/address", status_code=204, summary="No more notices by mail")
async def forget_address(request: Request, person: Somebody) -> Response:
    await ways_of(request).addresses.book.remove(person.id)
    return Response(status_code=204)


def told(sends: bool, kept: Address | None) -> a.Address:
    return a.Address(
        sends=sends,
        address=kept.address if kept else None,
        confirmed=kept is not None and kept.confirmed,
    )
