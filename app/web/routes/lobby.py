"""What people do at a table besides playing: take and leave seats, and every row of `app/web/commands.py`.

Opening a link changes nothing: every change is a POST. The sender learns the news by the same path as everybody;
the answer to a form without script is the table's page again.
"""

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.tables.model import Table
from app.web.commands import GivenCommand, TableCommand, commands
from app.web.http.forms import Posted, posted
from app.web.http.request_user import RequestUser
from app.web.live import text_view
from app.web.routes.home import Guest, named, see
from app.web.services import Services, services_of

router = APIRouter(prefix="/t/{code}")


async def begin(
    request: Request, visitor: RequestUser, code: str, control: str
) -> tuple[Services, Posted, Table]:
    """Reads the form and the table it is about, and remembers both for a refusal's wording."""
    services = services_of(request)
    request.state.control = control
    table = (await services.tables.found(code)).table
    request.state.table = table
    form = await posted(request, visitor)
    if visitor.player_id and table.seat_of(visitor.player_id):
        services.hub.seen(table.id, visitor.player_id)
    request.state.reads, request.state.sent = form.text("view") == "text", form.fields
    return services, form, table


def done(request: Request, table: Table) -> Response:
    """Nothing to swap: the socket brings the news. Without script: the table's page."""
    if "hx-request" in request.headers:
        return Response(status_code=204, headers={"Yeti-Version": str(table.version)})
    return see(request, text_view.address(request, table))


@router.post("/join")
async def join(request: Request, code: str, visitor: Guest) -> Response:
    services, form, table = await begin(request, visitor, code, "join")
    player = await named(request, visitor, form)
    table = await services.tables.join(table.code, player.id)
    return see(request, text_view.address(request, table))


@router.post("/leave")
async def leave(request: Request, code: str, visitor: Guest) -> Response:
    services, _, table = await begin(request, visitor, code, "leave")
    await services.tables.leave(table.code, who(visitor))
    return see(request, "/")


def who(visitor: RequestUser) -> str:
    """The person's id; "" for somebody without one, who has no seat anywhere."""
    return visitor.player_id or ""


def route_of(command: TableCommand) -> Callable[..., Awaitable[Response]]:
    """What answers the form of a command."""

    async def run(request: Request, code: str, visitor: Guest) -> Response:
        services, form, table = await begin(request, visitor, code, command.control)
        given = GivenCommand(services, table, who(visitor), command.read(form, table))
        changed = await command.run(given)
        return see(request, text_view.address(request, changed)) if command.opens else done(request, changed)

    return run


for command in commands:
    router.add_api_route(
        f"/{command.name}", route_of(command), methods=["POST"], name=command.operation, response_model=None
    )
