"""What is said to whom: calls to a table, by the ways a person has opened. Plain values."""

from dataclasses import dataclass, field
from enum import Enum, auto


@dataclass(frozen=True, slots=True)
class TurnNotice:
    """A table waits for a person. `game`: its key; `host`: name of the host, "" if there is none; `deadline_at`: epoch
    ms, or None.
    """

    table_id: str
    code: str = field(repr=False)
    game: str
    decision: int
    seat: int
    host: str
    deadline_at: int | None


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser that takes push, see `app/players/browsers.py`."""

    id: int
    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)
    auth: str = field(repr=False)
    language: str


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A confirmed address."""

    id: int
    address: str = field(repr=False)
    language: str


@dataclass(frozen=True, slots=True)
class Delivery:
    """Calls to be delivered together. `tries`: how often it has been tried before."""

    to: Browser | Mailbox
    calls: tuple[TurnNotice, ...]
    tries: int = 0


class DeliveryResult(Enum):
    """What became of a delivery. LATER: surely not delivered, worth another try. LOST: not delivered, or nobody knows:
    better not than twice. GONE: nobody is there any more.
    """

    SENT = auto()
    LATER = auto()
    LOST = auto()
    GONE = auto()
