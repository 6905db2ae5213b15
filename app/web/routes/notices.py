"""My tables, and being told when one of them waits: by this browser, by push, by mail.

The links of mails open a page; only its button, or a mail program's own one for leaving a list, does anything. Both
carry a random token in the query, which stands in no log, and work without a cookie: a mailbox is no browser of ours.
"""

from dataclasses import asdict

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from app.players.browsers import BadPushSubscription, PushSubscription
from app.tables.errors import NoSuchTable
from app.tables.model import Snapshot, Status
from app.web.assets import asset
from app.web.front.game import GameFront
from app.web.handlers.visitors import Guest, asked_first, known, see
from app.web.http.command_context import Context
from app.web.http.forms import posted
from app.web.http.request_user import RequestUser
from app.web.notification_channels import ways_of
from app.web.pages import notices, tables, ways
from app.web.people_services import address_of
from app.web.services import Services, services_of
from app.web.templating import gettext_of

router = APIRouter()

most_tables = 30


async def tables_of(services: Services, player: str | None) -> list[tuple[Snapshot, GameFront]]:
    """The tables somebody sits at with their games, newest first; one that goes meanwhile is left out."""
    if player is None:
        return []
    found = []
    # One after the other: a page of many tables must not take every connection there is.
    for table in await services.tables.tables_of(player, most_tables):
        begun = table.status is not Status.LOBBY
        try:
            snapshot = await services.tables.snapshot(table.id) if begun else Snapshot(table)
        except NoSuchTable:
            continue
        found.append((snapshot, services.front(snapshot.table)))
    return found


@router.get("/tables", include_in_schema=False)
async def show_tables(request: Request, visitor: Guest) -> HTMLResponse:
    services = services_of(request)
    mine = await tables_of(services, visitor.player_id)
    several = len(services.fronts) > 1
    return HTMLResponse(tables.page(visitor, mine, visitor.player_id or "", several=several))


@router.get("/tables/list", include_in_schema=False)
async def list_tables(request: Request, visitor: Guest) -> HTMLResponse:
    """The list alone, for the page that looks again every half minute."""
    services = services_of(request)
    mine = await tables_of(services, visitor.player_id)
    several = len(services.fronts) > 1
    return HTMLResponse(tables.listing(mine, visitor.player_id or "", visitor.language, several=several))


@router.get("/tables/waiting", include_in_schema=False)
async def waiting(request: Request, visitor: Guest) -> JSONResponse:
    """{known, waiting: [{code, decision}]}: what waits for the person of this browser; a notice that comes late asks
    before it shows.
    """
    mine = await tables_of(services_of(request), visitor.player_id)
    found = [asdict(one) for one in tables.waiting(mine, visitor.player_id or "")]
    return JSONResponse({"known": visitor.player is not None, "waiting": found})


@router.get("/worker.js", include_in_schema=False)
async def worker() -> Response:
    """The service worker, at the root: a worker works below its own address only. Looked at anew every time, since it
    may outlive many releases.
    """
    found = asset("js/worker.js")
    if found is None:
        raise HTTPException(404)
    return Response(found.plain, media_type=found.media_type, headers={"Cache-Control": "no-cache"})


async def page_of(request: Request, visitor: RequestUser, sentence: str = "") -> HTMLResponse:
    reach, person = ways_of(request), known(visitor)
    return HTMLResponse(
        ways.page(
            visitor,
            push_key=reach.browsers.key,
            pushes=await reach.browsers.has(visitor.token),
            mails=reach.addresses.sends,
            address=await reach.addresses.book.address_of(person.id),
            sentence=sentence,
        )
    )


@router.get("/notices", include_in_schema=False)
async def show(request: Request, visitor: Guest) -> HTMLResponse:
    return asked_first(visitor, "/notices") or await page_of(request, visitor)


@router.post("/notices/push", include_in_schema=False)
async def subscribe(request: Request, visitor: Guest) -> Response:
    """JSON as a browser's push manager gives it: {endpoint, keys: {p256dh, auth}}."""
    form = await posted(request, visitor)
    known(visitor)
    keys = (form.json or {}).get("keys")
    if not isinstance(keys, dict):
        raise BadPushSubscription
    parts = [(form.json or {}).get("endpoint"), keys.get("p256dh"), keys.get("auth")]
    if not all(isinstance(part, str) for part in parts):
        raise BadPushSubscription
    await ways_of(request).browsers.put(visitor.token, PushSubscription(*map(str, parts)), visitor.language)
    return Response(status_code=204)


@router.post("/notices/push/stop", include_in_schema=False)
async def unsubscribe(request: Request, visitor: Guest) -> Response:
    await posted(request, visitor)
    await ways_of(request).browsers.remove(visitor.token)
    return Response(status_code=204)


@router.post("/notices/address", include_in_schema=False)
async def give_address(request: Request, context: Context, visitor: Guest) -> Response:
    """`address`: where to write. A mail asks there first."""
    context.control = "address"
    form = await posted(request, visitor)
    person = known(visitor)
    await ways_of(request).addresses.give(
        person.id, form.text("address"), visitor.language, origin=address_of(request)
    )
    return see(request, "/notices")


@router.post("/notices/address/stop", include_in_schema=False)
async def forget_address(request: Request, visitor: Guest) -> Response:
    await posted(request, visitor)
    await ways_of(request).addresses.book.remove(known(visitor).id)
    return see(request, "/notices")


def spent(visitor: RequestUser, sentence: str) -> HTMLResponse:
    """A link that does nothing any more: said as it is, without an error's face."""
    _ = gettext_of(visitor.language)
    return HTMLResponse(
        notices.message(_("Nothing left to do here"), sentence, "/", _("To the start page"), visitor)
    )


@router.get("/notices/confirm", include_in_schema=False)
async def ask_confirm(request: Request, visitor: Guest, token: str = "") -> HTMLResponse:
    address = await ways_of(request).addresses.behind(token, "confirm")
    if address is None:
        _ = gettext_of(visitor.language)
        return spent(
            visitor, _("This link has been used, or it is too old. Enter the address again for a new one.")
        )
    return HTMLResponse(ways.confirm(visitor, address, token))


@router.post("/notices/confirm", include_in_schema=False)
async def confirm(request: Request, visitor: Guest, token: str = "") -> HTMLResponse:
    address = await ways_of(request).addresses.confirm(token)
    _ = gettext_of(visitor.language)
    if address is None:
        return spent(
            visitor, _("This link has been used, or it is too old. Enter the address again for a new one.")
        )
    sentence = _("From now on we write to %(address)s when it is your move and you are not there.")
    return HTMLResponse(
        notices.message(_("Done"), sentence % {"address": address}, "/tables", _("My tables"), visitor)
    )


@router.get("/notices/stop", include_in_schema=False)
async def ask_stop(request: Request, visitor: Guest, token: str = "") -> HTMLResponse:
    address = await ways_of(request).addresses.behind(token, "stop")
    if address is None:
        return spent(visitor, gettext_of(visitor.language)("No more mails go to that address."))
    return HTMLResponse(ways.stop(visitor, address, token))


@router.post("/notices/stop", include_in_schema=False)
async def stop(request: Request, visitor: Guest, token: str = "") -> HTMLResponse:
    """The page's button, and what mail programs post by themselves (RFC 8058). Once more is no error."""
    await ways_of(request).addresses.stop(token)
    return spent(visitor, gettext_of(visitor.language)("No more mails go to that address."))
