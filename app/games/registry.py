"""The games there are, by key. A new game is a folder and a line here."""

from collections.abc import Mapping

from app.games.avalanche.game import Avalanche
from app.games.kernel.contract import Game

games: Mapping[str, Game] = {Avalanche.key: Avalanche()}
