"""What the templates of the lobby are given: one context a region, and the page's own. No behaviour."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Title:
    """`hint`: how many lifts are taken and when it starts; `variant`: what kind of race it would be now."""

    host: str
    hint: str
    variant: str


@dataclass(frozen=True, slots=True)
class SeatBox:
    """One taken seat. `worn`: names of its hats. `state`: ready, waiting, away or bot; `word` says it."""

    index: int
    name: str
    hats: tuple[int, ...]
    worn: str
    host: bool
    state: str
    word: str


@dataclass(frozen=True, slots=True)
class Seats:
    """`free`: number of empty lifts; `level`: the bot an empty lift offers."""

    seats: tuple[SeatBox, ...]
    free: int
    level: str


@dataclass(frozen=True, slots=True)
class OptionBox:
    key: str
    name: str
    line: str
    on: bool


@dataclass(frozen=True, slots=True)
class Options:
    options: tuple[OptionBox, ...]


@dataclass(frozen=True, slots=True)
class LogLine:
    """`hat`: whose head stands before it."""

    hat: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Log:
    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class HatBox:
    """One hat of the picker. `taken`: by somebody else; then it cannot be chosen."""

    hat: int
    name: str
    worn: bool
    taken: bool


@dataclass(frozen=True, slots=True)
class HatRow:
    """The picker for one skier. `skier`: 0, or 0 and 1 with two players."""

    skier: int
    label: str
    hats: tuple[HatBox, ...]


@dataclass(frozen=True, slots=True)
class You:
    """`rows`: hat pickers, one a skier; none for somebody without a seat."""

    rows: tuple[HatRow, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """`hint`: what the start still waits for. `role`: host, guest or none.

    `sure`: somebody is not ready; the host's button says so and sends the confirmation.
    """

    role: str
    ready: bool
    sure: bool
    hint: str


@dataclass(frozen=True, slots=True)
class Invite:
    """`link`: absolute address of the table; `spelled`: the code letter by letter, for screen readers."""

    link: str
    shown: str
    spelled: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Lobby:
    """The whole page. `seat`: own seat or None. `place`: as in the socket's messages. Regions are HTML."""

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
    log_region: str
    you_region: str
    start_region: str
    option_keys: tuple[str, ...]
    skiers: tuple[int, ...]
