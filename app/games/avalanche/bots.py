"""Bots: each sees a view and its legal actions, like any player. Not here: when a bot's turn comes."""

from collections.abc import Callable, Sequence

from app.games.avalanche.actions import Action, Select
from app.games.avalanche.carver import carver
from app.games.avalanche.views import PrivateView

LEVELS = ("snowplough", "carver")
USUAL = "carver"


def choose(level: str, view: PrivateView, legal: Sequence[Action], draw: Callable[[int], int]) -> Action:
    """`legal` must not be empty. Raises ValueError for a level that does not exist."""
    if level not in LEVELS:
        raise ValueError(f"no bot of level {level!r}")
    return carver(view, legal, draw) if level == "carver" else snowplough(legal, draw)


def snowplough(legal: Sequence[Action], draw: Callable[[int], int]) -> Action:
    """Any legal action, each as likely; a selection always wishes to jump."""
    # A seat has one skier or two, so the first and the last play are all its plays.
    eager = [a for a in legal if type(a) is Select and a.plays[0].jump and a.plays[-1].jump]
    if eager:
        return eager[draw(len(eager))]
    return legal[draw(len(legal))]
