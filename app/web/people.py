"""What the routes about people work with besides the house, handed in by `app/main.py`."""

from dataclasses import dataclass

from fastapi import Request
from starlette.requests import HTTPConnection

from app.players.limits import Counters, Limit, Limited, address_key
from app.players.model import Player
from app.players.returning import Returning
from app.tables.doors import Doors
from app.tables.forgetting import PersonStore
from app.tables.reporting import ReportBook
from app.tables.talk import Talk
from app.web.house import house_of

new_people = Limit(burst=600, every_ms=500)
"""From one address: a hall full of people may come at once, a program may not fill the guest book."""

new_tables = Limit(burst=100, every_ms=3_000)
"""Opened by one person."""


@dataclass(frozen=True, slots=True)
class People:
    talk: Talk
    doors: Doors
    returning: Returning
    counters: Counters
    persons: PersonStore
    reports: ReportBook


def people_of(connection: HTTPConnection) -> People:
    people: People = connection.app.state.people
    return people


def address_of(connection: HTTPConnection) -> str:
    """Where somebody comes from, for limits only."""
    return connection.client.host if connection.client else ""


async def welcome(request: Request, token: str, name: str) -> Player:
    """Somebody new, behind this session's token. Raises BadName, Limited(too_fast)."""
    house = house_of(request)
    bucket = address_key("guest", address_of(request))
    wait = await people_of(request).counters.take(bucket, new_people, house.tables.desk.clock())
    if wait:
        raise Limited("too_fast", wait)
    return await house.guests.welcome(token, name)


async def may_open(request: Request, player: str) -> None:
    """Counts a table this person opens. Raises Limited(too_fast)."""
    now = house_of(request).tables.desk.clock()
    wait = await people_of(request).counters.take(f"open:{player}", new_tables, now)
    if wait:
        raise Limited("too_fast", wait)
