"""People: a guest and its token, ways back, one's own data, and the tables one sits at."""

import secrets

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from app.players.addresses import PlayerAddress
from app.players.guests import hash_of, sign_of
from app.players.sign_in import is_key
from app.tables.after.erasure import forget
from app.web import bodies as b
from app.web.api import answers as a
from app.web.api import answers_guests as g
from app.web.api import archives
from app.web.api.calls import Anybody, Somebody
from app.web.api.envelopes import mine
from app.web.notification_channels import ways_of
from app.web.people_services import address_of, people_of, session_of, welcome
from app.web.services import services_of

router = APIRouter(tags=["guests"])


@router.post("/guests", status_code=201, summary="Become a guest")
async def new_guest(request: Request, body: b.NameBody) -> g.NewGuest:
    """A new person with a first name and a token. No mail, no password: the token is all there is."""
    token = secrets.token_urlsafe(32)
    player = await welcome(request, body.name, token)
    return g.NewGuest(token=token, name=player.name)


@router.post("/guests/continue", status_code=201, summary="Come back with a code or a key")
async def come_back(request: Request, body: b.WayBack) -> g.Returned:
    """A second token for somebody who is known already, by a device code or a recovery key. The first stays good. A key
    is used up by it; `key` is the next one.
    """
    token = secrets.token_urlsafe(32)
    returning, address, session = (
        people_of(request).returning,
        address_of(request),
        session_of(request, token),
    )
    if is_key(body.code):
        player, key = await returning.recover(session, body.code, address=address)
        return g.Returned(token=token, name=player.name, key=key)
    player = await returning.continue_here(session, body.code, address=address)
    return g.Returned(token=token, name=player.name, key=None)


@router.get("/me", summary="Who I am, and my tables")
async def me(request: Request, person: Somebody) -> a.MeAnswer:
    return a.MeAnswer(name=person.name, tables=await mine(services_of(request), person.id))


@router.patch("/me", summary="Take another name")
async def rename(request: Request, person: Somebody, body: b.NameBody) -> a.MeAnswer:
    """Seats already taken keep the name they were taken under."""
    services = services_of(request)
    player = await services.guests.rename(person.id, body.name)
    return a.MeAnswer(name=player.name, tables=await mine(services, person.id))


@router.delete("/me", status_code=204, summary="Remove me")
async def remove_me(request: Request, person: Somebody) -> Response:
    """Leaves every table and removes name, tokens, chat and statistics. Nothing brings it back."""
    await forget(services_of(request).tables.executor, people_of(request).persons, person.id)
    services_of(request).guests.kept.drop_person(person.id)
    return Response(status_code=204)


@router.get("/me/export", summary="Everything kept about me", response_model=archives.Export)
async def export(request: Request, person: Somebody) -> Response:
    return JSONResponse(await people_of(request).persons.export(person.id))


@router.post("/me/device", status_code=201, summary="A code for another device")
async def device(request: Request, person: Somebody) -> g.DeviceCodeAnswer:
    """Good for ten minutes and one use; an older one ends."""
    made = await people_of(request).returning.device_code(person.id)
    base = services_of(request).settings.base_url or str(request.base_url).rstrip("/")
    link = f"{base}/continue?code={made.code}"
    return g.DeviceCodeAnswer(code=made.code, link=link, expires_at=made.expires_at)


@router.post("/me/key", status_code=201, summary="A recovery key")
async def recovery_key(request: Request, visitor: Anybody, person: Somebody) -> g.RecoveryKeyAnswer:
    """To be kept on paper; shown once, good once. One before ends, and all other devices are signed out."""
    made = await people_of(request).returning.recovery_key(person.id, here=visitor.token)
    services_of(request).hub.end(made.ended)
    return g.RecoveryKeyAnswer(key=made.key)


@router.get("/me/devices", summary="Where I am signed in")
async def devices(request: Request, visitor: Anybody, person: Somebody) -> g.Devices:
    """Browsers and programs that are this person, the one seen last first. `here`: the one that asks."""
    here = sign_of(hash_of(visitor.token))
    found = await services_of(request).guests.devices(person.id)
    return g.Devices(
        devices=[
            g.DeviceAnswer(
                sign=x.sign, label=x.label, created_at=x.created_at, seen_at=x.seen_at, here=x.sign == here
            )
            for x in found
        ]
    )


@router.post("/me/devices/end", status_code=204, summary="Sign a device out")
async def end_device(request: Request, person: Somebody, body: b.DeviceSignBody) -> Response:
    """Its token is nobody's then, and its sockets are closed with 4401. One that is gone already is no error."""
    services = services_of(request)
    services.hub.end(await services.guests.sign_out(person.id, body.sign))
    return Response(status_code=204)


@router.post("/me/everywhere", status_code=204, summary="Sign out everywhere")
async def end_everywhere(
    request: Request, visitor: Anybody, person: Somebody, body: b.Everywhere
) -> Response:
    """All devices. Without a recovery key nobody comes back. `but_here`: all but the asking one; the key ends, too."""
    services = services_of(request)
    but = visitor.token if body.but_here else None
    services.hub.end(await services.guests.sign_out_everywhere(person.id, but=but))
    return Response(status_code=204)


@router.get("/me/address", summary="Where notices go")
async def address(request: Request, person: Somebody) -> a.AddressAnswer:
    """When it is your move and you are not there. Push notices belong to a browser, and to its page alone."""
    ways = ways_of(request).addresses
    return told(ways.sends, await ways.book.address_of(person.id))


@router.put("/me/address", summary="Have notices sent")
async def give_address(
    request: Request, visitor: Anybody, person: Somebody, body: b.MailAddressBody
) -> a.AddressAnswer:
    """A mail asks the address first; nothing else goes there before the answer. 409 no_mail where none is sent."""
    ways = ways_of(request).addresses
    kept = await ways.give(person.id, body.address, visitor.language, origin=address_of(request))
    return told(ways.sends, kept)


@router.delete("/me/address", status_code=204, summary="No more notices by mail")
async def forget_address(request: Request, person: Somebody) -> Response:
    await ways_of(request).addresses.book.remove(person.id)
    return Response(status_code=204)


def told(sends: bool, kept: PlayerAddress | None) -> a.AddressAnswer:
    return a.AddressAnswer(
        sends=sends,
        address=kept.address if kept else None,
        confirmed=kept is not None and kept.confirmed,
    )
