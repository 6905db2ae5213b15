"""Games by the hundred, on one state each and without events. Not here: clocks, printing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from app.games.kernel.stream import Draws
from app.games.yeti.actions import DiceAction
from app.games.yeti.bots import simple
from app.games.yeti.events import TurnPhase
from app.games.yeti.parts import standard
from app.games.yeti.state import DiceState
from app.games.yeti.turn import check, legal_actions, new_game, take

Chooser = Callable[[DiceState, Sequence[DiceAction], Draws], DiceAction]


@dataclass(slots=True)
class DiceTally:
    """Sums over the games. A shared win counts for each who shares it; `turns` for all seats together."""

    options: tuple[str, ...]
    wins: list[int]
    rounds: int = 0
    turns: int = 0
    choices: int = 0


def random_choice(_s: DiceState, legal: Sequence[DiceAction], draws: Draws) -> DiceAction:
    return legal[draws(len(legal))]


def simple_choice(s: DiceState, legal: Sequence[DiceAction], _draws: Draws) -> DiceAction:
    return simple(s, legal)


def simulate(
    players: int,
    games: int,
    options: Sequence[str],
    seed: bytes,
    chooser: Chooser = random_choice,
) -> DiceTally:
    """Game g is played with SHA-256(seed, g, "game"), its choices drawn from SHA-256(seed, g, "choices").
    Raises BadSetup.
    """
    tally = DiceTally(tuple(sorted(options)), [0] * players)
    for number in range(games):
        own = seed + number.to_bytes(8, "big")
        draws = Draws(sha256(own + b"choices").digest())
        s = new_game(standard, players, tuple(options), sha256(own + b"game").digest(), None)
        while s.phase is not TurnPhase.OVER:
            legal = legal_actions(s)
            action = chooser(s, legal, draws)
            check(s, s.turn, action)
            take(s, action, None)
            tally.choices += 1
        tally.rounds += s.round
        tally.turns += s.round * players
        for winner in s.winners or ():
            tally.wins[winner] += 1
    return tally
