"""What the routes about people work with besides the house, handed in by `app/main.py`."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from app.tables.doors import Doors
from app.tables.talk import Talk


@dataclass(frozen=True, slots=True)
class People:
    talk: Talk
    doors: Doors


def people_of(connection: HTTPConnection) -> People:
    people: People = connection.app.state.people
    return people


def address_of(connection: HTTPConnection) -> str:
    """Where somebody comes from, for limits only."""
    return connection.client.host if connection.client else ""
