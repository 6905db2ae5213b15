"""Random legal games by the hundred, on one state each and without events. Not here: clocks, printing."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from app.games.avalanche.bots import snowplough
from app.games.avalanche.deck import Deck, standard
from app.games.avalanche.events import Event, RoundStarted, SkierBuried
from app.games.avalanche.heats import new_game
from app.games.avalanche.legal import check, legal_actions
from app.games.avalanche.rounds import take
from app.games.avalanche.state import BURIED, RaceState
from app.games.avalanche.variant import Variant, variant_of
from app.games.kernel.stream import Draws


@dataclass(slots=True)
class Tally:
    """Sums over the games. `rounds` and `buried` count every heat; a shared race is a win for each who shares
    it.
    """

    options: tuple[str, ...]
    wins: list[int]
    nobody: int = 0
    rounds: int = 0
    buried: int = 0
    choices: int = 0


def simulate(players: int, games: int, options: Sequence[str], seed: bytes, deck: Deck = standard) -> Tally:
    """Game g is played with SHA-256(seed, g, "game"), its choices drawn from SHA-256(seed, g, "choices").
    Raises BadSetup.
    """
    variant = variant_of(players, options)
    tally = Tally(variant.options, [0] * players)
    for number in range(games):
        own = seed + number.to_bytes(8, "big")
        play_random(
            deck, variant, sha256(own + b"game").digest(), Draws(sha256(own + b"choices").digest()), tally
        )
    return tally


def play_random(deck: Deck, variant: Variant, seed: bytes, draws: Draws, tally: Tally) -> RaceState:
    """One game, each choice a snowplough's; adds itself to the tally."""
    # Only a race forgets a heat's rounds and burials with the next, so only there they are counted as told.
    log: list[Event] | None = [] if variant.racing else None
    s = new_game(deck, variant, seed, log)
    choices = 0
    while s.awaited:
        seat = s.awaited[0]
        action = snowplough(legal_actions(s, seat), draws)
        check(s, seat, action)
        take(s, seat, action, log)
        choices += 1
    tally.choices += choices
    if log is None:
        tally.rounds += s.round
        tally.buried += s.status.count(BURIED)
    else:
        tally.rounds += sum([type(event) is RoundStarted for event in log])
        tally.buried += sum([type(event) is SkierBuried for event in log])
    for winner in s.winners or ():
        tally.wins[winner] += 1
    tally.nobody += not s.winners
    return s
