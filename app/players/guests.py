"""Guests: people known by a random token in their browser. Only the token's SHA-256 is ever stored.

One person may have many sessions (a phone and a laptop); a person without any cannot come back.
"""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from app.clock import now_ms
from app.players.model import Player
from app.players.names import fit_name

seen_every_ms = 3_600_000
"""How exactly it is kept when a session was last seen: to the hour, so that reading stays reading."""


class GuestBook(Protocol):
    """Where people and their sessions are kept."""

    async def player_of(self, token_hash: str, seen_at: int, seen_every: int) -> Player | None:
        """The person of a session, which is noted as seen unless that was less than `seen_every` ms ago."""
        ...

    async def add(self, player: Player, token_hash: str) -> Player:
        """A new person with a first session; if the session exists by now, its person is what comes back."""
        ...

    async def rename(self, player_id: str, name: str) -> Player | None: ...


def hash_of(token: str) -> str:
    """Hex SHA-256 of a session's token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Guests:
    def __init__(self, book: GuestBook, clock: Callable[[], int] = now_ms) -> None:
        self._book = book
        self._clock = clock

    async def player_of(self, token_hash: str) -> Player | None:
        """The person behind a session; None for a browser nobody has given a name in."""
        return await self._book.player_of(token_hash, self._clock(), seen_every_ms)

    async def welcome(self, token: str, name: str) -> Player:
        """A person comes into being with the first name given. With a token known already (two tabs): that
        person, under the new name. Raises BadName.
        """
        fit = fit_name(name)
        fresh = Player(secrets.token_hex(16), fit, self._clock())
        player = await self._book.add(fresh, hash_of(token))
        return player if player.name == fit else await self.rename(player.id, fit)

    async def rename(self, player_id: str, name: str) -> Player:
        """Seats already taken keep the name they were taken under. Raises BadName."""
        fit = fit_name(name)
        player = await self._book.rename(player_id, fit)
        return replace(player, name=fit) if player else Player(player_id, fit)
