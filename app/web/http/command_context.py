"""What is known of a request when it is refused. The route gets the context as a parameter and fills it in as it
reads; a refusal that leaves the route takes the context along.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from app.games.kernel.contract import GameError
from app.players.errors import Refusal
from app.tables.model import Table
from app.web.http.forms import Posted


@dataclass(slots=True)
class CommandContext:
    """`control`: the part of the page beside which a refusal is told, where the page does not say it itself (header
    `Yeti-Control`). `table`: what the request is about, once it is found. `form`: what was sent, once it is read.
    """

    control: str = "page"
    table: Table | None = None
    form: Posted | None = None


class RefusedCommand(Exception):
    """A refusal and what was known of the request when it came. The message is the refusal's own."""

    def __init__(self, error: Refusal | GameError, context: CommandContext) -> None:
        super().__init__(*error.args)
        self.error = error
        self.context = context


async def command_context() -> AsyncIterator[CommandContext]:
    """A new context for one request. Raises RefusedCommand for every refusal of the route."""
    context = CommandContext()
    try:
        yield context
    except (Refusal, GameError) as error:
        raise RefusedCommand(error, context) from error


Context = Annotated[CommandContext, Depends(command_context, scope="function")]
