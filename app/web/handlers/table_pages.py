"""Pages of a table that are shown in place of the game, whichever address was asked for."""

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from app.tables.model import Snapshot, Status, Table
from app.web.http.request_user import RequestUser
from app.web.live.broadcaster import Broadcaster, away, place_of
from app.web.pages import lobby, no_seat
from app.web.services import services_of


async def before_the_game(request: Request, snapshot: Snapshot, visitor: RequestUser) -> Response | None:
    """The lobby, or a word to somebody who may not look on; None where there is a game to be shown."""
    services, table = services_of(request), snapshot.table
    if visitor.player_id and table.seat_of(visitor.player_id):
        services.hub.seen(table.id, visitor.player_id)
    if table.status is Status.LOBBY:
        broadcaster: Broadcaster = request.app.state.broadcaster
        page = lobby.page(
            table,
            services.front(table),
            visitor,
            broadcaster.present_seats(table),
            place=place_of(table, visitor.player_id),
            now=services.tables.executor.clock(),
            base_url=services.settings.base_url or str(request.base_url).rstrip("/"),
            listing=services.settings.listing,
        )
        return HTMLResponse(page)
    if not await services.tables.may_look(table, visitor.player_id):
        return HTMLResponse(no_seat_page(request, table, visitor, watch=False), 403)
    return None


def no_seat_page(request: Request, table: Table, visitor: RequestUser, *, watch: bool) -> str:
    """For somebody without a seat: which of them they may say is theirs. Its place is that of who may not look on, so
    that it goes to the table when a seat is theirs.
    """
    broadcaster: Broadcaster = request.app.state.broadcaster
    place = place_of(table, visitor.player_id) if watch else away
    front = services_of(request).front(table)
    return no_seat.page(
        table.as_known_to(visitor.player_id),
        front,
        broadcaster.present_seats(table),
        visitor,
        place=place,
        player_id=visitor.player_id,
        watch=watch,
    )
