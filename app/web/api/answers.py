"""What a client is answered. Field by field from tables and views: what is not written here is not told."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.tables.model import Acts, Leavers, Status

Instant = Annotated[int, Field(description="UTC, milliseconds since 1970.", examples=[1_800_000_000_000])]


May = Annotated[
    list[str],
    Field(
        description="What the passing of time allows: `resume` (anybody seated may end the pause), `bot-2` (a bot may "
        "be proposed for seat 2, and the host may let one play)."
    ),
]


class Answer(BaseModel):
    model_config = ConfigDict(frozen=True)


class Pointer(Answer):
    """Where a request is not of the documented form."""

    pointer: str
    detail: str


class Problem(Answer):
    """RFC 9457. `code` is for programs and keeps its meaning; `detail` is a sentence in the language of
    `Accept-Language`; `params` are the values in it.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    params: dict[str, Any]
    errors: Annotated[list[Pointer], Field(description="Only with 422 invalid.")] = []


class NewGuest(Answer):
    """`token` is the person from now on: keep it, send it as `Authorization: Bearer`, and nowhere else."""

    token: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
    name: str


class DeviceCode(Answer):
    code: str
    link: str
    expires_at: Instant


class RecoveryKey(Answer):
    key: str


class GameOption(Answer):
    key: str
    seats: Annotated[list[int], Field(description="Numbers of seats it can be played with.")]


class Game(Answer):
    key: str
    rules_version: int
    deck_hash: str
    min_seats: int
    max_seats: int
    options: list[GameOption]
    bot_levels: list[str]


class Games(Answer):
    games: list[Game]


class Cards(Answer):
    """The deck of a game: what the ids in views and actions mean."""

    game: str
    deck_hash: str
    cards: list[dict[str, Any]]


class Seat(Answer):
    """One chair. `person`: somebody's own, not a bot's. `acts`: who decides for it now. `here`: has an open page or
    socket. `claimed_by`: says it is theirs, and waits for the host.
    """

    seat: int
    name: str
    person: bool
    acts: Acts
    bot_level: str | None
    hats: list[int]
    ready: bool
    host: bool
    here: bool
    dropped: bool
    silenced: bool
    again: bool
    bot_proposed: bool
    held_until: Instant | None
    claimed_by: str | None


class Race(Answer):
    """The table around the game, as everybody may know it for ever: its code and that of the table after it are secrets
    of those who play there.
    """

    game: str
    rules_version: int
    deck_hash: str
    status: Status
    options: list[str]
    seats: list[Seat]
    listed: bool
    admits: bool
    spectators: bool
    leavers: Leavers
    clock: Annotated[int, Field(description="Seconds a decision; 0 = none.")]
    deadline_at: Instant | None
    clock_left: Annotated[int | None, Field(description="Milliseconds it stands at while paused.")]
    paused_at: Instant | None
    commitment: Annotated[str, Field(description="SHA-256 of the secret the deck follows from.")]


class Note(Answer):
    """Something somebody did at the table besides playing. `by`: their name then; "" = the clock, or time alone."""

    at: Instant
    by: str
    what: Annotated[
        str,
        Field(
            description="joined, left, removed, bot, reseated, order, host, option, clock, leavers, spectators, "
            "admits, listed, asked (somebody's ready fell back), paused, resumed, sits_in, back. There may be more.",
            examples=["option"],
        ),
    ]
    params: Annotated[dict[str, Any], Field(description="`name`, `option`, `on`, ...")]


class Room(Race):
    """The table around the game."""

    code: str
    notes: Annotated[list[Note], Field(description="Who changed what, oldest first; the latest thirty.")]
    next_code: Annotated[str | None, Field(description="The table that follows this one.")]


class You(Answer):
    seat: Annotated[int | None, Field(description="null: you only look on.")]
    host: bool
    awaited: Annotated[bool, Field(description="The table waits for a choice of yours.")]


class Ending(Answer):
    winners: Annotated[list[int], Field(description="Seats; empty = nobody.")]
    reason: str


class Happening(Answer):
    """The events of one version, in order; see the schemas Event-GAME."""

    version: int
    decision: int
    seat: int | None
    actor: Literal["human", "bot", "clock"]
    at: Instant
    events: list[dict[str, Any]]


class Envelope(Answer):
    """A table at one version, for one reader: what a GET answers and what the socket sends. `view` holds what the
    reader's seat may know, or what everybody may (schemas View-GAME); null before the start.
    """

    table: Annotated[str, Field(description="The table's id, for ever; its code is freed when it closes.")]
    version: int
    chat_version: int
    presence_version: int
    watching: int
    room: Room
    you: You
    decision: Annotated[int | None, Field(description="The one the game waits for; null = none.")]
    waiting_on: list[int]
    view: dict[str, Any] | None
    outcome: Ending | None
    may: May
    events: list[Happening]


class Heartbeat(Answer):
    """Every two seconds in which nothing was sent: the line is open, and this is the version you have."""

    beat: Literal[True]
    version: int
    may: May


class Choices(Answer):
    """`decision`: send it with the action. `actions` are [] while nothing is asked of you; `total` counts all, also
    those left out by `limit`.
    """

    decision: int | None
    awaited: bool
    total: int
    actions: list[dict[str, Any]]


class Forecasts(Answer):
    """Where each choice would lead on the board as it stands, as the page shows it; in the game's own form."""

    decision: int | None
    forecasts: list[dict[str, Any]]


class Taken(Answer):
    """The choice is in. `next_decision` equals `decision` while others are awaited; null = the game is over."""

    version: int
    decision: int
    next_decision: int | None


class Happenings(Answer):
    version: int
    events: list[Happening]


class LogLine(Answer):
    """`version`: of the save it belongs to."""

    version: int
    sentence: str


class Log(Answer):
    version: int
    lines: list[LogLine]


class ChatLine(Answer):
    """`kind`: text or reaction. `seat`: where the speaker sat."""

    id: int
    seat: int | None
    name: str
    kind: Literal["text", "reaction"]
    text: str
    at: Instant


class Chat(Answer):
    chat_version: int
    lines: list[ChatLine]


class Said(Answer):
    chat_version: int


class TableLine(Answer):
    """A table in a list."""

    table: Annotated[str, Field(description="Its id: of a race that is over, its replay's.")]
    code: str
    game: str
    status: Status
    names: list[str]
    your_seat: int | None
    your_turn: Annotated[bool, Field(description="It waits for a choice of yours.")]
    deadline_at: Instant | None
    created_at: Instant


class TableList(Answer):
    tables: list[TableLine]


class Me(Answer):
    name: str
    tables: Annotated[list[TableLine], Field(description="Yours, open ones first, newest first.")]


class Address(Answer):
    """Where notices go. `sends`: whether this server sends mail at all. `confirmed`: its owner has said yes."""

    sends: bool
    address: str | None
    confirmed: bool
