"""The wiring of notices: the ways this server has, and who calls people by them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from app.notices.caller import Caller
from app.notices.mail import Smtp
from app.notices.push import WebPush
from app.notices.webpush import BadKey, Vapid, private_key
from app.players.addresses import Addresses
from app.players.browsers import Browsers
from app.players.limits import Counters
from app.settings import BadSetting, Settings, mail_server
from app.storage.engine import Database
from app.storage.notice_rows import NoticeRows
from app.storage.way_rows import AddressRows, BrowserRows
from app.tables.facade import Tables
from app.web.pages.letters import Letters
from app.web.ways import Ways


@dataclass(frozen=True, slots=True)
class Reach:
    """`ways`: for the pages. `caller` None: there is no way to reach anybody, so there is nothing to do."""

    ways: Ways
    caller: Caller | None


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
    settings: Settings, tables: Tables, database: Database, counters: Counters
) -> AsyncIterator[Reach]:
    """Open as long as the server works."""
    clock, base_url, words = tables.desk.clock, settings.base_url or "", Letters()
    vapid = vapid_of(settings)
    mail = None
    if settings.smtp_url is not None:
        mail = Smtp(mail_server(settings.smtp_url), settings.mail_from or "")
    push = None if vapid is None else WebPush(vapid, clock)
    ways = Ways(
        Addresses(AddressRows(database), counters, mail, words, base_url=base_url, clock=clock),
        Browsers(BrowserRows(database), None if vapid is None else vapid.public, clock),
    )
    caller = Caller(
        tables.desk,
        tables.presence,
        NoticeRows(database),
        words,
        push=push,
        mail=mail,
        base_url=base_url,
        after_ms=settings.notice_ms,
    )
    try:
        yield Reach(ways, caller if settings.calls_people else None)
    finally:
        await ways.addresses.settle()
        if push is not None:
            await push.close()
