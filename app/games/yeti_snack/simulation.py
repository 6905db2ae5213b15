"""A new game, and games by the hundred with times drawn at random. Not here: clocks, printing."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from app.games.kernel.contract import BadSetup, IllegalAction
from app.games.kernel.stream import Draws, Stream
from app.games.yeti_snack.actions import CallFolds, HandIn, SayReady, SnackAction, TakeTea
from app.games.yeti_snack.events import SnackPhase
from app.games.yeti_snack.menu import CALM, HUNGRY, MAX_SEATS, MIN_SEATS, OPTIONS, Menu, standard
from app.games.yeti_snack.mould import FOLDS
from app.games.yeti_snack.race import act, catch_up, next_timer
from app.games.yeti_snack.rounds import next_round
from app.games.yeti_snack.state import PASS, SnackLog, SnackState


def new_game(menu: Menu, players: int, options: Sequence[str], seed: bytes, log: SnackLog) -> SnackState:
    """The first player is drawn, then the pile is shuffled; nothing else is (YS-11, YS-37). Raises BadSetup: seats,
    unknown_option, option_does_not_fit.
    """
    if not MIN_SEATS <= players <= MAX_SEATS:
        raise BadSetup("seats", seats=players, fewest=MIN_SEATS, most=MAX_SEATS)
    for option in options:
        if option not in OPTIONS:
            raise BadSetup("unknown_option", option=option)
    if HUNGRY in options and (CALM in options or players > 1):
        raise BadSetup("option_does_not_fit", option=HUNGRY, seats=players)
    s = SnackState(menu, players, tuple(sorted(set(options))))
    s.first, stream = Stream(seed).below(players)
    deck, _ = stream.shuffled(menu.cards)
    s.deck = tuple(deck)
    next_round(s, 0, log)
    return s


@dataclass(slots=True)
class SnackTally:
    """Sums over the games. A shared win counts for each who shares it."""

    options: tuple[str, ...]
    wins: list[int]
    rounds: int = 0
    nobody: int = 0
    choices: int = 0
    ms: int = 0


def simulate(players: int, games: int, options: Sequence[str], seed: bytes) -> SnackTally:
    """Game g is played with SHA-256(seed, g, "game"), its choices and times drawn from SHA-256(seed, g, "choices").
    Raises BadSetup.
    """
    tally = SnackTally(tuple(sorted(options)), [0] * players)
    for number in range(games):
        own = seed + number.to_bytes(8, "big")
        s = new_game(standard, players, options, sha256(own + b"game").digest(), None)
        play_random(s, Draws(sha256(own + b"choices").digest()), tally)
    return tally


def play_random(s: SnackState, draws: Draws, tally: SnackTally, log: SnackLog = None) -> None:
    """One game of people who are right in half of their calls; adds itself to the tally."""
    while s.phase is not SnackPhase.OVER:
        at = s.now + 50 + draws(4000)
        seat = draws(s.players)
        action = random_action(s, draws)
        if action is None:
            catch_up(s, max(at, next_timer(s) or at), log)
            continue
        try:
            act(s, seat, action, at, log)
        except IllegalAction:
            continue
        tally.choices += 1
    tally.rounds += s.round
    tally.ms += s.now
    tally.nobody += not s.winners
    for winner in s.winners or ():
        tally.wins[winner] += 1


def random_action(s: SnackState, draws: Draws) -> SnackAction | None:
    """What somebody might do now; it may be refused. None while only time can pass."""
    if s.phase is SnackPhase.READY:
        return SayReady(draws(8) > 0)
    if s.phase is SnackPhase.COUNT:
        return None
    wrong = tuple([FOLDS[draws(len(FOLDS))] for _ in range(1 + draws(3))])
    folds = s.pair().solution or wrong
    chance = draws(8)
    if s.phase is SnackPhase.HAND_IN:
        return HandIn((PASS, None, wrong, wrong, folds, folds, folds, folds)[chance])
    if chance < 4:
        return CallFolds(folds if chance < 2 else wrong, draws(20_000) if chance % 2 else None)
    return TakeTea() if chance == 4 else None
