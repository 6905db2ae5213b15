"""Mail addresses people give to be called back: asked for twice before the first notice, ended by one click.

Nothing that somebody else wrote is in the first mail, no table and no name: it can be sent to a stranger's mailbox, so
it says only what it must. Links carry random tokens, of which the hash is kept; opening one changes nothing.
"""

import asyncio
import hashlib
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from app.clock import now_ms
from app.players.errors import Refusal
from app.players.guests import hash_of
from app.players.limits import Counters, Limited, RateLimit, address_key

confirm_ms = 48 * 3_600_000
stop_ms = 400 * 24 * 3_600_000
"""Links that stop mails hold longer than anybody keeps a game waiting."""

asked_per_person = RateLimit(burst=4, every_ms=900_000)
asked_per_origin = RateLimit(burst=20, every_ms=120_000)
asked_per_mailbox = RateLimit(burst=3, every_ms=6 * 3_600_000)
"""Whoever asks: a mailbox gets no more than this from us unasked."""
asked_overall = RateLimit(burst=200, every_ms=6_000)
"""Beyond it only who has not asked lately is heard."""
once = RateLimit(burst=1, every_ms=120_000)

asking_s = 2.5
"""How long somebody waits to hear that the question went out. Mail servers may take longer, and then it goes all the
same: many keep strangers waiting on purpose.
"""

address_form = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}"
)


def mailbox_of(address: str) -> str:
    """Whose mailbox it most likely is, for counting: to many servers case, dots and what follows a plus say nothing."""
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"


class BadMailAddress(Refusal):
    """Not an address mail can be sent to."""

    def __init__(self) -> None:
        super().__init__("address_unfit")


class MailDown(Refusal):
    """The mail server does not take it now; or this server sends no mail (`no_mail`)."""

    def __init__(self, reason: str = "mail_down") -> None:
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class PlayerAddress:
    """`confirmed`: whether its owner has said yes; before that it gets nothing but the question."""

    address: str = field(repr=False)
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as it is sent: plain text. `stop`: address of the page that ends all of them, for the headers too."""

    to: str = field(repr=False)
    subject: str
    text: str = field(repr=False)
    stop: str | None = field(repr=False, default=None)


class AddressRepository(Protocol):
    async def address_of(self, player: str) -> PlayerAddress | None: ...

    async def put(
        self, player: str, address: str, language: str, *, token_hash: str, expires_at: int, now: int
    ) -> None:
        """The person's only address from now on, not confirmed; links to the one before end."""
        ...

    async def behind(self, token_hash: str, purpose: str, now: int) -> str | None:
        """The address a link is about; None if it is too old, used up, or the address is gone."""
        ...

    async def confirm(self, token_hash: str, now: int) -> str | None:
        """Uses the link up; the address, confirmed now."""
        ...

    async def stop(self, token_hash: str) -> bool:
        """Removes the address of this link, and all links to it."""
        ...

    async def remove(self, player: str) -> None: ...


class MailOutbox(Protocol):
    async def post(self, letter: Letter) -> None:
        """Hands a letter to the mail server. Raises MailDown."""
        ...


class AddressWords(Protocol):
    def question(self, language: str, to: str, link: str) -> Letter:
        """The mail that asks an address whether it wants to be written to."""
        ...


class AddressService:
    """`post` None: this server sends no mail. `base_url`: where links lead, without a slash at its end."""

    def __init__(
        self,
        book: AddressRepository,
        counters: Counters,
        post: MailOutbox | None,
        words: AddressWords,
        *,
        base_url: str,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self.book = book
        self.sends = post is not None
        self._counters = counters
        self._post = post
        self._words = words
        self._base_url = base_url
        self._clock = clock
        self._asking: set[asyncio.Task[None]] = set()

    async def give(self, player: str, given: str, language: str, *, origin: str) -> PlayerAddress:
        """The address is kept and asked by mail; nothing else is sent before the answer. A confirmed one given again
        stays as it is. `origin`: where the request comes from. Raises BadAddress, Limited(too_fast), MailDown.
        """
        if self._post is None:
            raise MailDown("no_mail")
        address = given.strip()
        if len(address) > 254 or not address_form.fullmatch(address) or ".." in address:
            raise BadMailAddress
        known = await self.book.address_of(player)
        if known is not None and known.confirmed and known.address == address:
            return known
        await self._may_ask(player, address, origin)
        token, now = secrets.token_urlsafe(32), self._clock()
        await self.book.put(
            player, address, language, token_hash=hash_of(token), expires_at=now + confirm_ms, now=now
        )
        link = f"{self._base_url}/notices/confirm?token={token}"
        await self._ask(self._post, self._words.question(language, address, link))
        return PlayerAddress(address, confirmed=False)

    async def behind(self, token: str, purpose: str) -> str | None:
        """The address a link of `purpose` (confirm, stop) is about, None for one that does nothing any more."""
        return await self.book.behind(hash_of(token), purpose, self._clock())

    async def confirm(self, token: str) -> str | None:
        """Somebody at the mailbox has said yes; the address."""
        return await self.book.confirm(hash_of(token), self._clock())

    async def stop(self, token: str) -> None:
        """Somebody at the mailbox has had enough. Doing it again is no error."""
        await self.book.stop(hash_of(token))

    async def settle(self) -> None:
        """Waits until every question has gone out, or cannot; for a shutdown."""
        await asyncio.gather(*self._asking, return_exceptions=True)

    async def _ask(self, post: MailOutbox, question: Letter) -> None:
        """Raises MailDown, as far as that is known soon. A caller who goes away does not stop it halfway."""
        task = asyncio.create_task(post.post(question))
        self._asking.add(task)
        task.add_done_callback(self._asked)
        done, _ = await asyncio.wait({task}, timeout=asking_s)
        if done:
            await task

    def _asked(self, task: asyncio.Task[None]) -> None:
        self._asking.discard(task)
        if not task.cancelled():
            task.exception()  # read, so that a server that was away is no warning: the way has logged it

    async def _may_ask(self, player: str, address: str, origin: str) -> None:
        now = self._clock()
        mailbox = hashlib.sha256(mailbox_of(address).encode()).hexdigest()[:32]
        asked = address_key("mail", origin)
        # When the whole server has asked too many, who has not asked yet still may, once: no flood refuses everybody.
        crowded = await self._counters.wait({"mail:all": asked_overall}, now)
        if crowded and await self._counters.wait({asked: once}, now):
            raise Limited("too_many_mails", crowded)
        for bucket, limit in (
            (f"mail:{player}", asked_per_person),
            (asked, asked_per_origin),
            (f"mail:box:{mailbox}", asked_per_mailbox),
        ):
            wait = await self._counters.take(bucket, limit, now)
            if wait:
                raise Limited("too_many_mails", wait)
        await self._counters.take("mail:all", asked_overall, now)
