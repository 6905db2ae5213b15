"""What people do at a table besides playing: take and leave seats, be ready, set options, start, hand over, rematch.

Opening a link changes nothing: every change is a POST. The sender learns the news by the same path as everybody;
the answer to a form without script is the table's page again.
"""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.tables.errors import Unfit
from app.tables.hosts import seat_at
from app.tables.model import Table
from app.web import reading
from app.web.forms import Posted, posted
from app.web.house import House, house_of
from app.web.routes_home import Guest, named, see
from app.web.visitor import Visitor

router = APIRouter(prefix="/t/{code}")


async def begin(request: Request, visitor: Visitor, code: str, control: str) -> tuple[House, Posted, Table]:
    """Reads the form and the table it is about, and remembers both for a refusal's wording."""
    house = house_of(request)
    request.state.control = control
    table = (await house.tables.find(code)).table
    request.state.table = table
    form = await posted(request, visitor)
    if visitor.player_id and table.seat_of(visitor.player_id):
        house.hub.seen(table.id, visitor.player_id)
    request.state.reads, request.state.sent = form.text("view") == "text", form.fields
    return house, form, table


def done(request: Request, table: Table) -> Response:
    """Nothing to swap: the socket brings the news. Without script: the table's page."""
    if "hx-request" in request.headers:
        return Response(status_code=204, headers={"Yeti-Version": str(table.version)})
    return see(request, reading.address(request, table))


def meant_seat(form: Posted, table: Table) -> int:
    """The seat a form is about. `of`: the name that stood on it when the button was pressed; seats may have moved
    since, and nobody shall be taken off in another's stead.
    """
    index, name = form.number("seat"), form.text("of")
    if name and name != seat_at(table, index).name:
        raise Unfit("seat_moved", name=name)
    return index


@router.post("/join")
async def join(request: Request, code: str, visitor: Guest) -> Response:
    house, form, table = await begin(request, visitor, code, "join")
    player = await named(request, visitor, form)
    table = await house.tables.join(table.code, player.id)
    return see(request, reading.address(request, table))


@router.post("/leave")
async def leave(request: Request, code: str, visitor: Guest) -> Response:
    house, _, table = await begin(request, visitor, code, "leave")
    await house.tables.leave(table.code, who(visitor))
    return see(request, "/")


@router.post("/ready")
async def ready(request: Request, code: str, visitor: Guest) -> Response:
    house, form, table = await begin(request, visitor, code, "ready")
    return done(request, await house.tables.set_ready(table.code, who(visitor), form.yes("ready")))


@router.post("/hat")
async def hat(request: Request, code: str, visitor: Guest) -> Response:
    house, form, table = await begin(request, visitor, code, "hat")
    seat = table.seat_of(visitor.player_id)
    hats = list(seat.hats) if seat else []
    skier = form.number("skier") if form.text("skier") else 0
    if skier < len(hats):
        hats[skier] = form.number("hat")
    return done(request, await house.tables.set_hats(table.code, who(visitor), tuple(hats)))


@router.post("/options")
async def options(request: Request, code: str, visitor: Guest) -> Response:
    house, form, table = await begin(request, visitor, code, "options")
    changed = await house.tables.set_option(table.code, who(visitor), form.text("option"), form.yes("on"))
    return done(request, changed)


@router.post("/bots")
async def add_bot(request: Request, code: str, visitor: Guest) -> Response:
    house, form, table = await begin(request, visitor, code, "bots")
    level = form.text("level") or house.games[table.game].bot_levels[0]
    return done(request, await house.tables.add_bot(table.code, who(visitor), level))


@router.post("/remove")
async def remove(request: Request, code: str, visitor: Guest) -> Response:
    """`seat`; `of`: the name on it."""
    house, form, table = await begin(request, visitor, code, "bots")
    return done(request, await house.tables.remove_seat(table.code, who(visitor), meant_seat(form, table)))


@router.post("/start")
async def start(request: Request, code: str, visitor: Guest) -> Response:
    house, form, table = await begin(request, visitor, code, "start")
    table = await house.tables.start(table.code, who(visitor), even_unready=form.yes("confirm"))
    return see(request, reading.address(request, table))


@router.post("/bot")
async def hand_over(request: Request, code: str, visitor: Guest) -> Response:
    """A bot sits in: for an absent seat by the host's word, for one's own by one's own."""
    house, form, table = await begin(request, visitor, code, "seat")
    seat = table.seat_of(visitor.player_id)
    if not form.text("seat") or (seat and form.number("seat") == seat.index):
        return done(request, await house.tables.agree_to_bot(table.code, who(visitor)))
    return done(request, await house.tables.hand_over(table.code, who(visitor), form.number("seat")))


@router.post("/back")
async def take_back(request: Request, code: str, visitor: Guest) -> Response:
    house, _, table = await begin(request, visitor, code, "seat")
    return done(request, await house.tables.take_back(table.code, who(visitor)))


@router.post("/rematch")
async def rematch(request: Request, code: str, visitor: Guest) -> Response:
    house, _, table = await begin(request, visitor, code, "rematch")
    following = await house.tables.rematch(table.code, who(visitor))
    return see(request, reading.address(request, following))


def who(visitor: Visitor) -> str:
    """The person's id; "" for somebody without one, who has no seat anywhere."""
    return visitor.player_id or ""
