"""Ways back: to a second device by a code that lives for minutes, and with a key kept on paper.

Both bind the asking browser's session to the person; nothing else is moved. Only hashes are stored.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from app.clock import now_ms
from app.players.errors import Refusal
from app.players.guests import hash_of
from app.players.limits import Counters, Limit, Limited, address_key
from app.players.model import Player

alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 signs, five bits each; none is taken for another."""

device_signs = 8
key_signs = 16
"""80 bits."""

device_ms = 600_000

tries_per_session = Limit(burst=10, every_ms=6_000)
tries_per_address = Limit(burst=60, every_ms=1_000)
tries_overall = Limit(burst=600, every_ms=100)
codes_per_person = Limit(burst=5, every_ms=60_000)


class WrongCode(Refusal):
    """No such code or key, or it is too old, or used: nobody is told which."""

    def __init__(self) -> None:
        super().__init__("wrong_code")


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """`code`: shown once. `expires_at`: epoch ms."""

    code: str
    expires_at: int

    def __repr__(self) -> str:
        return f"DeviceCode(expires_at={self.expires_at})"


class ReturnBook(Protocol):
    """Where codes and keys are kept, by their hashes."""

    async def put_device_code(self, player_id: str, code_hash: str, expires_at: int) -> None:
        """The person's only code from now on."""
        ...

    async def use_device_code(self, code_hash: str, now: int) -> Player | None:
        """Takes the code away; its person if it had not expired. Of many at once one gets it."""
        ...

    async def put_recovery(self, player_id: str, key_hash: str) -> bool:
        """The person's only key from now on; False for an unknown person."""
        ...

    async def player_of_recovery(self, key_hash: str) -> Player | None: ...

    async def bind(self, token_hash: str, player_id: str, now: int) -> None:
        """The session is the person's from now on, whoever's it was."""
        ...


def spoken(signs: str) -> str:
    """In groups of four, as people read it out."""
    return "-".join(signs[i : i + 4] for i in range(0, len(signs), 4))


def plain(given: str, signs: int) -> str | None:
    """What was meant: case, spaces and hyphens do not count. None if it cannot be one."""
    code = "".join(sign for sign in given[:100].upper() if sign not in " -\u2010\u2011\t\r\n")
    return code if len(code) == signs and all(sign in alphabet for sign in code) else None


class Returning:
    def __init__(self, book: ReturnBook, counters: Counters, clock: Callable[[], int] = now_ms) -> None:
        self._book = book
        self._counters = counters
        self._clock = clock

    async def device_code(self, player_id: str) -> DeviceCode:
        """A code for a second device, for ten minutes and one use; an older one ends. Raises
        Limited(too_fast).
        """
        now = self._clock()
        wait = await self._counters.take(f"device:{player_id}", codes_per_person, now)
        if wait:
            raise Limited("too_fast", wait)
        code = _signs(device_signs)
        await self._book.put_device_code(player_id, hash_of(code), now + device_ms)
        return DeviceCode(spoken(code), now + device_ms)

    async def continue_here(self, token: str, code: str, *, address: str) -> Player:
        """The asking browser is the code's person from now on. Raises WrongCode, Limited(too_many_codes)."""
        await self._try(token, address)
        signs = plain(code, device_signs)
        player = await self._book.use_device_code(hash_of(signs), self._clock()) if signs else None
        return await self._bound(token, player)

    async def recovery_key(self, player_id: str) -> str:
        """A key to be written down, shown once; an older one ends. Raises Limited(too_fast), WrongCode for an
        unknown person.
        """
        wait = await self._counters.take(f"device:{player_id}", codes_per_person, self._clock())
        if wait:
            raise Limited("too_fast", wait)
        key = _signs(key_signs)
        if not await self._book.put_recovery(player_id, hash_of(key)):
            raise WrongCode
        return spoken(key)

    async def recover(self, token: str, key: str, *, address: str) -> Player:
        """The asking browser is the key's person from now on; the key stays good. Raises WrongCode,
        Limited(too_many_codes).
        """
        await self._try(token, address)
        signs = plain(key, key_signs)
        player = await self._book.player_of_recovery(hash_of(signs)) if signs else None
        return await self._bound(token, player)

    async def _try(self, token: str, address: str) -> None:
        now = self._clock()
        for bucket, limit in (
            (f"return:session:{hash_of(token)}", tries_per_session),
            (address_key("return", address), tries_per_address),
            ("return:all", tries_overall),
        ):
            wait = await self._counters.take(bucket, limit, now)
            if wait:
                raise Limited("too_many_codes", wait)

    async def _bound(self, token: str, player: Player | None) -> Player:
        if player is None:
            raise WrongCode
        await self._book.bind(hash_of(token), player.id, self._clock())
        return player


def _signs(number: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(number))
