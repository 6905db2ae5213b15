"""Games of the climb to test with: random legal play, and climbers who want to get up."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any

from app.games.kernel.stream import Draws
from app.games.yeti_mountain import actions as a
from app.games.yeti_mountain.game import YetiMountainGame
from app.games.yeti_mountain.state import ClimbState

game = YetiMountainGame()
OPTIONS = ((), ("calm",), ("call_across",), ("short_climb",), ("call_across", "calm", "short_climb"))
Chooser = Callable[[ClimbState, Sequence[Any], Draws], Any]


def seed_of(*name: object) -> bytes:
    return sha256(repr(name).encode()).digest()


def at_random(_s: ClimbState, legal: Sequence[Any], draws: Draws) -> Any:
    return legal[draws(len(legal))]


def eager(s: ClimbState, legal: Sequence[Any], draws: Draws) -> Any:
    """Up where there is a way, else whatever leads there sooner or later."""
    level = s.at[s.turn][0]

    def wish(action: Any) -> tuple[int, int]:
        match action:
            case a.StepTo(at=(up, _)) if up > level:
                rank = 0
            case a.GiveYeti(to=(up, _)) if up > level:
                rank = 1
            case a.AnswerOffer(yes=yes):
                rank = 0 if yes else 9
            case a.SearchCard() if len(s.carried[s.turn]) < 3:
                rank = 2
            case a.LayCard(at=(up, _)) if up > level:
                rank = 3
            case a.StepTo(at=(up, _)) if up == level:
                rank = 4
            case a.LayCard(at=(up, _)) if up == level:
                rank = 4
            case a.PlaceAvalanche(at=None):
                rank = 0
            case _:
                rank = 8
        return rank, draws(1000)

    return min(legal, key=wish)


def steps(
    players: int, options: tuple[str, ...], number: int, chooser: Chooser = at_random
) -> Iterator[tuple[ClimbState, tuple[Any, ...]]]:
    """Each state of a game with the events that led to it."""
    seed = seed_of(players, options, number)
    draws = Draws(seed_of(seed))
    step = game.start(options, players, seed)
    yield step.state, step.events
    while (seat := step.state.awaited) is not None:
        step = game.apply(step.state, seat, chooser(step.state, game.legal_actions(step.state, seat), draws))
        yield step.state, step.events
