"""Why something was refused. One tree; `web/` maps it to HTTP in one table and words it in the reader's
language.

Refusal                 nothing has changed; `reason` is a code, `params` what a sentence about it needs
├── NoSuchTable         no open or finished table has this code or id
├── NotAllowed          this person may not do this here
│   ├── NotSeated       has no seat at the table
│   └── NotHost         only the host may do it
├── NotReady            asks for the host's confirmation: `names` are not ready yet
├── Unfit               the table is not in a state for it (full, already started, options unfit, ...)
├── StaleDecision       the action was meant for a decision that is over
├── Malformed           the message is no action of this game at all
└── Illegal             an action, but not one this seat may take now

Busy is no refusal: the database did not answer in time, nothing has been stored, another try may do.
└── CannotWrite         it answers, but takes no writes: its disk is full, or it is a standby

The root stands in `players/`, the lowest package that refuses people something. Messages hold the reason alone:
a table's code and a seat's cards never reach a log by way of an exception.
"""

from app.players.errors import Refusal

__all__ = [
    "Busy",
    "CannotWrite",
    "Illegal",
    "Malformed",
    "NoSuchTable",
    "NotAllowed",
    "NotHost",
    "NotReady",
    "NotSeated",
    "Refusal",
    "StaleDecision",
    "Unfit",
]


class NoSuchTable(Refusal):
    """`params["code"]`: what was asked for, as it was given."""

    def __init__(self, code: str) -> None:
        super().__init__("no_such_table", code=code)


class NotAllowed(Refusal):
    pass


class NotSeated(NotAllowed):
    def __init__(self) -> None:
        super().__init__("not_seated")


class NotHost(NotAllowed):
    def __init__(self) -> None:
        super().__init__("not_host")


class NotReady(Refusal):
    """`params["names"]`: names of the seats that are not ready, in seat order."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__("not_ready", names=names)

    @property
    def names(self) -> tuple[str, ...]:
        names: tuple[str, ...] = self.params["names"]
        return names


class Unfit(Refusal):
    pass


class StaleDecision(Refusal):
    """`params`: `decision` the action named, `current` the one the table is at (None: game over)."""

    def __init__(self, decision: int, current: int | None) -> None:
        super().__init__("stale_decision", decision=decision, current=current)


class Malformed(Refusal):
    pass


class Illegal(Refusal):
    pass


class Busy(Exception):
    """Not now: nothing has changed."""


class CannotWrite(Busy):
    """Not now, and not in a moment: the database takes no writes. `reason`: its own word for it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
