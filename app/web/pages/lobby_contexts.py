"""What the templates of the lobby are given: one context a region, and the page's own. No behaviour."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LobbyTitle:
    """`hint`: how many seats are taken and when it starts; `variant`: what kind of race it would be now. `free`: number
    of empty seats.
    """

    host: str
    hint: str
    variant: str
    free: int


@dataclass(frozen=True, slots=True)
class BotLevel:
    """How well a bot may play: its key, name and line; `chosen`: so it does."""

    key: str
    name: str
    line: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SeatBox:
    """One taken seat. `worn`: names of its hats. `state`: ready, waiting, away, held or bot; `word` says it.

    `person`: not a bot's own seat. `until`: the seat is kept for its owner until then (epoch ms), 0 = it is
    not. `claimed_by`: name of somebody who says it is theirs. `levels`: of a bot, how else it could play.
    """

    index: int
    name: str
    hats: tuple[int, ...]
    worn: str
    host: bool
    state: str
    word: str
    person: bool
    until: int
    claimed_by: str
    levels: tuple[BotLevel, ...] = ()


@dataclass(frozen=True, slots=True)
class Seats:
    """`free`: number of empty seats; `level`: the bot an empty seat offers; `admits`: newcomers may sit down."""

    seats: tuple[SeatBox, ...]
    free: int
    level: str
    admits: bool


@dataclass(frozen=True, slots=True)
class OptionBox:
    key: str
    name: str
    line: str
    on: bool


@dataclass(frozen=True, slots=True)
class Options:
    """`options`: the switches; `rows`: those of several values, and groups of which one at most is set."""

    options: tuple[OptionBox, ...]
    rows: tuple["SettingRow", ...] = ()


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """One of several. `value`: names it, and is posted unless `posted` is; `form`: the command it posts to, if it is
    not its row's.
    """

    value: str
    word: str
    chosen: bool
    form: str = ""
    posted: str = ""


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting with several values. `key`: its command; `name`: the field it posts; `line`: what it means now."""

    key: str
    name: str
    label: str
    line: str
    choices: tuple[SettingChoice, ...]


@dataclass(frozen=True, slots=True)
class LobbyRules:
    """The table's own settings: `rows` of several values, `switches` whose keys are commands. `hint`: may be empty."""

    rows: tuple[SettingRow, ...]
    switches: tuple[OptionBox, ...]
    hint: str


@dataclass(frozen=True, slots=True)
class LobbyLogLine:
    """`hat`: whose head stands before it; None = nobody's."""

    id: str
    hat: int | None
    sentence: str


@dataclass(frozen=True, slots=True)
class LobbyLog:
    """`empty`: what stands there instead of lines. `undo`: until when the host may undo the last of them (epoch ms),
    0 = it cannot be undone.
    """

    lines: tuple[LobbyLogLine, ...]
    empty: str
    undo: int


@dataclass(frozen=True, slots=True)
class HatBox:
    """One hat of the picker. `taken`: by somebody else; then it cannot be chosen."""

    hat: int
    name: str
    worn: bool
    taken: bool


@dataclass(frozen=True, slots=True)
class HatRow:
    """The picker for one figure. `figure`: 0, or 0 and 1 where a seat has two."""

    figure: int
    label: str
    hats: tuple[HatBox, ...]


@dataclass(frozen=True, slots=True)
class OwnLobby:
    """`rows`: hat pickers, one a figure; none for somebody without a seat.

    `asked`: name of the seat a reader without one has said is theirs; the host has not answered yet. `lost`:
    (seat, name) of those they may still say so of: their owners are not here.
    """

    rows: tuple[HatRow, ...]
    asked: str = ""
    lost: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LobbyStart:
    """`hint`: what the start still waits for; `names`: in it. `role`: host, guest or none.

    `sure`: somebody is not ready; the host's button says so and sends the confirmation.
    """

    role: str
    ready: bool
    sure: bool
    hint: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Invite:
    """`link`: absolute address of the table; `spelled`: the code letter by letter, for screen readers; `picture`: the
    link as a QR code, an SVG drawing.
    """

    link: str
    shown: str
    spelled: str
    fingerprint: str
    picture: str


@dataclass(frozen=True, slots=True)
class Lobby:
    """The whole page. `seat`: own seat or None. `place`: as in the socket's messages. Regions are HTML.

    `now`: when it was drawn (epoch ms), by which the page sets its clock. `seat_numbers`: all a table may have.
    """

    table_id: str
    code: str
    version: int
    seat: int | None
    host: bool
    place: str
    name: str
    invite: Invite
    title_region: str
    seats_region: str
    options_region: str
    rules_region: str
    log_region: str
    you_region: str
    start_region: str
    option_keys: tuple[str, ...]
    setting_keys: tuple[str, ...]
    figures: tuple[int, ...]
    now: int
    seat_numbers: tuple[int, ...]
