"""What the routes work with, handed in by `app/main.py`: web itself builds none of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from app.games.kernel.contract import Game
from app.players.guests import GuestService
from app.realtime.hub import Hub
from app.settings import Settings
from app.tables.model import Table
from app.tables.service import TableService
from app.web.front.game import GameFront


def never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Services:
    """`games`, `fronts`: of each game, by key. `refuses_writes`: whether the database takes no writes just now."""

    settings: Settings
    tables: TableService
    guests: GuestService
    hub: Hub
    games: Mapping[str, Game]
    fronts: Mapping[str, GameFront]
    refuses_writes: Callable[[], bool] = never

    @property
    def first_game(self) -> str:
        """The key of the game a table gets where nothing else is said."""
        return next(iter(self.games))

    def front(self, table: Table) -> GameFront:
        return self.fronts[table.game]


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services
