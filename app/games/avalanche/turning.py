"""The hinges of play: opening a decision, a round, and ending the game. Not here: what a step does."""

from app.games.avalanche.events import DecisionOpened, GameEnded, Phase, RoundStarted
from app.games.avalanche.state import Log, RaceState

SPEED_LIMITS = {2: 7, 3: 10, 4: 13, 5: 16}


def ask(
    s: RaceState,
    phase: Phase,
    awaited: tuple[int, ...],
    log: Log,
    *,
    reach: int | None = None,
    owed: tuple[int, ...] = (),
) -> None:
    """The game waits; the number of the decision rises by one for ever."""
    s.decision += 1
    s.phase = phase
    s.awaited = awaited
    s.reach = reach
    s.owed = owed
    if log is not None:
        order = s.draft_order if phase is Phase.DRAFT else ()
        log.append(DecisionOpened(s.decision, phase, awaited, reach, owed, order))


def begin_round(s: RaceState, log: Log) -> None:
    """The limit follows the skiers racing now (AV-09); one skier, or a solo game, has none (AV-10, AV-71)."""
    s.table = s.cleared = s.yeti_cards = s.hit = ()
    s.limit = SPEED_LIMITS.get(len(s.racing))
    if log is not None:
        log.append(RoundStarted(s.round, s.limit))
    owner = s.variant.owner
    # One skier each: skiers and players have the same numbers.
    awaited = tuple(sorted({owner[skier] for skier in s.racing})) if s.variant.two else s.racing
    ask(s, Phase.SELECT, awaited, log)


def end_game(s: RaceState, winners: tuple[int, ...], reason: str, log: Log) -> None:
    s.phase = Phase.OVER
    s.awaited = s.owed = s.draft_order = ()
    s.reach = None
    s.winners = winners
    s.reason = reason
    if log is not None:
        log.append(GameEnded(winners, reason))
