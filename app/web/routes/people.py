"""What a host settles beside seats and options, and what people at a table settle about one another.

As in `lobby.py`: every change is a POST, the news comes by the socket, a form without script gets the page.
"""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from app.tables.chat import reports
from app.tables.errors import NotAllowed
from app.tables.host.host import seat_at
from app.tables.model import Status
from app.web.handlers.table_commands import begin, done
from app.web.handlers.visitors import Guest, named, player_id_of, see
from app.web.http.command_context import Context
from app.web.http.request_user import Person
from app.web.live import text_view
from app.web.live.broadcaster import Broadcaster
from app.web.pages import company, notices
from app.web.people_services import people_of, welcome
from app.web.services import services_of
from app.web.templating import gettext_of

router = APIRouter(prefix="/t/{code}")


@router.get("/people")
async def show(request: Request, code: str, visitor: Guest) -> Response:
    """Who is at a table in play, and what one may do about it; before the start the lobby says it."""
    services = services_of(request)
    table = (await services.tables.find(code)).table
    if table.status is Status.LOBBY:
        return see(request, f"/t/{table.code}")
    if not await services.tables.may_look(table, visitor.player_id):
        raise NotAllowed("no_spectators")
    broadcaster: Broadcaster = request.app.state.broadcaster
    watching = services.hub.watching(table.id, [seat.player for seat in table.seats])
    moment = company.CompanyMoment(
        broadcaster.present_seats(table),
        services.tables.allowed_by_now(table),
        watching,
        services.tables.executor.clock(),
    )
    context = company.company(table, services.front(table), visitor, moment)
    draw = company.sheet if "hx-request" in request.headers else company.page
    return HTMLResponse(draw(context, services.front(table), visitor))


@router.post("/claim")
async def claim(request: Request, context: Context, code: str, visitor: Guest) -> Response:
    """`seat`: "that is mine, I lost my browser's memory". The host decides. `name`: who somebody unknown is; without it
    who they say they are, the name on the seat.
    """
    services, form, table = await begin(request, context, visitor, code, "claim")
    index = form.number("seat")
    if visitor.player is None and not form.text("name"):
        person: Person = await welcome(request, seat_at(table, index).name)
    else:
        person = await named(request, visitor, form)
    await services.tables.hosting.claim(table.code, person.id, index)
    return see(request, f"/t/{table.code}/claim")


@router.post("/report")
async def report(request: Request, context: Context, code: str, visitor: Guest) -> Response:
    """`text`, and `seat` for somebody in particular: a word to the operator of this server."""
    services, form, table = await begin(request, context, visitor, code, "report")
    if not await services.tables.may_look(table, visitor.player_id):
        raise NotAllowed("no_spectators")
    people = people_of(request)
    seat = form.number("seat") if form.text("seat") else None
    await reports.report(
        services.tables.executor,
        people.reports,
        people.counters,
        table,
        player_id_of(visitor),
        seat=seat,
        text=form.text("text"),
    )
    thanks = gettext_of(visitor.language)("Thank you. It has gone to the people who run this server.")
    if "hx-request" in request.headers:
        return HTMLResponse(notices.thanks(thanks, visitor))
    if "text/html" not in request.headers.get("accept", ""):
        return done(request, form, table)
    _ = gettext_of(visitor.language)
    back = text_view.address(request, form, table)
    return HTMLResponse(notices.message(_("Reported"), thanks, back, _("Back to the table"), visitor))
