"""Guests: people known by a random token in their browser. Only the token's SHA-256 is ever stored.

One person may have many sessions (a phone and a laptop); a person without any cannot come back.
"""

import hashlib
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from app.clock import now_ms
from app.players.kept_sessions import KeptSessions
from app.players.model import Player
from app.players.names import fit_name

seen_every_ms = 3_600_000
"""How exactly it is kept when a session was last seen: to the hour, so that reading stays reading."""


@dataclass(frozen=True, slots=True)
class Session:
    """One browser's or program's: `token_hash`, and `label`, what it says it is ("Firefox, Android")."""

    token_hash: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Device:
    """A session as its person sees it. `sign` names it in forms and tells nothing about its token. Times: epoch ms."""

    sign: str
    label: str
    created_at: int
    seen_at: int


class GuestRepository(Protocol):
    """Where people and their sessions are kept."""

    async def player_of(self, token_hash: str, seen_at: int, seen_every: int) -> Player | None:
        """The person of a session, which is noted as seen unless that was less than `seen_every` ms ago."""
        ...

    async def add(self, player: Player, session: Session) -> Player:
        """A new person with a first session; if the session exists by now, its person is what comes back."""
        ...

    async def rename(self, player_id: str, name: str) -> Player | None: ...

    async def devices(self, player_id: str) -> Sequence[Device]:
        """The person's sessions, the one seen last first; at most a hundred."""
        ...

    async def end(self, player_id: str, sign: str | None, *, but: str | None = None) -> Sequence[str]:
        """Ends the session of this sign, or all of the person's but that of hash `but`; the hashes of those ended. A
        code for another device ends as well, and with `but` the recovery key: without it, it may be the only way back.
        """
        ...

    async def ended(self, token_hashes: Collection[str]) -> Collection[str]:
        """Those of them that are nobody's session any more."""
        ...


def hash_of(token: str) -> str:
    """Hex SHA-256 of a session's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def sign_of(token_hash: str) -> str:
    """What names a session in a form: 16 hex digits."""
    return token_hash[:16]


class GuestService:
    """`keep_ms`: see `KeptSessions`; 0 = every question goes to the repository."""

    def __init__(self, book: GuestRepository, clock: Callable[[], int] = now_ms, *, keep_ms: int = 0) -> None:
        self._book = book
        self._clock = clock
        self.kept = KeptSessions(clock, keep_ms)

    async def player_of(self, token_hash: str) -> Player | None:
        """The person behind a session; None for a browser nobody has given a name in."""
        asked_at = self.kept.drops
        player = await self._book.player_of(token_hash, self._clock(), seen_every_ms)
        self.kept.put(token_hash, player, asked_at=asked_at)
        return player

    async def recent_player_of(self, token_hash: str) -> Player | None:
        """As `player_of`, by what the database said within the last seconds, if it was asked."""
        return self.kept.get(token_hash) or await self.player_of(token_hash)

    async def welcome(self, token: str, name: str, label: str = "") -> Player:
        """A person comes into being with the first name given. With a token known already (two tabs): that
        person, under the new name. Raises BadName.
        """
        fit = fit_name(name)
        fresh = Player(secrets.token_hex(16), fit, self._clock())
        player = await self._book.add(fresh, Session(hash_of(token), label))
        return player if player.name == fit else await self.rename(player.id, fit)

    async def rename(self, player_id: str, name: str) -> Player:
        """Seats already taken keep the name they were taken under. Raises BadName."""
        fit = fit_name(name)
        player = await self._book.rename(player_id, fit)
        self.kept.drop_person(player_id)
        return replace(player, name=fit) if player else Player(player_id, fit)

    async def devices(self, player_id: str) -> Sequence[Device]:
        """Where this person is known."""
        return await self._book.devices(player_id)

    async def sign_out(self, player_id: str, sign: str) -> Sequence[str]:
        """Ends one session of the person, by its sign; its hash, in a list that is empty if there is none."""
        return self._dropped(await self._book.end(player_id, sign))

    async def sign_out_everywhere(self, player_id: str, *, but: str | None = None) -> Sequence[str]:
        """Ends all of the person's sessions, or all but that of a token; their hashes."""
        return self._dropped(await self._book.end(player_id, None, but=hash_of(but) if but else None))

    def _dropped(self, token_hashes: Sequence[str]) -> Sequence[str]:
        self.kept.drop(token_hashes)
        return token_hashes

    async def ended(self, token_hashes: Collection[str]) -> Collection[str]:
        return await self._book.ended(token_hashes)
