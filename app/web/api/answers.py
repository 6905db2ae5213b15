"""What a client is answered. Field by field from tables and views: what is not written here is not told."""

from dataclasses import fields
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, create_model

from app.tables.model import Acts, Status
from app.tables.settings import TableSettings, setting_rules

Instant = Annotated[int, Field(description="UTC, milliseconds since 1970.", examples=[1_800_000_000_000])]


May = Annotated[
    list[str],
    Field(
        description="What the passing of time allows: `resume` (anybody seated may end the pause), `bot-2` (a bot may "
        "be proposed for seat 2, and the host may let one play)."
    ),
]


class ApiAnswer(BaseModel):
    model_config = ConfigDict(frozen=True)


class Pointer(ApiAnswer):
    """Where a request is not of the documented form."""

    pointer: str
    detail: str


class Problem(ApiAnswer):
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


class GameOption(ApiAnswer):
    key: str
    seats: Annotated[list[int], Field(description="Numbers of seats it can be played with.")]
    values: Annotated[
        list[str], Field(description="What it can be set to, the default first; [] for a switch.")
    ]
    group: Annotated[str, Field(description="At most one option of a group is set; empty = of none.")]


class GameInfo(ApiAnswer):
    key: str
    rules_version: int
    deck_hash: str
    min_seats: int
    max_seats: int
    options: list[GameOption]
    bot_levels: list[str]


class Games(ApiAnswer):
    games: list[GameInfo]


class GameCards(ApiAnswer):
    """The deck of a game: what the ids in views and actions mean."""

    game: str
    deck_hash: str
    cards: list[dict[str, Any]]


class Seat(ApiAnswer):
    """One seat. `person`: somebody's own, not a bot's. `acts`: who decides for it now. `here`: has an open page or
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


settings_fields: dict[str, Any] = {
    one.name: (one.type, Field(description=setting_rules[one.name].about or None))
    for one in fields(TableSettings)
    if one.name in setting_rules
}
SettingsNow = create_model("SettingsNow", __base__=ApiAnswer, **settings_fields)
"""The table's settings, a field each."""


class Race(SettingsNow):  # type: ignore[misc,valid-type]  # its fields follow from the settings'
    """The table around the game, as everybody may know it for ever: its code and that of the table after it are secrets
    of those who play there.
    """

    game: str
    rules_version: int
    deck_hash: str
    status: Status
    options: list[str]
    seats: list[Seat]
    deadline_at: Instant | None
    clock_left: Annotated[int | None, Field(description="Milliseconds it stands at while paused.")]
    paused_at: Instant | None
    commitment: Annotated[str, Field(description="SHA-256 of the secret the deck follows from.")]


class ApiNote(ApiAnswer):
    """Something somebody did at the table besides playing. `by`: their name then; "" = the clock, or time alone."""

    at: Instant
    by: str
    what: Annotated[
        str,
        Field(
            description=f"joined, left, removed, bot, reseated, order, host, option, {', '.join(setting_rules)}, "
            "asked (somebody's ready fell back), paused, resumed, sits_in, back. There may be more.",
            examples=["option"],
        ),
    ]
    params: Annotated[dict[str, Any], Field(description="`name`, `option`, `on`, ...")]


class Room(Race):
    """The table around the game."""

    code: str
    notes: Annotated[list[ApiNote], Field(description="Who changed what, oldest first; the latest thirty.")]
    next_code: Annotated[str | None, Field(description="The table that follows this one.")]


class YouAnswer(ApiAnswer):
    seat: Annotated[int | None, Field(description="null: you only look on.")]
    host: bool
    awaited: Annotated[bool, Field(description="The table waits for a choice of yours.")]


class Ending(ApiAnswer):
    winners: Annotated[list[int], Field(description="Seats; empty = nobody.")]
    reason: str


class Happening(ApiAnswer):
    """The events of one version, in order; see the schemas Event-GAME."""

    version: int
    decision: int
    seat: int | None
    actor: Literal["human", "bot", "clock"]
    at: Instant
    events: list[dict[str, Any]]


class Envelope(ApiAnswer):
    """A table at one version, for one reader: what a GET answers and what the socket sends. `view` holds what the
    reader's seat may know, or what everybody may (schemas View-GAME); null before the start.
    """

    table: Annotated[str, Field(description="The table's id, for ever; its code is freed when it closes.")]
    version: int
    chat_version: int
    presence_version: int
    watching: int
    room: Room
    you: YouAnswer
    decision: Annotated[int | None, Field(description="The one the game waits for; null = none.")]
    waiting_on: list[int]
    view: dict[str, Any] | None
    outcome: Ending | None
    may: May
    events: list[Happening]


class Heartbeat(ApiAnswer):
    """Every two seconds in which nothing was sent: the line is open, and this is the version you have."""

    beat: Literal[True]
    version: int
    may: May


class Choices(ApiAnswer):
    """`decision`: send it with the action. `actions` are [] while nothing is asked of you; `total` counts all, also
    those left out by `limit`, but never more than 5000: a game may have more choices than can be listed.
    """

    decision: int | None
    awaited: bool
    total: int
    actions: list[dict[str, Any]]


class Forecasts(ApiAnswer):
    """Where each choice would lead on the board as it stands, as the page shows it; in the game's own form."""

    decision: int | None
    forecasts: list[dict[str, Any]]


class Taken(ApiAnswer):
    """The choice is in. `next_decision` equals `decision` while others are awaited; null = the game is over."""

    version: int
    decision: int
    next_decision: int | None


class Happenings(ApiAnswer):
    version: int
    events: list[Happening]


class ApiLogLine(ApiAnswer):
    """`version`: of the save it belongs to."""

    version: int
    sentence: str


class ApiLog(ApiAnswer):
    version: int
    lines: list[ApiLogLine]


class ApiChatLine(ApiAnswer):
    """`kind`: text or reaction. `seat`: where the speaker sat. `target`, `figure`: whom a snowball was thrown at, a
    seat and which of its figures; `skier` is the same by its old name.
    """

    id: int
    seat: int | None
    name: str
    kind: Literal["text", "reaction"]
    text: str
    at: Instant
    target: int | None
    figure: Annotated[int, Field(validation_alias=AliasChoices("figure", "skier"))]
    skier: Annotated[int, Field(validation_alias=AliasChoices("skier", "figure"))]


class Chat(ApiAnswer):
    chat_version: int
    lines: list[ApiChatLine]


class Said(ApiAnswer):
    chat_version: int


class TableLine(ApiAnswer):
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


class TableList(ApiAnswer):
    tables: list[TableLine]


class MeAnswer(ApiAnswer):
    name: str
    tables: Annotated[list[TableLine], Field(description="Yours, open ones first, newest first.")]


class AddressAnswer(ApiAnswer):
    """Where notices go. `sends`: whether this server sends mail at all. `confirmed`: its owner has said yes."""

    sends: bool
    address: str | None
    confirmed: bool
