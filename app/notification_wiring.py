"""The wiring of notices: the ways this server has, and who calls people by them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from app.notices.dispatcher import NoticeDispatcher
from app.notices.mail import Smtp
from app.notices.push import WebPush
from app.notices.webpush import BadKey, Vapid, private_key
from app.players.addresses import AddressService
from app.players.browsers import BrowserService
from app.players.limits import Counters
from app.settings import BadSetting, Settings, mail_server
from app.storage.channel_repository import SqlAddressRepository, SqlBrowserRepository
from app.storage.engine import Database
from app.storage.notice_store import SqlNoticeStore
from app.tables.clocks.periodic import PeriodicTasks
from app.tables.service import TableService
from app.web.fronts import fronts
from app.web.notification_channels import NotificationChannels
from app.web.pages.letters import Letters


@dataclass(frozen=True, slots=True)
class NotificationChannelsWired:
    """`ways`: for the pages. `dispatcher` None: there is no way to reach anybody, so there is nothing to do."""

    ways: NotificationChannels
    dispatcher: NoticeDispatcher | None


def vapid_of(settings: Settings) -> Vapid | None:
    """Our name at push services; None without a key. Raises BadSetting."""
    if settings.vapid_private_key is None:
        return None
    try:
        vapid = Vapid(private_key(settings.vapid_private_key), settings.vapid_subject or "")
    except BadKey:
        raise BadSetting(
            "VAPID_PRIVATE_KEY", "must be a key as `python -m app admin vapid` makes it"
        ) from None
    if settings.vapid_public_key is not None and settings.vapid_public_key.rstrip("=") != vapid.public:
        raise BadSetting("VAPID_PUBLIC_KEY", "must be the other half of VAPID_PRIVATE_KEY, or not be set")
    return vapid


@asynccontextmanager
async def reaching(
    settings: Settings, tables: TableService, database: Database, counters: Counters, tasks: PeriodicTasks
) -> AsyncIterator[NotificationChannelsWired]:
    """Open as long as the server works."""
    clock, base_url, words = tables.executor.clock, settings.base_url or "", Letters(fronts)
    vapid = vapid_of(settings)
    mail = None
    if settings.smtp_url is not None:
        mail = Smtp(mail_server(settings.smtp_url), settings.mail_from or "")
    push = None if vapid is None else WebPush(vapid, clock)
    ways = NotificationChannels(
        AddressService(SqlAddressRepository(database), counters, mail, words, base_url=base_url, clock=clock),
        BrowserService(SqlBrowserRepository(database), None if vapid is None else vapid.public, clock),
    )
    dispatcher = NoticeDispatcher(
        tables.executor,
        tables.presence,
        SqlNoticeStore(database),
        words,
        push=push,
        mail=mail,
        base_url=base_url,
        after_ms=settings.notice_ms,
        tasks=tasks,
    )
    try:
        yield NotificationChannelsWired(ways, dispatcher if settings.calls_people else None)
    finally:
        await ways.addresses.settle()
        if push is not None:
            await push.close()
