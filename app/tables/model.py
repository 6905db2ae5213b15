"""The nouns of a table: what is stored about it besides the game's own state. Plain values, no behaviour
with side effects.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Status(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Visibility(StrEnum):
    PRIVATE = "private"
    LISTED = "listed"


class Acts(StrEnum):
    """Who makes a seat's decisions now."""

    HUMAN = "human"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat. `player` = id of the person it belongs to; None = a bot's own seat.

    A bot may sit in for a person (`player` set, `acts` = bot); the person takes the seat back with one
    click. `hats`: numbers 0..4, one a skier (two with two players). `index`: 0..n-1 once the game has
    started, in seat order of the game.
    """

    index: int
    player: str | None
    name: str
    acts: Acts
    bot_level: str | None
    hats: tuple[int, ...]
    ready: bool


@dataclass(frozen=True, slots=True)
class Table:
    """One session of a game. Times are UTC epoch milliseconds. `version` rises with every save."""

    id: str
    code: str = field(repr=False)
    game: str
    rules_version: int
    deck_hash: str
    options: tuple[str, ...]
    status: Status
    visibility: Visibility
    host: str
    version: int
    chat_version: int
    seats: tuple[SeatRow, ...]
    commitment: str
    previous_id: str | None = None
    next_code: str | None = None
    created_at: int = 0
    last_human_at: int = 0

    def seat_of(self, player: str | None) -> SeatRow | None:
        """The seat that belongs to this person, whoever acts for it."""
        return next((s for s in self.seats if player is not None and s.player == player), None)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table and its game at one version. `state` is None in the lobby."""

    table: Table
    state: Any | None = field(repr=False, default=None)


@dataclass(frozen=True, slots=True)
class EventsOf:
    """Public events of one version, with the round story's order. `decision`: the one the action was made
    for.
    """

    version: int
    decision: int
    seat: int | None
    actor: str
    events: tuple[Any, ...]


class Actor(StrEnum):
    """Who made an action: a person, a bot, or a clock that ran out."""

    HUMAN = "human"
    BOT = "bot"
    CLOCK = "clock"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the sender of an action is told; repeating the action gives the same answer again, for ever.

    `version`: the save that holds the action. `decision`: the one it was made for; `next_decision`: the one
    the table stood at afterwards (equal while others are awaited), None = the game was over.
    """

    version: int
    decision: int
    next_decision: int | None
    accepted: bool = True


@dataclass(frozen=True, slots=True)
class Announcement:
    """All that is ever said between processes about a save. Nothing in it could leak."""

    table_id: str
    version: int
