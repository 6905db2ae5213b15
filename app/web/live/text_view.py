"""Tables read as text: whose forms come from the text view, where they are sent back to, and the page itself.

The graphical page shows a refusal beside its control; a text view is drawn again with the refusal at its top and
everything that was chosen still chosen.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from fastapi import Request

from app.tables.model import Snapshot, Status, Table
from app.web.front.text import Asked
from app.web.http.forms import Posted
from app.web.http.request_user import RequestUser
from app.web.live.broadcaster import Broadcaster, place_of
from app.web.people_services import people_of
from app.web.services import services_of

most_digits = 12
"""Longer numbers are no versions."""


def came_from(request: Request) -> str:
    """The path of the page a form stood on; "" where the browser does not say, or says what is no address."""
    try:
        return urlsplit(request.headers.get("referer", "")).path
    except ValueError:
        return ""


def reads(request: Request, form: Posted) -> bool:
    """Whether the form being answered stood in a text view: it says so, or its page's address does."""
    return form.text("view") == "text" or came_from(request).endswith("/text")


def address(request: Request, form: Posted, table: Table, *, at: str = "new") -> str:
    """The table's page as this reader sees tables; the page of its people for a form that stood there.

    A form of the text view says which version its reader has read: the page begins there, at its part `at`.
    """
    if not reads(request, form):
        return f"/t/{table.code}" + ("/people" if came_from(request) == f"/t/{table.code}/people" else "")
    seen = version_seen(request, form.fields)
    return f"/t/{table.code}/text" + ("" if seen is None else f"?since={seen}#{at}")


def version_seen(request: Request, sent: Mapping[str, Sequence[str]] | None = None) -> int | None:
    """The version that the reader of a text view has read: as the posted form says it, else the address."""
    written = (*(sent or {}).get("seen", ()), request.query_params.get("since", ""))[0]
    return int(written) if written.isascii() and written.isdecimal() and len(written) < most_digits else None


async def page(
    request: Request,
    snapshot: Snapshot,
    visitor: RequestUser,
    *,
    refused: str = "",
    sent: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """The text view of a running or finished race. `refused`: why the form `sent` was not taken."""
    services, table = services_of(request), snapshot.table.as_known_to(visitor.player_id)
    seat = table.seat_of(visitor.player_id)
    broadcaster: Broadcaster = request.app.state.broadcaster
    whole = request.query_params.get("log") == "all"
    hears = await services.tables.may_hear(table, visitor.player_id)
    asked = Asked(
        place=place_of(table, visitor.player_id),
        host=visitor.player_id == table.host,
        sent=sent or {},
        refused=refused,
        whole_log=whole,
        still=request.query_params.get("still") == "yes",
        proof=await services.tables.proof(table.id) if table.status is Status.OVER else None,
        may=services.tables.allowed_by_now(table),
        since=version_seen(request, sent),
        now=services.tables.executor.clock(),
        said=await people_of(request).talk.lines(table.id, 0) if hears else (),
        hears=hears,
        race=await broadcaster.race(table),
        heard=await broadcaster.heard(table, seat.index if seat else None),
    )
    story = await services.tables.log(table.id) if whole else await broadcaster.story(table)
    view = broadcaster.view(snapshot, visitor.player_id)
    present = broadcaster.present_seats(table)
    return services.front(table).text.page(table, view, story, present, reader=visitor, asked=asked)


async def refused(
    request: Request, visitor: RequestUser, form: Posted | None, table: Table, sentence: str
) -> str | None:
    """The text view again, for a form that stood there; None for a form of any other page."""
    if form is None or not reads(request, form):
        return None
    snapshot = await services_of(request).tables.snapshot(table.id)
    if snapshot.state is None or table.seat_of(visitor.player_id) is None:
        return None
    return await page(request, snapshot, visitor, refused=sentence, sent=form.fields)
