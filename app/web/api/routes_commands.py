"""What people do at a table besides choosing: the commands of the page under the same names. Most are rows of
`app/web/commands.py`; those with an answer of their own stand here.

Each answers the table as it is afterwards; everybody else learns the news by the socket.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.tables.chat import reports
from app.tables.errors import NotAllowed
from app.web import bodies as b
from app.web.api import answers as a
from app.web.api.calls import Code, Somebody, begin, now
from app.web.commands import GivenCommand, TableCommand, commands
from app.web.http.command_context import CommandContext, Context
from app.web.http.request_user import Person
from app.web.people_services import address_of, people_of

router = APIRouter(prefix="/tables/{code}")
seats = APIRouter(tags=["seats"])
hosts = APIRouter(tags=["host"])
race = APIRouter(tags=["race"])
chat = APIRouter(tags=["chat"])


@seats.post("/join", summary="Take a seat")
async def join(request: Request, context: Context, code: Code, person: Somebody) -> a.Envelope:
    """The next free one, under your guest's name; who has one keeps it."""
    services, table = await begin(request, context, code, person)
    return await now(request, await services.tables.join(table.code, person.id), person)


@seats.post("/leave", status_code=204, summary="Leave")
async def leave(request: Request, context: Context, code: Code, person: Somebody) -> Response:
    """In the lobby the seat is free again; in a running race a bot goes on, or the seat drops out."""
    services, table = await begin(request, context, code, person)
    await services.tables.leave(table.code, person.id)
    return Response(status_code=204)


@seats.post("/claim", status_code=204, summary="Say that a seat is mine")
async def claim(request: Request, context: Context, code: Code, person: Somebody, body: b.AtSeat) -> Response:
    """For somebody who has lost their token. The host decides; then `GET /tables/{code}` says `you.seat`. Until then it
    is 403 where nobody may look on, which is why this answers nothing.
    """
    services, table = await begin(request, context, code, person)
    await services.tables.hosting.claim(table.code, person.id, body.seat)
    return Response(status_code=204)


@race.post("/report", status_code=204, summary="A word to the operator")
async def report(
    request: Request, context: Context, code: Code, person: Somebody, body: b.ReportBody
) -> Response:
    services, table = await begin(request, context, code, person)
    if not await services.tables.may_look(table, person.id):
        raise NotAllowed("no_spectators")
    people = people_of(request)
    await reports.report(
        services.tables.executor,
        people.reports,
        people.counters,
        table,
        person.id,
        seat=body.seat,
        text=body.text,
    )
    return Response(status_code=204)


@chat.post("/chat", summary="Say something")
async def say(request: Request, context: Context, code: Code, person: Somebody, body: b.TextBody) -> a.Said:
    _, table = await begin(request, context, code, person)
    talk, address = people_of(request).talk, address_of(request)
    return a.Said(chat_version=await talk.say(table.code, person.id, body.text, address=address))


@chat.post("/react", summary="React")
async def react(
    request: Request, context: Context, code: Code, person: Somebody, body: b.ReactionBody
) -> a.Said:
    _, table = await begin(request, context, code, person)
    talk, address = people_of(request).talk, address_of(request)
    version = await talk.react(
        table.code, person.id, body.reaction, target=body.seat, figure=body.figure, address=address
    )
    return a.Said(chat_version=version)


def route_of(command: TableCommand) -> Callable[..., Awaitable[a.Envelope]]:
    """What answers a command of the table: the table as it is afterwards."""

    async def run(
        request: Request, context: CommandContext, code: str, person: Person, args: Mapping[str, Any]
    ) -> a.Envelope:
        services, table = await begin(request, context, code, person)
        return await now(request, await command.run(GivenCommand(services, table, person.id, args)), person)

    async def bare(request: Request, context: Context, code: Code, person: Somebody) -> a.Envelope:
        return await run(request, context, code, person, {})

    async def with_body(
        request: Request, context: Context, code: Code, person: Somebody, body: b.Body
    ) -> a.Envelope:
        return await run(request, context, code, person, body.model_dump())

    if command.body is None:
        return bare
    with_body.__annotations__["body"] = command.body  # FastAPI reads it from the signature
    return with_body


parts = {"seats": seats, "host": hosts, "race": race, "chat": chat}
for command in commands:
    parts[command.part].add_api_route(
        f"/{command.name}",
        route_of(command),
        methods=["POST"],
        name=command.operation,
        summary=command.summary,
        description=command.about,
    )
for part in parts.values():
    router.include_router(part)
