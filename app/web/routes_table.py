"""A table's page, its regions for a page that fell behind, and the one door for a seat's actions."""

import secrets

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from app.tables.errors import NotAllowed
from app.tables.model import Snapshot, Status, Table
from app.web import reading
from app.web.house import house_of
from app.web.pages import doorstep, lobby
from app.web.routes_home import Guest
from app.web.routes_lobby import begin, who
from app.web.shape import shape_of
from app.web.telling import Reader, Teller, away, place_of
from app.web.templating import environment
from app.web.visitor import Visitor

router = APIRouter(prefix="/t/{code}")


@router.get("")
async def show(request: Request, code: str, visitor: Guest) -> Response:
    snapshot = await house_of(request).tables.find(code)
    if code != snapshot.table.code:
        return Response(status_code=303, headers={"Location": f"/t/{snapshot.table.code}"})
    place = place_of(snapshot.table, visitor.player_id)
    return await before_the_race(request, snapshot, visitor) or HTMLResponse(
        await table_page(request, snapshot, visitor, place)
    )


async def before_the_race(request: Request, snapshot: Snapshot, visitor: Visitor) -> Response | None:
    """The lobby, or a word to somebody who may not look on; None where there is a race to be shown."""
    house, table = house_of(request), snapshot.table
    if visitor.player_id and table.seat_of(visitor.player_id):
        house.hub.seen(table.id, visitor.player_id)
    if table.status is Status.LOBBY:
        teller: Teller = request.app.state.teller
        base = house.settings.base_url or str(request.base_url).rstrip("/")
        place = place_of(table, visitor.player_id)
        present, listing, now = teller.present_seats(table), house.settings.listing, house.tables.desk.clock()
        return HTMLResponse(lobby.page(table, visitor, present, place, now, base_url=base, listing=listing))
    if not await house.tables.may_look(table, visitor.player_id):
        return HTMLResponse(doorstep_page(request, table, visitor, watch=False), 403)
    return None


def doorstep_page(request: Request, table: Table, visitor: Visitor, *, watch: bool) -> str:
    """For somebody without a seat: which of them they may say is theirs. Its place is that of who may not look on, so
    that it goes to the table when a seat is theirs.
    """
    teller: Teller = request.app.state.teller
    place = place_of(table, visitor.player_id) if watch else away
    return doorstep.page(table, teller.present_seats(table), place, visitor.player_id, visitor, watch=watch)


@router.get("/claim")
async def show_claim(request: Request, code: str, visitor: Guest) -> Response:
    """For a browser that has lost its memory: "I was Ines". Opening it changes nothing."""
    house = house_of(request)
    table = (await house.tables.find(code)).table
    if table.seat_of(visitor.player_id) is not None or table.status is Status.LOBBY:
        return Response(status_code=303, headers={"Location": f"/t/{table.code}"})
    watch = await house.tables.may_look(table, visitor.player_id)
    return HTMLResponse(doorstep_page(request, table, visitor, watch=watch), 200 if watch else 403)


async def table_page(request: Request, snapshot: Snapshot, visitor: Visitor, place: str) -> str:
    """The whole page of a running or finished game, as one seat sees it."""
    house, table = house_of(request), snapshot.table
    teller: Teller = request.app.state.teller
    screen = house.screens[table.game]
    context = screen.page(
        table,
        teller.view(snapshot, visitor.player_id),
        await teller.story(table),
        teller.present_seats(table),
        visitor.language,
    )
    page = environment(visitor.language).get_template(screen.template)
    return page.render(
        **context,
        theme=visitor.theme,
        csrf=visitor.csrf,
        place=place,
        is_host=visitor.player_id == table.host,
        shape=shape_of(request),
        now=house.tables.desk.clock(),
        may=" ".join(house.tables.allowed_by_now(table)),
        watching=house.hub.watching(table.id, [seat.player for seat in table.seats]),
    )


@router.get("/regions")
async def regions(request: Request, code: str, visitor: Guest, since: int = 0) -> Response:
    """The same message as the socket brings, whole: for a page whose socket is late."""
    house = house_of(request)
    table = (await house.tables.find(code)).table
    if not await house.tables.may_look(table, visitor.player_id):
        raise NotAllowed("no_spectators")
    teller: Teller = request.app.state.teller
    reader = Reader(table.id, visitor, version=since)
    message = await teller.message(reader, whole=True)
    return Response(message, media_type="application/json")


@router.get("/log")
async def log(request: Request, code: str, visitor: Guest) -> Response:
    """The whole story of the race so far, as a page: all rounds, not only the last two."""
    house = house_of(request)
    snapshot = await house.tables.find(code)
    early = await before_the_race(request, snapshot, visitor)
    if early is not None:
        return early
    teller: Teller = request.app.state.teller
    table = snapshot.table
    story = await house.tables.log(table.id)
    view = teller.view(snapshot, None)
    template, context = house.screens[table.game].log(table, view, story, visitor.language)
    page = environment(visitor.language).get_template(template)
    return HTMLResponse(page.render(**context, theme=visitor.theme, csrf=visitor.csrf, here=f"/t/{code}/log"))


@router.post("/actions")
async def act(request: Request, code: str, visitor: Guest) -> Response:
    """One choice of a seat, for one decision. Form: the fields of the game's controls; JSON: {decision, key, action}.

    200 with the sender's `#act` and `Yeti-Version` (303 without script; JSON clients: the answer as JSON);
    a refusal is 4xx with its reason, and has changed nothing.
    """
    house, form, table = await begin(request, visitor, code, "act")
    screen = house.screens[table.game]
    fields = house.texts[table.game].fields(form.fields) if reading.reads(request) else form.fields
    action = screen.parse_action(fields) if form.json is None else form.json.get("action")
    answer = await house.tables.act(
        table.code,
        who(visitor),
        decision=form.number("decision"),
        key=form.text("key")[:64] or secrets.token_urlsafe(12),
        action=action,
    )
    headers = {"Yeti-Version": str(answer.version)}
    if form.json is not None:
        return JSONResponse({"version": answer.version, "decision": answer.decision}, headers=headers)
    if "hx-request" not in request.headers:
        return Response(status_code=303, headers=headers | {"Location": reading.address(request, table)})
    teller: Teller = request.app.state.teller
    snapshot = await house.tables.snapshot(table.id)
    view = teller.view(snapshot, visitor.player_id)
    return HTMLResponse(screen.act_region(snapshot.table, view, visitor.language), headers=headers)
