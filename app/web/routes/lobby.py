"""What people do at a table besides playing: take and leave seats, and every row of `app/web/commands.py`.

Opening a link changes nothing: every change is a POST. The sender learns the news by the same path as everybody;
the answer to a form without script is the table's page again.
"""

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.web.commands import GivenCommand, TableCommand, commands
from app.web.handlers.table_commands import begin, done
from app.web.handlers.visitors import Guest, named, player_id_of, see
from app.web.http.command_context import Context
from app.web.live import text_view

router = APIRouter(prefix="/t/{code}")


@router.post("/join")
async def join(request: Request, context: Context, code: str, visitor: Guest) -> Response:
    services, form, table = await begin(request, context, visitor, code, "join")
    player = await named(request, visitor, form)
    table = await services.tables.join(table.code, player.id)
    return see(request, text_view.address(request, form, table))


@router.post("/leave")
async def leave(request: Request, context: Context, code: str, visitor: Guest) -> Response:
    services, _, table = await begin(request, context, visitor, code, "leave")
    await services.tables.leave(table.code, player_id_of(visitor))
    return see(request, "/")


def route_of(command: TableCommand) -> Callable[..., Awaitable[Response]]:
    """What answers the form of a command."""

    async def run(request: Request, context: Context, code: str, visitor: Guest) -> Response:
        services, form, table = await begin(request, context, visitor, code, command.control)
        given = GivenCommand(services, table, player_id_of(visitor), command.read(form, table))
        changed = await command.run(given)
        if command.opens:
            return see(request, text_view.address(request, form, changed))
        return done(request, form, changed)

    return run


for command in commands:
    router.add_api_route(
        f"/{command.name}", route_of(command), methods=["POST"], name=command.operation, response_model=None
    )
