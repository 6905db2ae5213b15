"""What a game may have besides the contract, each on its own: a game that lacks one of these protocols is treated as
if they did not exist.
"""

from typing import Any, NamedTuple, Protocol, runtime_checkable

from app.games.kernel.contract import Game, Seat, Transition
from app.games.kernel.kept_answers import KeptAnswers


@runtime_checkable
class PerSeat(Protocol, metaclass=KeptAnswers):
    """Every seat plays at its own pace: its decisions are numbered on their own, so that an action of one seat never
    makes another's stale. `decision` of the game then counts what all share (phases, rounds).
    """

    def decision_of(self, state: Any, seat: Seat) -> int:
        """Number of the decision this seat faces: rises by one for ever, from 1, with each of its decisions."""
        ...


def number_for(game: Game, state: Any, seat: Seat) -> int:
    """Number of the decision this seat faces: its own where the game says so, else the table's."""
    return game.decision_of(state, seat) if isinstance(game, PerSeat) else game.decision(state)


class Moved(NamedTuple):
    """One step of a timed game's log: an action, or what the clock did (`seat` and `action` None). `at`: table time."""

    seat: Seat | None
    action: Any
    at: int


@runtime_checkable
class Timed(Protocol, metaclass=KeptAnswers):
    """Time is a rule of this game. `at` is table time: ms since the start, standing in pauses and outages and never
    going back. It comes in as data and is kept with each step, so that a replay needs no clock.

    `waiting_on` may be () while a timer stands. The table's own clock rests as long as `next_timer` is set. `positions`
    of `Replayable` is given `Moved` steps, what the clock did among them.
    """

    def apply_at(self, state: Any, seat: Seat, action: Any, at: int) -> Transition:
        """As `apply`, which is not used then; does first whatever was due up to `at`, so that a late alarm changes
        nothing. An action for a decision which that has ended is refused as stale before this is asked.
        """
        ...

    def tick(self, state: Any, at: int) -> Transition:
        """Everything due up to `at`; with nothing due the same state and no events."""
        ...

    def next_timer(self, state: Any) -> int | None:
        """The table time at which the rules want to be looked at next; None = nothing but an action moves them."""
        ...


def timer_of(game: Game, state: Any) -> int | None:
    """When a game that goes on wants to be looked at next, None without such a time."""
    if state is None or not isinstance(game, Timed) or game.outcome(state) is not None:
        return None
    return game.next_timer(state)


@runtime_checkable
class Defaulting(Protocol, metaclass=KeptAnswers):
    """What is done for a seat whose time has run out, where a bot's choice would be too much: no trade is made in
    somebody's name.
    """

    def default(self, state: Any, seat: Seat) -> Any:
        """A legal action of this seat."""
        ...


@runtime_checkable
class Dropping(Protocol, metaclass=KeptAnswers):
    """What becomes of the seat of somebody who has left for good, where the table lets leavers drop out of the game and
    a bot's choice would be too much.
    """

    def dropped(self, state: Any, seat: Seat) -> Any:
        """A legal action of this seat, taken for it at each of its decisions: giving up once, or passing each time."""
        ...


@runtime_checkable
class Paced(Protocol, metaclass=KeptAnswers):
    """Decisions that need less than the table's whole time: an answer is given faster than a move is found."""

    def share(self, state: Any) -> float:
        """The part of the clock's length that the present decision may take, above 0 and at most 1. A decision with
        less than the whole is not counted as missed. Clocks of days have no parts.
        """
        ...


def share_of(game: Game, state: Any) -> float:
    return min(1.0, max(0.0, game.share(state))) if isinstance(game, Paced) else 1.0


@runtime_checkable
class UsualBot(Protocol, metaclass=KeptAnswers):
    """Which of a game's bots sits in for somebody and fills free seats, where that is not the first of its levels."""

    usual_bot_level: str


def usual_bot_level(game: Game) -> str:
    return game.usual_bot_level if isinstance(game, UsualBot) else game.bot_levels[0]
