"""The contract of a game. Everything outside `games/` knows a game only through these types.

Suits simultaneous hidden choices, turns, trading and races alike: the platform asks who is awaited,
hands over one action at a time, and gets a transition back. Nothing here reads a clock, does I/O or
draws from a generator of the process.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from app.games.kernel.kept_answers import KeptAnswers

type_key = "type"
"""The key under which every encoded action, event and view names its class."""

Json = dict[str, Any]
Seat = int
Viewer = int | None
"""A seat, or None for everybody else: spectators, and what is shared by all."""


class GameError(Exception):
    """GameError
    ├── MalformedAction   the message is no action of this game at all
    ├── IllegalAction     an action, but not one this seat may take now; nothing has changed
    └── BadSetup          this game does not start with these seats or options

    `reason` is a short code in snake_case, `params` what a sentence about it needs; the sentence itself
    is made in `web/`, in the reader's language.
    """

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(reason if not params else f"{reason} {params}")
        self.reason = reason
        self.params = params


class MalformedAction(GameError):
    pass


class IllegalAction(GameError):
    pass


class BadSetup(GameError):
    pass


@dataclass(frozen=True, slots=True)
class Option:
    """What the host may set in the lobby: a switch, or one of several `values`, of which the first is the default.
    `seats` = the numbers of seats it may be played with. `group`: of all with the same name at most one is set, "" =
    any. How choices are kept: `options.py`.
    """

    key: str
    seats: frozenset[int]
    values: tuple[str, ...] = ()
    group: str = ""


@dataclass(frozen=True, slots=True)
class PrivateEvent:
    """A fact that only `seats` may hear. `after`: how many public events of its transition come before it. `opens`:
    everybody may hear it once the game is over, on pages, in the API and in replays. The record of a finished game
    lists every action in any case: it is the proof of the game.
    """

    event: Any = field(repr=False)
    seats: tuple[Seat, ...]
    after: int = 0
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Transition:
    """What a step leads to: a new state, and the public facts that led there, in order.

    `private`: what only some seats hear of it, in order. `concerns`: the seats whose own view has changed, None = any
    may have: what the others' pages show of their own seats is not drawn again. Where besides there are no public
    events, the public view, who is awaited and the outcome must be what they were: nothing at all tells the others that
    anything was done.
    """

    state: Any
    events: tuple[Any, ...]
    private: tuple[PrivateEvent, ...] = ()
    concerns: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winners` = seats, empty = nobody; `reason` = a code the game's screen can word."""

    winners: tuple[Seat, ...]
    reason: str


class Game(Protocol):
    """One game. States are values: no method ever changes the state it was given."""

    key: str
    rules_version: int
    min_seats: int
    max_seats: int
    options: tuple[Option, ...]
    bot_levels: tuple[str, ...]

    def figures(self, seats: int) -> int:
        """How many figures each seat leads when so many play, and so how many colours it needs: 1 in most games."""
        ...

    def deck_hash(self) -> str:
        """Hex SHA-256 of the canonical form of the fixed data new tables are started with (cards, for instance); ""
        without any.
        """
        ...

    def deck_cards(self) -> Json | None:
        """The data that hash was taken of, to be kept as long as a table needs it; None without any."""
        ...

    def start(self, options: Sequence[str], seats: int, seed: bytes) -> Transition:
        """The first state. `options`: what was chosen ("key" or "key=value", see `options.py`); `seed` = 32 bytes.
        Raises BadSetup(reason, option=...).
        """
        ...

    def decision(self, state: Any) -> int:
        """Number of the decision the state waits for: rises by one for ever, from 1 (heats included)."""
        ...

    def waiting_on(self, state: Any) -> tuple[Seat, ...]:
        """Seats that still owe the current decision, ascending; () when the game is over, or while nothing but a timer
        moves it (`Timed` in `extensions.py`).
        """
        ...

    def legal_actions(self, state: Any, seat: Seat) -> Iterable[Any]:
        """Actions of this seat now, in a stable order; nothing if it has none. All of them where they can be listed;
        else representatives, so many that a bot plays well by them (offers of a trade, ways to fold), the likeliest
        first. May be a generator, even one without an end: nobody takes more than `most_listed` (`listing.py`).
        """
        ...

    def is_legal(self, state: Any, seat: Seat, action: Any) -> bool:
        """Whether the seat may do this now, decided by structure: true for everything in `legal_actions`, and for
        whatever those stand for.
        """
        ...

    def apply(self, state: Any, seat: Seat, action: Any) -> Transition:
        """Takes one action; the one that completes a decision runs on to the next. Raises IllegalAction."""
        ...

    def view(self, state: Any, viewer: Viewer) -> Any:
        """What this viewer may know, built anew (never a state with parts removed)."""
        ...

    def fold(self, view: Any, events: Sequence[Any]) -> Any:
        """The public view after `events`, from the public view before them and nothing else."""
        ...

    def outcome(self, state: Any) -> Outcome | None:
        """None while the game goes on."""
        ...

    def open_position(self, state: Any) -> Json:
        """Everything, hands and deck included. Only for records of games that are over."""
        ...

    def choose(self, level: str, view: Any, legal: Sequence[Any], draw: Callable[[int], int]) -> Any:
        """A bot's action from what a player would know. `draw(n)` gives a random int in 0..n-1."""
        ...

    def encode_state(self, state: Any) -> Json: ...

    def decode_state(self, raw: Mapping[str, Any]) -> Any: ...

    def encode_action(self, action: Any) -> Json: ...

    def decode_action(self, raw: Any) -> Any:
        """Raises MalformedAction, never anything else, whatever was sent."""
        ...

    def encode_event(self, event: Any) -> Json: ...

    def decode_event(self, raw: Mapping[str, Any]) -> Any: ...


@runtime_checkable
class Moving(Protocol, metaclass=KeptAnswers):
    """What a game may have besides: how long its screen shows what has happened. The clock of the decision that
    follows begins after it.
    """

    def motion_ms(self, events: Sequence[Any]) -> int:
        """Nominal length of showing the events of one transition, in ms; 0 = nothing to watch."""
        ...


@runtime_checkable
class Replayable(Protocol, metaclass=KeptAnswers):
    """What a game may have besides: it can be shown again, round by round, with everything open, once it is over."""

    def positions(
        self,
        options: Sequence[str],
        seats: int,
        seed: bytes,
        actions: Sequence[tuple[Seat, Any]],
        deck_hash: str,
    ) -> tuple[Sequence[tuple[int, Json]], Any]:
        """An open position for every round of a finished game, each with the number of actions taken before it; and
        the state all actions led to. A form that can be read later, whatever becomes of states and rules. Raises
        IllegalAction, or ValueError if the game is not over.
        """
        ...

    def opened(self, position: Mapping[str, Any], deck_hash: str) -> Any:
        """A stored position as an open view."""
        ...
