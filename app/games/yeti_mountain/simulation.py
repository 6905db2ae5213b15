"""Random games by the hundred, on one state each and without events. Not here: clocks, printing."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from app.games.kernel.stream import Draws
from app.games.yeti_mountain.climb import new_game, take
from app.games.yeti_mountain.events import ClimbPhase
from app.games.yeti_mountain.kit import standard
from app.games.yeti_mountain.legal import check, legal_actions


@dataclass(slots=True)
class ClimbTally:
    """Sums over the games. A shared win counts for each who shares it; `nights`: games that ended by nightfall."""

    options: tuple[str, ...]
    wins: list[int]
    rounds: int = 0
    nights: int = 0
    choices: int = 0


def simulate(players: int, games: int, options: Sequence[str], seed: bytes) -> ClimbTally:
    """Game g is played with SHA-256(seed, g, "game"), its choices drawn from SHA-256(seed, g, "choices").
    Raises BadSetup.
    """
    tally = ClimbTally(tuple(sorted(options)), [0] * players)
    for number in range(games):
        own = seed + number.to_bytes(8, "big")
        draws = Draws(sha256(own + b"choices").digest())
        s = new_game(standard, players, tuple(options), sha256(own + b"game").digest(), None)
        while s.phase is not ClimbPhase.OVER:
            legal = legal_actions(s)
            action = legal[draws(len(legal))]
            check(s, s.awaited if s.awaited is not None else -1, action)
            take(s, action, None)
            tally.choices += 1
        tally.rounds += s.round
        tally.nights += s.reason == "nightfall"
        for winner in s.winners or ():
            tally.wins[winner] += 1
    return tally
