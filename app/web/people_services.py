"""What the routes about people work with besides tables, handed in by `app/main.py`."""

import secrets
from dataclasses import dataclass

from fastapi import Request
from starlette.requests import HTTPConnection

from app.players.errors import Refusal
from app.players.guests import Session, hash_of
from app.players.limits import Counters, Limited, RateLimit, address_key
from app.players.model import Player
from app.players.registration import Gate, Registration, let_in
from app.players.sign_in import SignInService
from app.tables.after.erasure import ErasureStore
from app.tables.chat.chat import ChatService
from app.tables.chat.reports import ReportRepository
from app.tables.lobby.code_limits import CodeLimits
from app.web.http.device_labels import label_of
from app.web.http.request_user import renew, tokens_of
from app.web.services import services_of

new_people_ms = 500
"""From one address (PEOPLE_PER_ADDRESS at once): a hall full of people may come, no program may fill the database."""

new_tables_ms = 3_000
"""Opened by one person (TABLES_PER_PERSON at once)."""


@dataclass(frozen=True, slots=True)
class PeopleServices:
    talk: ChatService
    code_limits: CodeLimits
    returning: SignInService
    counters: Counters
    persons: ErasureStore
    gate: Gate
    reports: ReportRepository


def people_of(connection: HTTPConnection) -> PeopleServices:
    people: PeopleServices = connection.app.state.people
    return people


def address_of(connection: HTTPConnection) -> str:
    """Where somebody comes from, for limits only."""
    return connection.client.host if connection.client else ""


async def welcome(request: Request, name: str, token: str | None = None) -> Player:
    """Somebody new. A browser gets a new token with the answer, whatever it had; a program of the API is given `token`.
    Raises BadName, Limited(too_fast), TurnedAway.
    """
    services = services_of(request)
    known = [hash_of(one) for one in tokens_of(request).tokens]
    await let_in(people_of(request).gate, known, invited="code" in request.path_params)
    new_people = RateLimit(services.settings.people_per_address, new_people_ms)
    bucket = address_key("guest", address_of(request))
    wait = await people_of(request).counters.take(bucket, new_people, services.tables.executor.clock())
    if wait:
        raise Limited("too_fast", wait)
    fresh = token or secrets.token_urlsafe(32)
    player = await services.guests.welcome(fresh, name, label_of(request.headers.get("user-agent", "")))
    if token is None:
        renew(request, fresh)
    return player


def session_of(request: Request, token: str) -> Session:
    """The session this request's browser or program has by a token that is about to be its."""
    return Session(hash_of(token), label_of(request.headers.get("user-agent", "")))


async def may_open(request: Request, player: str) -> None:
    """Counts a table this person opens. Raises Limited(too_fast), Refusal(server_full)."""
    services = services_of(request)
    now, new_tables = (
        services.tables.executor.clock(),
        RateLimit(services.settings.tables_per_person, new_tables_ms),
    )
    if await people_of(request).gate.open_tables() >= services.settings.tables:
        raise Refusal("server_full")
    wait = await people_of(request).counters.take(f"open:{player}", new_tables, now)
    if wait:
        raise Limited("too_fast", wait)


async def open_to_all(request: Request) -> bool:
    """Whether somebody new may come without knowing a table."""
    return await people_of(request).gate.registration() is Registration.OPEN
