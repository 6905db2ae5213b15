"""A table's page, its regions for a page that fell behind, and the one route for a seat's actions."""

import secrets
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from markupsafe import Markup

from app.tables.errors import NotAllowed
from app.tables.model import Snapshot, Status
from app.web.handlers.table_commands import begin
from app.web.handlers.table_pages import before_the_game, no_seat_page
from app.web.handlers.visitors import ActingPlayer, Guest, player_id_of
from app.web.http.command_context import Context
from app.web.http.request_user import RequestUser
from app.web.http.shape import shape_of
from app.web.live import text_view
from app.web.live.broadcaster import Broadcaster, PageSubscription, place_of
from app.web.services import services_of
from app.web.templating import environment

router = APIRouter(prefix="/t/{code}")


@router.get("")
async def show(request: Request, code: str, visitor: Guest) -> Response:
    snapshot = await services_of(request).tables.find(code)
    if code != snapshot.table.code:
        return Response(status_code=303, headers={"Location": f"/t/{snapshot.table.code}"})
    place = place_of(snapshot.table, visitor.player_id)
    return await before_the_game(request, snapshot, visitor) or HTMLResponse(
        await table_page(request, snapshot, visitor, place)
    )


@router.get("/claim")
async def show_claim(request: Request, code: str, visitor: Guest) -> Response:
    """For a browser that has lost its memory: "I was Ines". Opening it changes nothing."""
    services = services_of(request)
    table = (await services.tables.find(code)).table
    if table.seat_of(visitor.player_id) is not None or table.status is Status.LOBBY:
        return Response(status_code=303, headers={"Location": f"/t/{table.code}"})
    watch = await services.tables.may_look(table, visitor.player_id)
    return HTMLResponse(no_seat_page(request, table, visitor, watch=watch), 200 if watch else 403)


async def table_page(request: Request, snapshot: Snapshot, visitor: RequestUser, place: str) -> str:
    """The whole page of a running or finished game, as one seat sees it."""
    services, table = services_of(request), snapshot.table.as_known_to(visitor.player_id)
    broadcaster: Broadcaster = request.app.state.broadcaster
    front, seat = services.front(table), table.seat_of(visitor.player_id)
    screen = front.table
    heard = await broadcaster.heard_regions(snapshot.table, seat.index if seat else None, visitor.language)
    context = screen.page(
        table,
        broadcaster.view(snapshot, visitor.player_id),
        await broadcaster.story(table),
        broadcaster.present_seats(table),
        visitor.language,
        race=await broadcaster.race(table),
    )
    page = environment(visitor.language, front.words.phrases).get_template(screen.template)
    return page.render(
        **context,
        heard={name: Markup(html) for name, html in heard.items()},  # noqa: S704 - by our own templates
        theme=visitor.theme,
        csrf=visitor.csrf,
        place=place,
        is_host=visitor.player_id == table.host,
        shape=shape_of(request),
        now=services.tables.executor.clock(),
        may=" ".join(services.tables.allowed_by_now(table)),
        watching=services.hub.watching(table.id, [seat.player for seat in table.seats]),
    )


@router.get("/regions")
async def regions(request: Request, code: str, visitor: Guest, since: int = 0) -> Response:
    """The same message as the socket brings, whole: for a page whose socket is late."""
    services = services_of(request)
    table = (await services.tables.find(code)).table
    if not await services.tables.may_look(table, visitor.player_id):
        raise NotAllowed("no_spectators")
    broadcaster: Broadcaster = request.app.state.broadcaster
    reader = PageSubscription(table.id, visitor, version=since)
    message = await broadcaster.message(reader, whole=True)
    return Response(message, media_type="application/json")


@router.get("/log")
async def log(request: Request, code: str, visitor: Guest) -> Response:
    """The whole story of the race so far, as a page: all rounds, not only the last two."""
    services = services_of(request)
    snapshot = await services.tables.find(code)
    early = await before_the_game(request, snapshot, visitor)
    if early is not None:
        return early
    broadcaster: Broadcaster = request.app.state.broadcaster
    table = snapshot.table
    story = await services.tables.told_since(table.id, 0, visitor.player_id)
    view = broadcaster.view(snapshot, None)
    front = services.front(table)
    template, context = front.table.log(table, view, story, visitor.language)
    page = environment(visitor.language, front.words.phrases).get_template(template)
    return HTMLResponse(page.render(**context, theme=visitor.theme, csrf=visitor.csrf, here=f"/t/{code}/log"))


@router.get("/share")
async def share(request: Request, code: str, visitor: Guest) -> Response:
    """One's own result as a picture and a text, for others to see."""
    return await shared_result(request, code, visitor, sheet=False)


@router.get("/share.html")
async def share_sheet(request: Request, code: str, visitor: Guest) -> Response:
    """The same for a dialog over the poster."""
    return await shared_result(request, code, visitor, sheet=True)


async def shared_result(request: Request, code: str, visitor: RequestUser, *, sheet: bool) -> Response:
    """To the table where there is nothing to share: no seat, or no result yet."""
    services = services_of(request)
    snapshot = await services.tables.find(code)
    early = await before_the_game(request, snapshot, visitor)
    if early is not None:
        return early
    broadcaster: Broadcaster = request.app.state.broadcaster
    table = snapshot.table
    host = urlsplit(services.settings.base_url or str(request.base_url)).netloc
    view = broadcaster.view(snapshot, visitor.player_id)
    front = services.front(table)
    made = front.table.share(table, view, await broadcaster.race(table), visitor.language, host=host)
    if made is None:
        return Response(status_code=303, headers={"Location": f"/t/{table.code}"})
    whole, part, context = made
    page = environment(visitor.language, front.words.phrases).get_template(part if sheet else whole)
    here = f"/t/{table.code}/share"
    return HTMLResponse(
        page.render(**context, sheet=sheet, theme=visitor.theme, csrf=visitor.csrf, here=here)
    )


@router.post("/actions")
async def act(request: Request, context: Context, code: str, visitor: ActingPlayer) -> Response:
    """One choice of a seat, for one decision. Form: the fields of the game's controls; JSON: {decision, key, action}.

    200 with the sender's `#act` and `Yeti-Version` (303 without script; JSON clients: the answer as JSON);
    a refusal is 4xx with its reason, and has changed nothing.
    """
    services, form, table = await begin(request, context, visitor, code, "act")
    screen = services.front(table).table
    fields = services.front(table).text.fields(form.fields) if text_view.reads(request, form) else form.fields
    action = screen.parse_action(fields) if form.json is None else form.json.get("action")
    answer = await services.tables.act(
        table.code,
        player_id_of(visitor),
        decision=form.number("decision"),
        key=form.text("key") or secrets.token_urlsafe(12),
        action=action,
    )
    headers = {"Yeti-Version": str(answer.version)}
    if form.json is not None:
        return JSONResponse({"version": answer.version, "decision": answer.decision}, headers=headers)
    if "hx-request" not in request.headers:
        return Response(
            status_code=303, headers=headers | {"Location": text_view.address(request, form, table)}
        )
    broadcaster: Broadcaster = request.app.state.broadcaster
    snapshot = await services.tables.recent(table.id)
    view = broadcaster.view(snapshot, visitor.player_id)
    return HTMLResponse(screen.act_region(snapshot.table, view, visitor.language), headers=headers)
