"""Ways back: to a second device by a code that lives for minutes, and with a key kept on paper.

Both bind the asking browser's session to the person; nothing else is moved. Only hashes are stored.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from app.clock import now_ms
from app.players.errors import Refusal
from app.players.guests import Session, hash_of
from app.players.limits import Counters, Limited, RateLimit, address_key
from app.players.model import Player
from app.players.typed import signs_of

alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 signs, five bits each; none is taken for another."""

device_signs = 8
key_signs = 16
"""80 bits."""

device_ms = 600_000

tries_per_session = RateLimit(burst=10, every_ms=6_000)
tries_per_address = RateLimit(burst=60, every_ms=1_000)
codes_per_person = RateLimit(burst=5, every_ms=60_000)


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


@dataclass(frozen=True, slots=True)
class RecoveryKey:
    """`key`: shown once. `ended`: hashes of the sessions that ended with the key before."""

    key: str
    ended: Sequence[str]

    def __repr__(self) -> str:
        return f"RecoveryKey(ended={len(self.ended)})"


class SignInRepository(Protocol):
    """Where codes and keys are kept, by their hashes."""

    async def put_device_code(self, player_id: str, code_hash: str, expires_at: int) -> None:
        """The person's only code from now on."""
        ...

    async def use_device_code(self, code_hash: str, now: int) -> Player | None:
        """Takes the code away; its person if it had not expired. Of many at once one gets it."""
        ...

    async def put_recovery(self, player_id: str, key_hash: str, *, but: str) -> Sequence[str] | None:
        """The person's only key from now on. If it replaces one, the person's sessions end, all but the one of hash
        `but`, and a code for another device; the hashes of those ended. None for an unknown person.
        """
        ...

    async def use_recovery(self, key_hash: str, next_hash: str) -> Player | None:
        """The key's person, whose key is the next one from now on. Of many at once one gets it."""
        ...

    async def bind(self, session: Session, player_id: str, now: int, *, instead_of: str | None) -> None:
        """The session is the person's from now on. `instead_of`: hash of the one this browser had, which ends; its
        browser's subscription goes over.
        """
        ...


def spoken(signs: str) -> str:
    """In groups of four, as people read it out."""
    return "-".join(signs[i : i + 4] for i in range(0, len(signs), 4))


def plain(given: str, signs: int) -> str | None:
    """What was meant, see `typed.py`. None if it cannot be one."""
    code = signs_of(given)
    return code if len(code) == signs and all(sign in alphabet for sign in code) else None


def is_key(given: str) -> bool:
    """Whether this is meant as a recovery key; codes for a second device have fewer signs."""
    return len(signs_of(given)) > (device_signs + key_signs) // 2


class SignInService:
    def __init__(self, book: SignInRepository, counters: Counters, clock: Callable[[], int] = now_ms) -> None:
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
        code = new_signs(device_signs)
        await self._book.put_device_code(player_id, hash_of(code), now + device_ms)
        return DeviceCode(spoken(code), now + device_ms)

    async def continue_here(
        self, session: Session, code: str, *, address: str, instead_of: str | None = None
    ) -> Player:
        """The asking browser is the code's person from now on, by this session. `instead_of`: the token it had, whose
        session ends. Raises WrongCode, Limited(too_many_codes).
        """
        signs = plain(code, device_signs)
        player = await self._book.use_device_code(hash_of(signs), self._clock()) if signs else None
        if player is None:
            raise await self._wrong(instead_of, address)
        await self._bind(session, player, instead_of)
        return player

    async def recovery_key(self, player_id: str, *, here: str) -> RecoveryKey:
        """A key to be written down, shown once. An older one ends, and with it all sessions but that of the token
        `here`: who had the older key may be at one of them. Raises Limited(too_fast), WrongCode for an unknown person.
        """
        wait = await self._counters.take(f"device:{player_id}", codes_per_person, self._clock())
        if wait:
            raise Limited("too_fast", wait)
        key = new_signs(key_signs)
        ended = await self._book.put_recovery(player_id, hash_of(key), but=hash_of(here))
        if ended is None:
            raise WrongCode
        return RecoveryKey(spoken(key), ended)

    async def recover(
        self, session: Session, key: str, *, address: str, instead_of: str | None = None
    ) -> tuple[Player, str]:
        """The same with a key, which is used up by it: what comes back beside the person is the new one, shown once.
        Raises WrongCode, Limited(too_many_codes).
        """
        signs, fresh = plain(key, key_signs), new_signs(key_signs)
        player = await self._book.use_recovery(hash_of(signs), hash_of(fresh)) if signs else None
        if player is None:
            raise await self._wrong(instead_of, address)
        await self._bind(session, player, instead_of)
        return player, spoken(fresh)

    async def _bind(self, session: Session, player: Player, instead_of: str | None) -> None:
        before = hash_of(instead_of) if instead_of else None
        await self._book.bind(session, player.id, self._clock(), instead_of=before)

    async def _wrong(self, token: str | None, address: str) -> Refusal:
        """Counts a wrong code: by session and by network, never one for all. A right one is not counted, and answered
        whatever was: who knows one of 2^40 signs, for ten minutes, has not guessed.
        """
        now, waits = self._clock(), [0]
        buckets = [(address_key("return", address), tries_per_address)]
        if token:
            buckets.append((f"return:session:{hash_of(token)}", tries_per_session))
        for bucket, limit in buckets:
            waits.append(await self._counters.take(bucket, limit, now))
        return Limited("too_many_codes", max(waits)) if max(waits) else WrongCode()


def new_signs(number: int) -> str:
    """So many signs of the alphabet, by chance that nobody can guess."""
    return "".join(secrets.choice(alphabet) for _ in range(number))
