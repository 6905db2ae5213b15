"""Calls people back: looks who is awaited and away, and hands notices to the ways they have opened.

Runs in every process. Nothing is said twice and nothing after somebody has moved: what is claimed is claimed in the
database, what is sent was taken out before, and both look at the due row of the decision, which goes with the choice;
it is looked at once more right before sending.
A process that dies between taking and sending loses a notice; the other order would repeat one.
"""

import asyncio
import hashlib
import json
import secrets

import structlog

from app.notices.model import Browser, Delivery, DeliveryResult, TurnNotice
from app.notices.ports import MailSender, NoticeStore, NoticeWords, PushService
from app.players.addresses import stop_ms
from app.players.guests import hash_of
from app.tables.clocks.periodic import PeriodicTasks, fault
from app.tables.errors import Busy, NoSuchTable
from app.tables.executor import CommandExecutor
from app.tables.model import Status
from app.tables.ports import DueRow, Presence

log = structlog.get_logger("notices")

poll_s = 5.0
limit_s = 600.0
"""For a round: each message has a limit of its own, and many may wait."""

lease_ms = 60_000
batch = 50
no_way_ms = 900_000
"""Somebody away without any way to be reached may open one: looked at again after this."""

gap_ms = 300_000
"""Between two mails to one mailbox: what comes meanwhile is said together."""

waits_ms = (60_000, 600_000, 3_600_000)
"""Between tries of one notice; after the last it is given up."""

longest_ttl_s = 24 * 3600
purge_every_ms = 3_600_000
pushes_at_once, mails_at_once = 32, 4
"""Push services are anybody's, so some are slow on purpose: many at once, and mail, which is ours, apart from them."""


class NoticeDispatcher:
    """`push`, `mail` None: a way this server does not have. `after_ms`: how long somebody must be away, and a choice
    wait, before a call. `base_url`: for links in mails.
    """

    def __init__(
        self,
        executor: CommandExecutor,
        presence: Presence,
        store: NoticeStore,
        words: NoticeWords,
        *,
        push: PushService | None,
        mail: MailSender | None,
        base_url: str,
        after_ms: int,
        tasks: PeriodicTasks | None = None,
    ) -> None:
        self._executor = executor
        self._presence = presence
        self._store = store
        self._words = words
        self._push = push
        self._mail = mail
        self._base_url = base_url
        self._after_ms = after_ms
        self._tasks = tasks or PeriodicTasks()
        self._purged_at = 0

    async def run(self) -> None:
        """Works until it is cancelled."""
        await self._tasks.go_on("notices", self.round, every_s=poll_s, limit_s=limit_s)

    async def round(self) -> float:
        """Looks at who is awaited, and sends what is ripe; seconds until there may be more."""
        now, wait_s = self._executor.moment(), poll_s
        upcoming = await self._store.next_at()
        if upcoming is not None and upcoming <= now:
            await self.look(now)
            await self.deliver(self._executor.clock())
            upcoming = await self._store.next_at()
        if upcoming is not None:
            wait_s = min(poll_s, max(0.2, (upcoming - self._executor.clock()) / 1000))
        if now - self._purged_at >= purge_every_ms:
            self._purged_at = now
            await self._store.purge(now)
        return wait_s

    async def look(self, now: int) -> int:
        """Looks at every awaited seat whose time has come; how many notices were put on their way."""
        called = 0
        for due in await self._store.claim(now, now + lease_ms, batch):
            try:
                called += await self._look(due, now)
            except Busy:
                raise
            except Exception as error:  # noqa: BLE001  # one table that cannot be read must not silence all others
                log.error("look failed", table=due.table_id, fault=fault(error))  # noqa: TRY400  # see `fault`
        return called

    async def _look(self, due: DueRow, now: int) -> int:
        try:
            snapshot = await self._executor.snapshot(due.table_id)
        except NoSuchTable:
            return 0
        table = snapshot.table
        player = table.seats[due.seat].player if due.seat < len(table.seats) else None
        if table.status is not Status.PLAYING or player is None:
            return 0  # the row is going with the save that made it so
        since = self._presence.absent_since(table.id, player)
        if since is None:
            await self._store.put_off(due, now + max(self._after_ms, 1000))
            return 0
        if now - since < self._after_ms:
            await self._store.put_off(due, since + self._after_ms)
            return 0
        ways = await self._store.call(due, player, now, gap_ms)
        if ways == 0:
            await self._store.put_off(due, now + no_way_ms)
        return ways or 0

    async def deliver(self, now: int) -> int:
        """Sends what is ripe; how many errands were delivered."""
        pushes, mails = asyncio.Semaphore(pushes_at_once), asyncio.Semaphore(mails_at_once)

        async def one(errand: Delivery) -> DeliveryResult:
            async with pushes if isinstance(errand.to, Browser) else mails:
                return await self._deliver(errand, now)

        fates = await asyncio.gather(*(one(errand) for errand in await self._store.take(now, batch)))
        return sum(fate is DeliveryResult.SENT for fate in fates)

    async def _deliver(self, errand: Delivery, now: int) -> DeliveryResult:
        way = "push" if isinstance(errand.to, Browser) else "mail"
        try:
            asked = await self._store.still(errand)
            if asked is None:
                return DeliveryResult.LOST
            errand = asked
            fate = await self._send(errand, now)
        except Busy:
            fate = DeliveryResult.LATER  # the database is asked before anything is sent
        except Exception as error:  # noqa: BLE001  # whatever a way does must not stop the others
            log.error("notice failed", way=way, fault=fault(error))  # noqa: TRY400  # see `fault`
            fate = DeliveryResult.LOST
        if fate is DeliveryResult.LATER and errand.tries < len(waits_ms):
            await self._store.again(errand, now + waits_ms[errand.tries])
        if fate is DeliveryResult.GONE and isinstance(errand.to, Browser):
            await self._store.drop_browser(errand.to.id)
        log.info("notice", way=way, fate=fate.name.lower(), calls=len(errand.calls), tries=errand.tries)
        return fate

    async def _send(self, errand: Delivery, now: int) -> DeliveryResult:
        to = errand.to
        if isinstance(to, Browser):
            if self._push is None:
                return DeliveryResult.LOST
            (call,) = errand.calls
            return await self._push.send(
                to, self._payload(to, call), topic=topic_of(call), ttl=ttl_of(call, now)
            )
        if self._mail is None:
            return DeliveryResult.LOST
        token = secrets.token_urlsafe(32)
        await self._store.stop_link(to.id, hash_of(token), now + stop_ms)
        linked = [(call, f"{self._base_url}/t/{call.code}") for call in errand.calls]
        stop = f"{self._base_url}/notices/stop?token={token}"
        return await self._mail.send(self._words.letter(to.language, to.address, linked, stop))

    def _payload(self, browser: Browser, call: TurnNotice) -> bytes:
        title, text = self._words.push(browser.language, call)
        said = {"title": title, "body": text, "code": call.code, "decision": call.decision}
        return json.dumps(said, ensure_ascii=False).encode()


def topic_of(call: TurnNotice) -> str:
    """The same for every call to one table, and tells a push service nothing: at most 32 signs of base64url."""
    return hashlib.sha256(b"topic " + call.table_id.encode()).hexdigest()[:32]


def ttl_of(call: TurnNotice, now: int) -> int:
    """Seconds a push may wait for its phone: not beyond the decision's own time."""
    if call.deadline_at is None:
        return longest_ttl_s
    return max(0, min(longest_ttl_s, (call.deadline_at - now) // 1000))
