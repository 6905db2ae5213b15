"""What a host settles beside seats and options, and what people at a table settle about one another.

As in `routes_lobby`: every change is a POST, the news comes by the socket, a form without script gets the page.
"""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from app.tables import reporting
from app.tables.errors import NotAllowed
from app.tables.hosts import seat_at
from app.tables.model import Status
from app.web import reading
from app.web.house import house_of
from app.web.pages import company, notices
from app.web.people import people_of, welcome
from app.web.routes_home import Guest, named, see
from app.web.routes_lobby import begin, done, meant_seat, who
from app.web.telling import Teller
from app.web.templating import gettext_of
from app.web.visitor import Person

router = APIRouter(prefix="/t/{code}")


@router.get("/people")
async def show(request: Request, code: str, visitor: Guest) -> Response:
    """Who is at a table in play, and what one may do about it; before the start the lobby says it."""
    house = house_of(request)
    table = (await house.tables.find(code)).table
    if table.status is Status.LOBBY:
        return see(request, f"/t/{table.code}")
    if not await house.tables.may_look(table, visitor.player_id):
        raise NotAllowed("no_spectators")
    teller: Teller = request.app.state.teller
    watching = house.hub.watching(table.id, [seat.player for seat in table.seats])
    moment = company.Moment(
        teller.present_seats(table),
        house.tables.allowed_by_now(table),
        watching,
        house.tables.desk.clock(),
    )
    context = company.company(table, visitor, moment)
    draw = company.sheet if "hx-request" in request.headers else company.page
    return HTMLResponse(draw(context, visitor))


@router.post("/clock")
async def clock(request: Request, code: str, visitor: Guest) -> Response:
    """`seconds`: 0, 30, 60, 120, 86400 or 259200."""
    house, form, table = await begin(request, visitor, code, "options")
    seconds = form.number("seconds")
    return done(request, await house.tables.hosting.set_clock(table.code, who(visitor), seconds))


@router.post("/pause")
async def pause(request: Request, code: str, visitor: Guest) -> Response:
    house, _, table = await begin(request, visitor, code, "clock")
    return done(request, await house.tables.hosting.pause(table.code, who(visitor)))


@router.post("/resume")
async def resume(request: Request, code: str, visitor: Guest) -> Response:
    house, _, table = await begin(request, visitor, code, "clock")
    return done(request, await house.tables.hosting.resume(table.code, who(visitor)))


@router.post("/host")
async def give_role(request: Request, code: str, visitor: Guest) -> Response:
    """`seat`: who is host from now on; `of`: the name on it."""
    house, form, table = await begin(request, visitor, code, "seats")
    index = meant_seat(form, table)
    return done(request, await house.tables.hosting.give_role(table.code, who(visitor), index))


@router.post("/admits")
async def admits(request: Request, code: str, visitor: Guest) -> Response:
    """`on`: yes = newcomers may take a seat."""
    house, form, table = await begin(request, visitor, code, "options")
    return done(request, await house.tables.hosting.set_admits(table.code, who(visitor), form.yes("on")))


@router.post("/listed")
async def listed(request: Request, code: str, visitor: Guest) -> Response:
    """`on`: yes = the table stands on the home page."""
    house, form, table = await begin(request, visitor, code, "options")
    return done(request, await house.tables.hosting.set_listed(table.code, who(visitor), form.yes("on")))


@router.post("/spectators")
async def spectators(request: Request, code: str, visitor: Guest) -> Response:
    """`on`: yes = people without a seat may look on."""
    house, form, table = await begin(request, visitor, code, "options")
    return done(request, await house.tables.hosting.set_spectators(table.code, who(visitor), form.yes("on")))


@router.post("/leavers")
async def leavers(request: Request, code: str, visitor: Guest) -> Response:
    """`leavers`: bot or drop."""
    house, form, table = await begin(request, visitor, code, "options")
    return done(
        request, await house.tables.hosting.set_leavers(table.code, who(visitor), form.text("leavers"))
    )


@router.post("/order")
async def order(request: Request, code: str, visitor: Guest) -> Response:
    """`seat` moves to place `to`."""
    house, form, table = await begin(request, visitor, code, "seats")
    seat, to = form.number("seat"), form.number("to")
    return done(request, await house.tables.hosting.move_seat(table.code, who(visitor), seat, to))


@router.post("/silence")
async def silence(request: Request, code: str, visitor: Guest) -> Response:
    """`seat`, `on`: yes = may not chat."""
    house, form, table = await begin(request, visitor, code, "chat")
    seat, on = form.number("seat"), form.yes("on")
    return done(request, await house.tables.hosting.silence(table.code, who(visitor), seat, on))


@router.post("/propose")
async def propose(request: Request, code: str, visitor: Guest) -> Response:
    """`seat`: somebody away, for whom a bot should sit in."""
    house, form, table = await begin(request, visitor, code, "seat")
    return done(
        request, await house.tables.hosting.propose_bot(table.code, who(visitor), form.number("seat"))
    )


@router.post("/decline")
async def decline(request: Request, code: str, visitor: Guest) -> Response:
    """`seat`: no bot sits in."""
    house, form, table = await begin(request, visitor, code, "seat")
    return done(
        request, await house.tables.hosting.decline_bot(table.code, who(visitor), form.number("seat"))
    )


@router.post("/claim")
async def claim(request: Request, code: str, visitor: Guest) -> Response:
    """`seat`: "that is mine, I lost my browser's memory". The host decides. `name`: who somebody unknown is; without it
    who they say they are, the name on the seat.
    """
    house, form, table = await begin(request, visitor, code, "claim")
    index = form.number("seat")
    if visitor.player is None and not form.text("name"):
        person: Person = await welcome(request, visitor.token, seat_at(table, index).name)
    else:
        person = await named(request, visitor, form)
    await house.tables.hosting.claim(table.code, person.id, index)
    return see(request, f"/t/{table.code}/claim")


@router.post("/reseat")
async def reseat(request: Request, code: str, visitor: Guest) -> Response:
    """`seat`, `yes`: gives a claimed seat to who asked for it, or not."""
    house, form, table = await begin(request, visitor, code, "seat")
    index, yes = form.number("seat"), form.yes("yes")
    return done(request, await house.tables.hosting.reseat(table.code, who(visitor), index, yes=yes))


@router.post("/report")
async def report(request: Request, code: str, visitor: Guest) -> Response:
    """`text`, and `seat` for somebody in particular: a word to the operator of this server."""
    house, form, table = await begin(request, visitor, code, "report")
    if not await house.tables.may_look(table, visitor.player_id):
        raise NotAllowed("no_spectators")
    people = people_of(request)
    seat = form.number("seat") if form.text("seat") else None
    await reporting.report(
        house.tables.desk,
        people.reports,
        people.counters,
        table,
        who(visitor),
        seat=seat,
        text=form.text("text"),
    )
    thanks = gettext_of(visitor.language)("Thank you. It has gone to who runs this server.")
    if "hx-request" in request.headers:
        return HTMLResponse(notices.thanks(thanks, visitor))
    if "text/html" not in request.headers.get("accept", ""):
        return done(request, table)
    _ = gettext_of(visitor.language)
    back = reading.address(request, table)
    return HTMLResponse(notices.message(_("Reported"), thanks, back, _("Back to the table"), visitor))
