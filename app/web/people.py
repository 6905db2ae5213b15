"""What the routes about people work with besides the house, handed in by `app/main.py`."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from app.players.limits import Counters
from app.players.returning import Returning
from app.tables.doors import Doors
from app.tables.forgetting import PersonStore
from app.tables.reporting import ReportBook
from app.tables.talk import Talk


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
