"""Notices: which awaited seats are to be looked at, and what is on its way to whom.

The due row of a seat's decision goes in the transaction that makes the choice. It is locked here before anything is
said: a choice that is being saved is waited for, and then the row is gone.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from app.notices.model import Browser, Delivery, Mailbox, TurnNotice
from app.players.addresses import confirm_ms
from app.storage import schema
from app.storage.engine import Database
from app.storage.rows import due_of
from app.storage.unit_of_work import open_statuses
from app.tables.clocks import notice_schedule
from app.tables.ports import DueRow

done = 2**62
"""The time of a row there is nothing more to do for; it stays as long as its seat is awaited."""

most_browsers = 8
"""Of one person, the latest: whoever subscribes a thousand must not have a thousand strangers' servers called."""


class SqlNoticeStore:
    """Implements `app.notices.ports.NoticeStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def next_at(self) -> int | None:
        due, notices = schema.due.c, schema.notices.c
        looks = select(func.min(due.at)).where(due.kind == notice_schedule.kind, due.at < done)
        async with self._database.read() as connection:
            times = [
                (await connection.execute(looks)).scalar_one(),
                (await connection.execute(select(func.min(notices.at)))).scalar_one(),
            ]
        return min((int(at) for at in times if at is not None), default=None)

    async def claim(self, now: int, until: int, most: int) -> Sequence[DueRow]:
        due = schema.due
        ripe = select(due.c.id).where(due.c.kind == notice_schedule.kind, due.c.at <= now)
        ripe = ripe.order_by(due.c.at, due.c.id).limit(most).with_for_update(skip_locked=True)
        query = update(due).where(due.c.id.in_(ripe)).values(at=until).returning(due)
        async with self._database.write() as connection:
            return [due_of(row) for row in (await connection.execute(query)).all()]

    async def put_off(self, due: DueRow, at: int) -> None:
        async with self._database.write() as connection:
            await connection.execute(update(schema.due).where(_row(due)).values(at=at))

    async def call(self, due: DueRow, player: str, now: int, gap: int) -> int | None:
        async with self._database.write() as connection:
            # The table first, as every save does: else two who wait for each other.
            tables = select(schema.tables.c.id).where(schema.tables.c.id == due.table_id)
            await connection.execute(tables.with_for_update())
            awaited = (await connection.execute(select(schema.due.c.id).where(_row(due)))).first()
            if awaited is None:
                return None
            ways = await self._ways(connection, player, now, gap)
            if not ways:
                return 0
            await connection.execute(update(schema.due).where(_row(due)).values(at=done))
            if not await self._first(connection, due):
                return None
            about = {"table_id": due.table_id, "decision": due.decision, "seat": due.seat, "tries": 0}
            await connection.execute(insert(schema.notices), [about | way for way in ways])
            return len(ways)

    async def take(self, now: int, most: int) -> Sequence[Delivery]:
        notices = schema.notices
        ripe = (
            select(notices.c.id).where(notices.c.at <= now).order_by(notices.c.at, notices.c.id).limit(most)
        )
        query = delete(notices).where(notices.c.id.in_(ripe.with_for_update(skip_locked=True)))
        errands: dict[tuple[str, int, int], Delivery] = {}
        async with self._database.write() as connection:
            for row in sorted((await connection.execute(query.returning(notices))).all(), key=_order):
                call = await self._call(connection, row)
                to = None if call is None else await self._target(connection, row)
                if call is None or to is None:
                    continue
                # Calls to one mailbox are said together; the tries of the most patient count.
                key = ("push", row.id, 0) if isinstance(to, Browser) else ("mail", to.id, 0)
                before = errands.get(key, Delivery(to, (), row.tries))
                errands[key] = Delivery(to, (*before.calls, call), max(before.tries, row.tries))
            mailed = [errand.to.id for errand in errands.values() if isinstance(errand.to, Mailbox)]
            if mailed:
                addresses = schema.addresses
                sent = update(addresses).where(addresses.c.id.in_(mailed))
                await connection.execute(sent.values(mailed_at=now))
        return list(errands.values())

    async def still(self, errand: Delivery) -> Delivery | None:
        rows = schema.subscriptions if isinstance(errand.to, Browser) else schema.addresses
        there = select(rows.c.id).where(rows.c.id == errand.to.id)
        if isinstance(errand.to, Mailbox):
            there = there.where(rows.c.address == errand.to.address, rows.c.confirmed_at.is_not(None))
        async with self._database.read() as connection:
            if (await connection.execute(there)).first() is None:
                return None
            calls = []
            for call in errand.calls:
                row = _row(DueRow(call.table_id, call.decision, call.seat, notice_schedule.kind, 0))
                if (await connection.execute(select(schema.due.c.id).where(row))).first() is not None:
                    calls.append(call)
        return replace(errand, calls=tuple(calls)) if calls else None

    async def again(self, errand: Delivery, at: int) -> None:
        way = "subscription" if isinstance(errand.to, Browser) else "address"
        rows = [
            {
                "table_id": call.table_id,
                "decision": call.decision,
                "seat": call.seat,
                "subscription": None,
                "address": None,
                "tries": errand.tries + 1,
                "at": at,
            }
            | {way: errand.to.id}
            for call in errand.calls
        ]
        targets = schema.subscriptions if isinstance(errand.to, Browser) else schema.addresses
        there = select(targets.c.id).where(targets.c.id == errand.to.id)
        tables = select(schema.tables.c.id).where(schema.tables.c.id.in_([c.table_id for c in errand.calls]))
        async with self._database.write() as connection:
            if (await connection.execute(there)).first() is None:
                return
            known = set((await connection.execute(tables)).scalars())
            rows = [row for row in rows if row["table_id"] in known]
            if rows:
                await connection.execute(insert(schema.notices), rows)

    async def drop_browser(self, browser: int) -> None:
        rows = schema.subscriptions
        async with self._database.write() as connection:
            await connection.execute(delete(rows).where(rows.c.id == browser))

    async def stop_link(self, address: int, token_hash: str, expires_at: int) -> None:
        row = {"token_hash": token_hash, "address": address, "purpose": "stop", "expires_at": expires_at}
        async with self._database.write() as connection:
            await connection.execute(insert(schema.address_tokens).values(row))

    async def purge(self, now: int) -> None:
        tokens, addresses, told = schema.address_tokens, schema.addresses, schema.told
        running = select(schema.tables.c.id).where(schema.tables.c.status.in_(open_statuses))
        async with self._database.write() as connection:
            unanswered = and_(addresses.c.confirmed_at.is_(None), addresses.c.created_at <= now - confirm_ms)
            await connection.execute(delete(addresses).where(unanswered))
            await connection.execute(delete(tokens).where(tokens.c.expires_at <= now))
            await connection.execute(delete(told).where(told.c.table_id.not_in(running)))

    async def _first(self, connection: AsyncConnection, due: DueRow) -> bool:
        """True if nobody has called the seat for this decision before."""
        told = schema.told
        added = (postgresql if self._database.is_postgres else sqlite).insert(told)
        query = (
            added.values(table_id=due.table_id, seat=due.seat, decision=due.decision)
            .on_conflict_do_update(
                index_elements=["table_id", "seat"],
                set_={"decision": due.decision},
                where=told.c.decision < due.decision,
            )
            .returning(told.c.decision)
        )
        return (await connection.execute(query)).first() is not None

    async def _ways(
        self, connection: AsyncConnection, player: str, now: int, gap: int
    ) -> list[dict[str, Any]]:
        """The addresses of a notice, each with the time from which it holds: every browser of the
        person, and a confirmed address.
        """
        rows, sessions, addresses = schema.subscriptions.c, schema.sessions.c, schema.addresses.c
        browsers = (
            select(rows.id)
            .join(schema.sessions, sessions.token_hash == rows.session)
            .where(sessions.player == player)
            .order_by(rows.id.desc())
            .limit(most_browsers)
            # Whoever unsubscribes in this moment waits, or has been waited for.
            .with_for_update(read=True, key_share=True, of=schema.subscriptions)
        )
        mailbox = select(addresses.id, addresses.mailed_at).where(
            addresses.player == player, addresses.confirmed_at.is_not(None)
        )
        mailbox = mailbox.with_for_update(read=True, key_share=True)
        found = (await connection.execute(browsers)).scalars()
        ways = [{"subscription": browser, "address": None, "at": now} for browser in found]
        for row in await connection.execute(mailbox):
            at = now if row.mailed_at is None else max(now, row.mailed_at + gap)
            ways.append({"subscription": None, "address": row.id, "at": at})
        return ways

    async def _call(self, connection: AsyncConnection, row: Row[Any]) -> TurnNotice | None:
        """The subject of a notice, if its seat is still awaited, and still its receiver's."""
        due, tables, seats = schema.due.c, schema.tables.c, schema.seats.c
        here = and_(
            due.table_id == row.table_id,
            due.decision == row.decision,
            due.seat == row.seat,
            due.kind == notice_schedule.kind,
        )
        if (await connection.execute(select(due.id).where(here).with_for_update())).first() is None:
            return None
        place = seats["index"].label("place")
        query = (
            select(tables.code, tables.game, tables.host, tables.deadline_at, seats.player, seats.name, place)
            .join(schema.seats, seats.table_id == tables.id)
            .where(tables.id == row.table_id)
        )
        sitting = (await connection.execute(query)).all()
        mine = next((s for s in sitting if s.place == row.seat), None)
        if mine is None or mine.player is None or mine.player != await self._receiver(connection, row):
            return None
        host = next((s.name for s in sitting if s.player == s.host), "")
        return TurnNotice(row.table_id, mine.code, mine.game, row.decision, row.seat, host, mine.deadline_at)

    async def _receiver(self, connection: AsyncConnection, row: Row[Any]) -> str | None:
        rows, sessions, addresses = schema.subscriptions.c, schema.sessions.c, schema.addresses.c
        browser = (
            select(sessions.player)
            .join(schema.subscriptions, rows.session == sessions.token_hash)
            .where(rows.id == row.subscription)
        )
        mailbox = select(addresses.player).where(addresses.id == row.address)
        query = browser if row.subscription is not None else mailbox
        found: str | None = (await connection.execute(query)).scalar_one_or_none()
        return found

    async def _target(self, connection: AsyncConnection, row: Row[Any]) -> Browser | Mailbox | None:
        rows, addresses = schema.subscriptions, schema.addresses
        if row.subscription is not None:
            query = select(rows).where(rows.c.id == row.subscription)
            found = (await connection.execute(query)).one_or_none()
            if found is None:
                return None
            return Browser(found.id, found.endpoint, found.p256dh, found.auth, found.language)
        query = select(addresses).where(addresses.c.id == row.address, addresses.c.confirmed_at.is_not(None))
        found = (await connection.execute(query)).one_or_none()
        return None if found is None else Mailbox(found.id, found.address, found.language)


def _row(due: DueRow) -> Any:
    rows = schema.due.c
    return and_(
        rows.table_id == due.table_id,
        rows.decision == due.decision,
        rows.seat == due.seat,
        rows.kind == due.kind,
    )


def _order(row: Row[Any]) -> int:
    number: int = row.id
    return number
