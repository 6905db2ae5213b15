"""What the routes about notices work with besides the house, handed in by `app/main.py`."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from app.players.addresses import Addresses
from app.players.browsers import Browsers


@dataclass(frozen=True, slots=True)
class Ways:
    addresses: Addresses
    browsers: Browsers


def ways_of(connection: HTTPConnection) -> Ways:
    ways: Ways = connection.app.state.ways
    return ways
