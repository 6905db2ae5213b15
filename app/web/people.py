"""What the routes about people work with besides the house, handed in by `app/main.py`."""

from dataclasses import dataclass

from fastapi import Request, WebSocket

from app.tables.talk import Talk


@dataclass(frozen=True, slots=True)
class People:
    talk: Talk


def people_of(connection: Request | WebSocket) -> People:
    people: People = connection.app.state.people
    return people


def address_of(connection: Request | WebSocket) -> str:
    """Where somebody comes from, for limits only."""
    return connection.client.host if connection.client else ""
