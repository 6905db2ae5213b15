"""What the routes about notices work with besides `Services`, handed in by `app/main.py`."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from app.players.addresses import AddressService
from app.players.browsers import BrowserService


@dataclass(frozen=True, slots=True)
class NotificationChannels:
    addresses: AddressService
    browsers: BrowserService


def ways_of(connection: HTTPConnection) -> NotificationChannels:
    ways: NotificationChannels = connection.app.state.ways
    return ways
