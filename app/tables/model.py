"""The nouns of a table: what is stored about it besides the game's own state. Plain values, no behaviour
with side effects.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from app.tables.settings import TableSettings


class Status(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Acts(StrEnum):
    """Who makes a seat's decisions now."""

    HUMAN = "human"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody without a seat says that this one is theirs, and asks the host. `name`: as they are called."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat. `player` = id of the person it belongs to; None = a bot's own seat.

    `missed`: decisions in a row the clock made. `proposed_by`: player who proposes that a bot sits in for
    this absent one. `dropped`: the owner left for good, see `settings.Leavers`. `silenced`: may not chat. `again`:
    has asked for another game. `held_until`: after a game, the seat of the rematch is held for its owner until then
    (epoch ms); None = they are there. `claim`: who says it is theirs.

    A bot may sit in for a person (`player` set, `acts` = bot); the person takes the seat back with one
    click. `hats`: numbers 0..4, one for each figure. `index`: 0..n-1 once the game has
    started, in seat order of the game.
    """

    index: int
    player: str | None
    name: str
    acts: Acts
    bot_level: str | None
    hats: tuple[int, ...]
    ready: bool
    missed: int = 0
    proposed_by: str | None = None
    dropped: bool = False
    silenced: bool = False
    again: bool = False
    held_until: int | None = None
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class TableNote:
    """One line of what happened in a lobby. `by`: the person's id, None = nobody in particular; `name`: what
    they were called; `what`: a code; `params`: plain values a sentence about it needs.
    """

    at: int
    by: str | None
    name: str
    what: str
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConcernedSeats:
    """Which saves concerned whom, where the latest did not concern everybody. `public`: version of the latest save with
    something for all; `everybody`: of the latest after which any seat's own view may have changed; `seats`: seat and
    the version of the latest save since that concerned it.
    """

    public: int
    everybody: int
    seats: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """One session of a game. Times are UTC epoch milliseconds. `version` rises with every save.

    `settings`: what its host may change. `deadline_at`: when the present decision's time is over, None
    without a clock or while it stands; `clock_left`: ms it stands at during a pause. `notes`: what was changed
    in the lobby, oldest first.

    Where time is a rule of the game (`clocks/table_time.py`), else None and 0: `started_at`; `stood_ms`: how long its
    time has stood since; `moment`: the latest table time that was given out. `concerned`: None where the last save
    concerned everybody.
    """

    id: str
    code: str = field(repr=False)
    game: str
    rules_version: int
    deck_hash: str
    options: tuple[str, ...]
    status: Status
    host: str
    version: int
    chat_version: int
    seats: tuple[SeatRow, ...]
    commitment: str
    previous_id: str | None = None
    next_code: str | None = None
    created_at: int = 0
    last_human_at: int = 0
    settings: TableSettings = field(default_factory=TableSettings)
    deadline_at: int | None = None
    clock_left: int | None = None
    paused_at: int | None = None
    notes: tuple[TableNote, ...] = ()
    started_at: int | None = None
    stood_ms: int = 0
    moment: int = 0
    concerned: ConcernedSeats | None = None

    @property
    def public_version(self) -> int:
        """Version of the latest save with something for everybody."""
        return self.version if self.concerned is None else self.concerned.public

    def own_version(self, player: str | None) -> int:
        """Version of the latest save after which this person's own view may have changed."""
        seat = None if self.concerned is None else self.seat_of(player)
        if self.concerned is None or seat is None:
            return self.public_version
        return dict(self.concerned.seats).get(seat.index, self.concerned.everybody)

    def version_for(self, player: str | None) -> int:
        """Version of the latest save that concerned this person: the one their page stands at."""
        return max(self.public_version, self.own_version(player))

    def as_known_to(self, player: str | None) -> "Table":
        """The table without a sign of saves that did not concern this person."""
        known = self.version_for(player)
        return self if known == self.version else replace(self, version=known, concerned=None)

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
    """Events of one version that its listener may hear: public ones, and what only their seat is told (see
    `play/hearing.py`). `decision`: the one the action was made for. `at`: epoch ms.
    """

    version: int
    decision: int
    seat: int | None
    actor: str
    events: tuple[Any, ...]
    at: int = 0


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
    """All that is ever said between processes about a save. Nothing in it could leak. `chat_version`: of a
    line of chat, else 0.
    """

    table_id: str
    version: int
    chat_version: int = 0
