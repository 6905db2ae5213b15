"""Who may become somebody here. The operator decides at a terminal (`admin registration`, `admin ban`)."""

from collections.abc import Collection
from enum import StrEnum
from typing import Protocol

from app.players.errors import Refusal


class Registration(StrEnum):
    """Who is let in: anybody; those who come by a table's link or code, or by the operator's invitation; nobody new."""

    OPEN = "open"
    INVITED = "invited"
    CLOSED = "closed"


class TurnedAway(Refusal):
    """`banned`, `registration_closed` or `registration_invited`."""


class Gate(Protocol):
    """What the database says about it, for all processes."""

    async def registration(self) -> Registration: ...

    async def banned(self, token_hashes: Collection[str]) -> bool:
        """Whether one of these sessions is a banned person's."""
        ...

    async def open_tables(self) -> int:
        """How many tables are in the lobby or being played."""
        ...


async def let_in(gate: Gate, token_hashes: Collection[str], *, invited: bool) -> None:
    """Raises TurnedAway if nobody new may come by this browser. `invited`: comes to a table whose code it knows."""
    if await gate.banned(token_hashes):
        raise TurnedAway("banned")
    registration = await gate.registration()
    if registration is Registration.CLOSED:
        raise TurnedAway("registration_closed")
    if registration is Registration.INVITED and not invited:
        raise TurnedAway("registration_invited")
