"""How every call begins and ends: who asks, which table it is about, and the table as it is afterwards."""

from typing import Annotated

from fastapi import Depends, Path, Request

from app.tables.errors import NotAllowed
from app.tables.model import Table
from app.web.api.answers import Envelope
from app.web.api.envelopes import Envelopes
from app.web.http.command_context import CommandContext
from app.web.http.problems import NoToken
from app.web.http.request_user import Person, RequestUser, tokens_of, visitor_of
from app.web.services import Services, services_of

Code = Annotated[
    str, Path(description="The table's code; case, spaces and hyphens do not count.", examples=["KRT7Q4"])
]


async def anybody(request: Request) -> RequestUser:
    """Whoever asks, known or not. A token that is no longer anybody's is told, not taken for nobody's."""
    visitor = await visitor_of(request)
    if tokens_of(request).bearer and visitor.player is None:
        raise NoToken("unknown_token")
    return visitor


async def somebody(visitor: Annotated[RequestUser, Depends(anybody)]) -> Person:
    """A person. Raises NoToken."""
    if visitor.player is None:
        raise NoToken("no_token")
    return visitor.player


Anybody = Annotated[RequestUser, Depends(anybody)]
Somebody = Annotated[Person, Depends(somebody)]


def envelopes_of(request: Request) -> Envelopes:
    return Envelopes(services_of(request), request.app.state.broadcaster)


async def begin(
    request: Request, context: CommandContext, code: str, person: Person
) -> tuple[Services, Table]:
    """The table of a command; who sends it counts as being there. Raises NoSuchTable."""
    services = services_of(request)
    context.table = table = (await services.tables.find(code)).table
    if table.seat_of(person.id):
        services.hub.seen(table.id, person.id)
    return services, table


async def look(
    request: Request, context: CommandContext, code: str, player: str | None
) -> tuple[Services, Table]:
    """The table of a question, if this reader may see it; who has a seat and asks is not away. Raises
    NoSuchTable, NotAllowed(no_spectators).
    """
    services = services_of(request)
    context.table = table = (await services.tables.find(code)).table
    if not await services.tables.may_look(table, player):
        raise NotAllowed("no_spectators")
    if player is not None and table.seat_of(player):
        services.hub.seen(table.id, player)
    return services, table.as_known_to(player)


async def now(request: Request, table: Table, person: Person) -> Envelope:
    """What a command answers: the table as this person may see it from here on."""
    return await envelopes_of(request).of(table.id, person.id)
