"""`python -m tools.seeded serve`: the server, but its chance follows from words, so that a test plays the same race
each time.

What a table is dealt follows from the header `Yeti-Dice` of whoever opens it, and is the same for all who send none;
what a bot chooses follows from that and from the decision; bots and guests have the first name there is. And nothing
hurries: the seats of a rematch are held for ten minutes, and nobody is told to try again because the machine is busy
with other work. For tests alone: the server itself has no such setting.
"""

import sys
from contextvars import ContextVar

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app import cli, server
from app.players import names as people
from app.settings import Settings
from app.storage import engine, table_repository
from app.tables import names
from app.tables.lobby import opening, seating
from app.tables.play import due_worker
from app.tables.seats import held_seats
from app.web.handlers import request_timeout
from tools import dice

header = "Yeti-Dice"
chair_ms = 600_000
limit_s = 60.0
words: ContextVar[str] = ContextVar("words", default="")


class Words:
    """Remembers for the length of a request what its header says."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            words.set(Headers(scope=scope).get(header, ""))
        await self.app(scope, receive, send)


def seed() -> None:
    """Takes chance and haste out of this process."""
    create, name = server.create_app, names.bot_name

    def created(settings: Settings | None = None) -> FastAPI:
        app = create(settings)
        app.add_middleware(Words)
        return app

    server.create_app = created
    due_worker.choice = dice.choice  # type: ignore[assignment]  # called with these alone
    opening.new_secret = lambda: dice.secret_of(words.get())
    seating.bot_name = lambda taken: name(taken, dice.first)  # type: ignore[assignment]  # called with these alone
    held_seats.held_ms = chair_ms
    request_timeout.limit_s = table_repository.hold_limit_s = engine.pool_timeout_s = limit_s
    people.colours, people.creatures = people.colours[:1], people.creatures[:1]


if __name__ == "__main__":
    seed()
    sys.exit(cli.main())
