"""How every call begins and ends: who asks, which table it is about, and the table as it is afterwards."""

from typing import Annotated

from fastapi import Depends, Path, Request

from app.tables.errors import NotAllowed
from app.tables.model import Table
from app.web.api.answers import Envelope
from app.web.api.envelopes import Envelopes
from app.web.house import House, house_of
from app.web.problems import NoToken
from app.web.visitor import Person, Visitor, visitor_of

Code = Annotated[
    str, Path(description="The table's code; case, spaces and hyphens do not count.", examples=["KRT7Q4"])
]


async def anybody(request: Request) -> Visitor:
    """Whoever asks, known or not. A token that is no longer anybody's is told, not taken for nobody's."""
    visitor = await visitor_of(request)
    if request.scope["state"]["bearer"] and visitor.player is None:
        raise NoToken("unknown_token")
    return visitor


async def somebody(visitor: Annotated[Visitor, Depends(anybody)]) -> Person:
    """A person. Raises NoToken."""
    if visitor.player is None:
        raise NoToken("no_token")
    return visitor.player


Anybody = Annotated[Visitor, Depends(anybody)]
Somebody = Annotated[Person, Depends(somebody)]


def envelopes_of(request: Request) -> Envelopes:
    return Envelopes(house_of(request), request.app.state.teller)


async def begin(request: Request, code: str, person: Person) -> tuple[House, Table]:
    """The table of a command; who sends it counts as being there. Raises NoSuchTable."""
    house = house_of(request)
    table = (await house.tables.find(code)).table
    request.state.table = table
    if table.seat_of(person.id):
        house.hub.seen(table.id, person.id)
    return house, table


async def look(request: Request, code: str, player: str | None) -> tuple[House, Table]:
    """The table of a question, if this reader may see it; who has a seat and asks is not away. Raises
    NoSuchTable, NotAllowed(no_spectators).
    """
    house = house_of(request)
    table = (await house.tables.find(code)).table
    request.state.table = table
    if not await house.tables.may_look(table, player):
        raise NotAllowed("no_spectators")
    if player is not None and table.seat_of(player):
        house.hub.seen(table.id, player)
    return house, table


async def now(request: Request, table: Table, person: Person) -> Envelope:
    """What a command answers: the table as this person may see it from here on."""
    return await envelopes_of(request).of(table.id, person.id)
