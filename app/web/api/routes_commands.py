"""What people do at a table besides choosing: the commands of the page under the same names.

Each answers the table as it is afterwards; everybody else learns the news by the socket.
"""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.tables import reporting
from app.tables.errors import NotAllowed
from app.web.api import answers as a
from app.web.api import bodies as b
from app.web.api.calls import Code, Somebody, begin, now
from app.web.people import address_of, people_of

router = APIRouter(prefix="/tables/{code}")
seats = APIRouter(tags=["seats"])
hosts = APIRouter(tags=["host"])
race = APIRouter(tags=["race"])
chat = APIRouter(tags=["chat"])


@seats.post("/join", summary="Take a seat")
async def join(request: Request, code: Code, person: Somebody) -> a.Envelope:
    """The next free one, under your guest's name; who has one keeps it."""
    house, table = await begin(request, code, person)
    return await now(request, await house.tables.join(table.code, person.id), person)


@seats.post("/leave", status_code=204, summary="Leave")
async def leave(request: Request, code: Code, person: Somebody) -> Response:
    """In the lobby the seat is free again; in a running race a bot goes on, or the seat drops out."""
    house, table = await begin(request, code, person)
    await house.tables.leave(table.code, person.id)
    return Response(status_code=204)


@seats.post("/ready", summary="Be ready, or not")
async def ready(request: Request, code: Code, person: Somebody, body: b.Ready) -> a.Envelope:
    house, table = await begin(request, code, person)
    return await now(request, await house.tables.set_ready(table.code, person.id, body.ready), person)


@seats.post("/hat", summary="Choose a hat")
async def hat(request: Request, code: Code, person: Somebody, body: b.Hat) -> a.Envelope:
    """At a table of two, each of your two skiers has one."""
    house, table = await begin(request, code, person)
    seat = table.seat_of(person.id)
    hats = list(seat.hats) if seat else []
    if body.skier < len(hats):
        hats[body.skier] = body.hat
    return await now(request, await house.tables.set_hats(table.code, person.id, tuple(hats)), person)


@seats.post("/claim", status_code=204, summary="Say that a seat is mine")
async def claim(request: Request, code: Code, person: Somebody, body: b.AtSeat) -> Response:
    """For somebody who has lost their token. The host decides; then `GET /tables/{code}` says `you.seat`. Until then it
    is 403 where nobody may look on, which is why this answers nothing.
    """
    house, table = await begin(request, code, person)
    await house.tables.hosting.claim(table.code, person.id, body.seat)
    return Response(status_code=204)


@hosts.post("/options", summary="Switch an option")
async def option(request: Request, code: Code, person: Somebody, body: b.OptionSet) -> a.Envelope:
    house, table = await begin(request, code, person)
    changed = await house.tables.set_option(table.code, person.id, body.option, body.on)
    return await now(request, changed, person)


@hosts.post("/bots", summary="Seat a bot")
async def add_bot(request: Request, code: Code, person: Somebody, body: b.NewBot) -> a.Envelope:
    house, table = await begin(request, code, person)
    level = body.level or house.games[table.game].bot_levels[0]
    return await now(request, await house.tables.add_bot(table.code, person.id, level), person)


@hosts.post("/remove", summary="Take somebody off")
async def remove_seat(request: Request, code: Code, person: Somebody, body: b.AtSeat) -> a.Envelope:
    """A person stays out."""
    house, table = await begin(request, code, person)
    return await now(request, await house.tables.remove_seat(table.code, person.id, body.seat), person)


@hosts.post("/start", summary="Start the race")
async def start(request: Request, code: Code, person: Somebody, body: b.Start) -> a.Envelope:
    house, table = await begin(request, code, person)
    started = await house.tables.start(table.code, person.id, even_unready=body.confirm)
    return await now(request, started, person)


@hosts.post("/clock", summary="Time to choose")
async def clock(request: Request, code: Code, person: Somebody, body: b.Clock) -> a.Envelope:
    house, table = await begin(request, code, person)
    changed = await house.tables.hosting.set_clock(table.code, person.id, body.seconds)
    return await now(request, changed, person)


@hosts.post("/host", summary="Hand on the host's role")
async def give_role(request: Request, code: Code, person: Somebody, body: b.AtSeat) -> a.Envelope:
    house, table = await begin(request, code, person)
    return await now(request, await house.tables.hosting.give_role(table.code, person.id, body.seat), person)


@hosts.post("/admits", summary="Let newcomers sit down, or not")
async def admits(request: Request, code: Code, person: Somebody, body: b.Switch) -> a.Envelope:
    house, table = await begin(request, code, person)
    return await now(request, await house.tables.hosting.set_admits(table.code, person.id, body.on), person)


@hosts.post("/listed", summary="Put the table on the start page, or not")
async def set_listed(request: Request, code: Code, person: Somebody, body: b.Switch) -> a.Envelope:
    house, table = await begin(request, code, person)
    return await now(request, await house.tables.hosting.set_listed(table.code, person.id, body.on), person)


@hosts.post("/spectators", summary="Let people look on, or not")
async def spectators(request: Request, code: Code, person: Somebody, body: b.Switch) -> a.Envelope:
    house, table = await begin(request, code, person)
    changed = await house.tables.hosting.set_spectators(table.code, person.id, body.on)
    return await now(request, changed, person)


@hosts.post("/leavers", summary="What becomes of a leaver's seat")
async def leavers(request: Request, code: Code, person: Somebody, body: b.Leavers) -> a.Envelope:
    house, table = await begin(request, code, person)
    changed = await house.tables.hosting.set_leavers(table.code, person.id, body.leavers)
    return await now(request, changed, person)


@hosts.post("/order", summary="Move a seat")
async def order(request: Request, code: Code, person: Somebody, body: b.Order) -> a.Envelope:
    house, table = await begin(request, code, person)
    moved = await house.tables.hosting.move_seat(table.code, person.id, body.seat, body.to)
    return await now(request, moved, person)


@hosts.post("/silence", summary="Switch off somebody's chat, or on again")
async def silence(request: Request, code: Code, person: Somebody, body: b.Silence) -> a.Envelope:
    house, table = await begin(request, code, person)
    changed = await house.tables.hosting.silence(table.code, person.id, body.seat, body.on)
    return await now(request, changed, person)


@hosts.post("/reseat", summary="Give a claimed seat to who asked, or not")
async def reseat(request: Request, code: Code, person: Somebody, body: b.Reseat) -> a.Envelope:
    house, table = await begin(request, code, person)
    changed = await house.tables.hosting.reseat(table.code, person.id, body.seat, yes=body.yes)
    return await now(request, changed, person)


@race.post("/pause", summary="Pause")
async def pause(request: Request, code: Code, person: Somebody) -> a.Envelope:
    house, table = await begin(request, code, person)
    return await now(request, await house.tables.hosting.pause(table.code, person.id), person)


@race.post("/resume", summary="Go on")
async def resume(request: Request, code: Code, person: Somebody) -> a.Envelope:
    """The host at any time, anybody seated after ten minutes."""
    house, table = await begin(request, code, person)
    return await now(request, await house.tables.hosting.resume(table.code, person.id), person)


@race.post("/bot", summary="Let a bot sit in")
async def hand_over(request: Request, code: Code, person: Somebody, body: b.MaybeSeat) -> a.Envelope:
    house, table = await begin(request, code, person)
    seat = table.seat_of(person.id)
    if body.seat is None or (seat and body.seat == seat.index):
        return await now(request, await house.tables.agree_to_bot(table.code, person.id), person)
    return await now(request, await house.tables.hand_over(table.code, person.id, body.seat), person)


@race.post("/back", summary="Take my seat back")
async def take_back(request: Request, code: Code, person: Somebody) -> a.Envelope:
    house, table = await begin(request, code, person)
    return await now(request, await house.tables.take_back(table.code, person.id), person)


@race.post("/propose", summary="Propose a bot for somebody away")
async def propose(request: Request, code: Code, person: Somebody, body: b.AtSeat) -> a.Envelope:
    house, table = await begin(request, code, person)
    changed = await house.tables.hosting.propose_bot(table.code, person.id, body.seat)
    return await now(request, changed, person)


@race.post("/decline", summary="No bot sits in")
async def decline(request: Request, code: Code, person: Somebody, body: b.AtSeat) -> a.Envelope:
    house, table = await begin(request, code, person)
    changed = await house.tables.hosting.decline_bot(table.code, person.id, body.seat)
    return await now(request, changed, person)


@race.post("/rematch", summary="Another race")
async def rematch(request: Request, code: Code, person: Somebody) -> a.Envelope:
    """The one table that follows this one, whoever asks first, with your chair and hat; it has a code of its own."""
    house, table = await begin(request, code, person)
    return await now(request, await house.tables.rematch(table.code, person.id), person)


@race.post("/report", status_code=204, summary="A word to the operator")
async def report(request: Request, code: Code, person: Somebody, body: b.Report) -> Response:
    house, table = await begin(request, code, person)
    if not await house.tables.may_look(table, person.id):
        raise NotAllowed("no_spectators")
    people = people_of(request)
    await reporting.report(
        house.tables.desk,
        people.reports,
        people.counters,
        table,
        person.id,
        seat=body.seat,
        text=body.text,
    )
    return Response(status_code=204)


@chat.post("/chat", summary="Say something")
async def say(request: Request, code: Code, person: Somebody, body: b.Text) -> a.Said:
    _, table = await begin(request, code, person)
    talk, address = people_of(request).talk, address_of(request)
    return a.Said(chat_version=await talk.say(table.code, person.id, body.text, address=address))


@chat.post("/react", summary="React")
async def react(request: Request, code: Code, person: Somebody, body: b.Reaction) -> a.Said:
    _, table = await begin(request, code, person)
    talk, address = people_of(request).talk, address_of(request)
    return a.Said(chat_version=await talk.react(table.code, person.id, body.reaction, address=address))


for part in (seats, hosts, race, chat):
    router.include_router(part)
