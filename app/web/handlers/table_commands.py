"""How a form about a table begins and ends, whichever route takes it."""

from fastapi import Request
from fastapi.responses import Response

from app.tables.model import Table
from app.web.handlers.visitors import see
from app.web.http.command_context import CommandContext
from app.web.http.forms import Posted, posted
from app.web.http.request_user import RequestUser
from app.web.live import text_view
from app.web.services import Services, services_of


async def begin(
    request: Request, context: CommandContext, visitor: RequestUser, code: str, control: str
) -> tuple[Services, Posted, Table]:
    """Finds the table and reads the form, and puts both into the context. Raises NoSuchTable, Refusal."""
    services = services_of(request)
    context.control = control
    context.table = table = (await services.tables.found(code)).table
    form = await posted(request, visitor)
    if visitor.player_id and table.seat_of(visitor.player_id):
        services.hub.seen(table.id, visitor.player_id)
    context.form = form
    return services, form, table


def done(request: Request, form: Posted, table: Table) -> Response:
    """Nothing to swap: the socket brings the news. Without script: the table's page."""
    if "hx-request" in request.headers:
        return Response(status_code=204, headers={"Yeti-Version": str(table.version)})
    return see(request, text_view.address(request, form, table))
