"""The fronts there are, by the key of their game. The one place that names them: a new front is a folder and a line."""

from collections.abc import Mapping

from app.web.front.game import GameFront
from app.web.games.avalanche.front import front as avalanche

fronts: Mapping[str, GameFront] = {front.game.key: front for front in (avalanche,)}
