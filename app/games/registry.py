"""The games there are, by key. A new game is a folder and a line in each of the two tables."""

from collections.abc import Mapping

from app.games.avalanche.game import Avalanche
from app.games.avalanche.programs import AvalanchePrograms
from app.games.kernel.contract import Game
from app.games.kernel.programs import GamePrograms
from app.games.yeti.programs import YetiPrograms
from app.games.yeti_mountain.programs import YetiMountainPrograms
from app.games.yeti_snack.programs import YetiSnackPrograms

games: Mapping[str, Game] = {Avalanche.key: Avalanche()}
"""Those that tables can be opened for: they have a screen."""

programs: Mapping[str, GamePrograms] = {
    each.key: each
    for each in (AvalanchePrograms(), YetiPrograms(), YetiMountainPrograms(), YetiSnackPrograms())
}
"""Those whose rules stand: the command line plays them."""
