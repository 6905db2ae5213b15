"""Browsers that take Web Push: what they told us to reach them by, checked before it is kept.

A subscription belongs to a session, not to a person: a browser that becomes somebody else's calls that person.
"""

import base64
import binascii
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

from app.clock import now_ms
from app.players.errors import Refusal
from app.players.guests import hash_of

longest_endpoint = 1000
longest_key = 200


class BadPushSubscription(Refusal):
    """Not what a browser's push manager gives."""

    def __init__(self) -> None:
        super().__init__("push_unfit")


@dataclass(frozen=True, slots=True)
class PushSubscription:
    """`endpoint`: a secret address at the browser's push service; `p256dh`, `auth`: base64url, as browsers write it."""

    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)
    auth: str = field(repr=False)


class BrowserRepository(Protocol):
    async def put(self, session: str, subscription: PushSubscription, language: str, now: int) -> bool:
        """The session's only subscription from now on, whoever's it was; False for a session nobody is behind."""
        ...

    async def remove(self, session: str) -> None: ...

    async def has(self, session: str) -> bool: ...


def unpadded(text: str) -> bytes:
    """What base64url without padding stands for. Raises BadSubscription."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadPushSubscription from None


def fit(subscription: PushSubscription) -> PushSubscription:
    """Raises BadSubscription for an address that is not plain https, and for keys of the wrong kind. Where the address
    really leads is looked at when it is used: names may come to mean something else.
    """
    endpoint = subscription.endpoint
    # First what costs nothing: taking apart a long address of letters and marks takes very long.
    if (
        len(endpoint) > longest_endpoint
        or not (endpoint.isascii() and endpoint.isprintable())
        or " " in endpoint
    ):
        raise BadPushSubscription
    if len(subscription.p256dh) > longest_key or len(subscription.auth) > longest_key:
        raise BadPushSubscription
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadPushSubscription from None
    if parts.scheme != "https" or not parts.hostname or port not in (None, 443) or parts.username is not None:
        raise BadPushSubscription
    point, secret = unpadded(subscription.p256dh), unpadded(subscription.auth)
    if len(point) != 65 or point[0] != 4 or len(secret) != 16:
        raise BadPushSubscription
    return subscription


def name_of(endpoint: str) -> str:
    """Hex SHA-256: long addresses are compared by it."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


class BrowserService:
    """`key`: the public half a browser subscribes with; None = this server sends no push."""

    def __init__(self, book: BrowserRepository, key: str | None, clock: Callable[[], int] = now_ms) -> None:
        self.key = key
        self._book = book
        self._clock = clock

    async def put(self, token: str, subscription: PushSubscription, language: str) -> None:
        """Raises BadSubscription; Refusal no_push, unknown_player."""
        if self.key is None:
            raise Refusal("no_push")
        if not await self._book.put(hash_of(token), fit(subscription), language, self._clock()):
            raise Refusal("unknown_player")

    async def remove(self, token: str) -> None:
        await self._book.remove(hash_of(token))

    async def has(self, token: str) -> bool:
        """Whether this browser is subscribed, as far as we know."""
        return await self._book.has(hash_of(token))
