"""What calling needs from outside: where notices wait, who carries them, and their words."""

from collections.abc import Sequence
from typing import Protocol

from app.notices.model import Browser, Delivery, DeliveryResult, TurnNotice
from app.players.addresses import Letter
from app.tables.ports import DueRow


class NoticeStore(Protocol):
    """Due rows of the kind `notice` (`app/tables/clocks/notice_schedule.py`), and notices on their way."""

    async def next_at(self) -> int | None:
        """When there is something to do next."""
        ...

    async def claim(self, now: int, until: int, most: int) -> Sequence[DueRow]:
        """Rows to look at by `now`, each handed to one caller alone until `until`."""
        ...

    async def put_off(self, due: DueRow, at: int) -> None:
        """The row, if it is still there, is looked at again then."""
        ...

    async def call(self, due: DueRow, player: str, now: int, gap: int) -> int | None:
        """Puts one notice on each way the person has opened, once for a decision; how many, or None if the seat is not
        awaited any more. A mailbox is not written to within `gap` ms of the mail before. Without any way the row stays,
        to be put off.
        """
        ...

    async def take(self, now: int, most: int) -> Sequence[Delivery]:
        """Takes out what is ripe, each for one caller alone and once for all; what is not awaited any more, or not of
        this person, is taken out without a word. Calls to one mailbox come together.
        """
        ...

    async def still(self, errand: Delivery) -> Delivery | None:
        """What of it is to be said even now, if anything: others may have been slow to take what went before it."""
        ...

    async def again(self, errand: Delivery, at: int) -> None:
        """Puts back what could not be delivered."""
        ...

    async def drop_browser(self, browser: int) -> None: ...

    async def stop_link(self, address: int, token_hash: str, expires_at: int) -> None: ...

    async def purge(self, now: int) -> None:
        """Takes away what has expired: links, addresses nobody has confirmed, memories of tables that are over."""
        ...


class PushService(Protocol):
    async def send(self, browser: Browser, payload: bytes, *, topic: str, ttl: int) -> DeliveryResult:
        """`topic`: a later message replaces one of the same topic that waits; `ttl`: seconds it may wait."""
        ...


class MailSender(Protocol):
    async def send(self, letter: Letter) -> DeliveryResult: ...


class NoticeWords(Protocol):
    def push(self, language: str, call: TurnNotice) -> tuple[str, str]:
        """Title and text of a notice: no code, nothing of the game."""
        ...

    def letter(self, language: str, to: str, calls: Sequence[tuple[TurnNotice, str]], stop: str) -> Letter:
        """One mail for these calls, each with the link to its table; `stop`: the link that ends them."""
        ...
