"""What happened, as public facts in order (YS-78). A call nobody has opened yet is no event: it may not show (YS-70).

Times named `time`, `since`, `until` are race time in ms, `at` is table time in ms.
"""

from dataclasses import dataclass
from enum import StrEnum


class SnackPhase(StrEnum):
    READY = "ready"
    COUNT = "count"
    RACE = "race"
    HAND_IN = "hand_in"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class SnackRound:
    """`request`: only in Calm, where it lies open from the beginning (YS-40)."""

    round: int
    first: int
    model: str
    left: int
    at: int
    request: str | None = None


@dataclass(frozen=True, slots=True)
class CardSetAside:
    """Nothing in the pile suited this Model (YS-14)."""

    card: str


@dataclass(frozen=True, slots=True)
class SeatReady:
    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class CountStarted:
    """`reveal_at`: table time."""

    reveal_at: int


@dataclass(frozen=True, slots=True)
class SnackRevealed:
    card: str
    at: int


@dataclass(frozen=True, slots=True)
class TeaTaken:
    seat: int
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class CallOpened:
    seat: int
    time: int
    folds: tuple[str, ...]
    right: bool


@dataclass(frozen=True, slots=True)
class SeatIn:
    """Calm: an answer lies there, or was taken back."""

    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """`folds` None = passed."""

    seat: int
    folds: tuple[str, ...] | None
    right: bool


@dataclass(frozen=True, slots=True)
class AnswersOpened:
    answers: tuple[SeatAnswer, ...]
    par: int


@dataclass(frozen=True, slots=True)
class LaterCall:
    """A call that was void: how much later it was (YS-28)."""

    seat: int
    later: int


@dataclass(frozen=True, slots=True)
class SnackRoundOver:
    """`how`: "call", "last", "time", "wrong" or "folds". `cards` of all players, `yeti_cards` solo."""

    winners: tuple[int, ...]
    how: str
    cards: tuple[int, ...]
    yeti_cards: int
    later: tuple[LaterCall, ...] = ()


@dataclass(frozen=True, slots=True)
class SnackOver:
    """`reason`: "sets", "deck" or "yeti"."""

    winners: tuple[int, ...]
    reason: str


event_names: dict[str, type] = {
    "round_started": SnackRound,
    "card_set_aside": CardSetAside,
    "seat_ready": SeatReady,
    "count_started": CountStarted,
    "revealed": SnackRevealed,
    "tea_taken": TeaTaken,
    "call_opened": CallOpened,
    "seat_in": SeatIn,
    "answers_opened": AnswersOpened,
    "round_over": SnackRoundOver,
    "game_over": SnackOver,
}

SnackEvent = (
    SnackRound | CardSetAside | SeatReady | CountStarted | SnackRevealed | TeaTaken | CallOpened | SeatIn
    | AnswersOpened | SnackRoundOver | SnackOver
)  # fmt: skip
