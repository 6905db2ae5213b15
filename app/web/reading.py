"""Tables read as text: whose forms come from the text view, where they are sent back to, and the page itself.

The graphical page shows a refusal beside its control; a text view is drawn again with the refusal at its top and
everything that was chosen still chosen.
"""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from fastapi import Request

from app.tables.model import Snapshot, Status, Table
from app.web.house import house_of
from app.web.telling import Teller, place_of
from app.web.text_screen import Asked
from app.web.visitor import Visitor


def reads(request: Request) -> bool:
    """Whether the form being answered stood in a text view: it says so, or its page's address does."""
    told: bool = getattr(request.state, "reads", False)
    return told or urlsplit(request.headers.get("referer", "")).path.endswith("/text")


def address(request: Request, table: Table) -> str:
    """The table's page as this reader sees tables; the page of its people for a form that stood there."""
    if not reads(request) and urlsplit(request.headers.get("referer", "")).path == f"/t/{table.code}/people":
        return f"/t/{table.code}/people"
    return f"/t/{table.code}/text" if reads(request) else f"/t/{table.code}"


async def page(
    request: Request,
    snapshot: Snapshot,
    visitor: Visitor,
    *,
    refused: str = "",
    sent: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """The text view of a running or finished race. `refused`: why the form `sent` was not taken."""
    house, table = house_of(request), snapshot.table
    teller: Teller = request.app.state.teller
    whole = request.query_params.get("log") == "all"
    asked = Asked(
        place=place_of(table, visitor.player_id),
        host=visitor.player_id == table.host,
        sent=sent or {},
        refused=refused,
        whole_log=whole,
        still=request.query_params.get("still") == "yes",
        proof=await house.tables.proof(table.id) if table.status is Status.OVER else None,
        may=house.tables.allowed_by_now(table),
    )
    story = await house.tables.log(table.id) if whole else await teller.story(table)
    view = teller.view(snapshot, visitor.player_id)
    present = teller.present_seats(table)
    return house.texts[table.game].page(table, view, story, present, reader=visitor, asked=asked)


async def refused(request: Request, visitor: Visitor, table: Table, sentence: str) -> str | None:
    """The text view again, for a form that stood there; None for a form of any other page."""
    sent = getattr(request.state, "sent", None)
    if sent is None or not reads(request):
        return None
    snapshot = await house_of(request).tables.snapshot(table.id)
    if snapshot.state is None or table.seat_of(visitor.player_id) is None:
        return None
    return await page(request, snapshot, visitor, refused=sentence, sent=sent)
