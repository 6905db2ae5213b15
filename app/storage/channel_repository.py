"""Ways to reach people: their mail address, and browsers that take push."""

from typing import Any

from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from app.players.addresses import PlayerAddress
from app.players.browsers import PushSubscription, name_of
from app.storage import schema
from app.storage.engine import Database
from app.storage.known_people import see_that_known
from app.storage.notice_store import done
from app.tables.clocks import notice_schedule


async def look_again(connection: AsyncConnection, player: Any, now: int) -> None:
    """A way has been opened: seats of this person that wait already are looked at anew."""
    due, seats = schema.due, schema.seats.c
    mine = select(seats.table_id).where(
        seats.table_id == due.c.table_id, seats["index"] == due.c.seat, seats.player == player
    )
    later = (due.c.kind == notice_schedule.kind) & (due.c.at > now) & (due.c.at < done)
    await connection.execute(update(due).where(later, exists(mine)).values(at=now))


class SqlAddressRepository:
    """Implements `app.players.addresses.AddressRepository`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def address_of(self, player: str) -> PlayerAddress | None:
        addresses = schema.addresses.c
        query = select(addresses.address, addresses.confirmed_at).where(addresses.player == player)
        async with self._database.ask() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else PlayerAddress(row.address, row.confirmed_at is not None)

    async def put(
        self, player: str, address: str, language: str, *, token_hash: str, expires_at: int, now: int
    ) -> None:
        addresses, tokens = schema.addresses, schema.address_tokens
        values = {"address": address, "language": language, "created_at": now, "confirmed_at": None}
        added = (postgresql if self._database.is_postgres else sqlite).insert(addresses)
        query = added.values(values | {"player": player, "mailed_at": None}).on_conflict_do_update(
            index_elements=["player"], set_=values | {"mailed_at": None}
        )
        async with self._database.write() as connection:
            await see_that_known(connection, player)
            kept: int = (await connection.execute(query.returning(addresses.c.id))).scalar_one()
            await connection.execute(delete(tokens).where(tokens.c.address == kept))
            row = {"token_hash": token_hash, "address": kept, "purpose": "confirm", "expires_at": expires_at}
            await connection.execute(insert(tokens).values(row))

    async def behind(self, token_hash: str, purpose: str, now: int) -> str | None:
        addresses, tokens = schema.addresses.c, schema.address_tokens.c
        query = (
            select(addresses.address)
            .join(schema.address_tokens, tokens.address == addresses.id)
            .where(tokens.token_hash == token_hash, tokens.purpose == purpose, tokens.expires_at > now)
        )
        async with self._database.ask() as connection:
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
            return found

    async def confirm(self, token_hash: str, now: int) -> str | None:
        addresses, tokens = schema.addresses, schema.address_tokens
        used = delete(tokens).where(
            tokens.c.token_hash == token_hash, tokens.c.purpose == "confirm", tokens.c.expires_at > now
        )
        its = select(tokens.c.address).where(tokens.c.token_hash == token_hash)
        held = select(addresses.c.id).where(addresses.c.id.in_(its)).with_for_update(key_share=True)
        async with self._database.write() as connection:
            # The address first, its links afterwards, as everywhere: else two who wait for each other.
            await connection.execute(held)
            row = (await connection.execute(used.returning(tokens.c.address))).one_or_none()
            if row is None:
                return None
            query = update(addresses).where(addresses.c.id == row.address).values(confirmed_at=now)
            found = (await connection.execute(query.returning(addresses.c.address, addresses.c.player))).one()
            await look_again(connection, found.player, now)
            address: str = found.address
            return address

    async def stop(self, token_hash: str) -> bool:
        addresses, tokens = schema.addresses, schema.address_tokens
        its = select(tokens.c.address).where(tokens.c.token_hash == token_hash, tokens.c.purpose == "stop")
        async with self._database.write() as connection:
            return bool((await connection.execute(delete(addresses).where(addresses.c.id.in_(its)))).rowcount)

    async def remove(self, player: str) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(schema.addresses).where(schema.addresses.c.player == player))


class SqlBrowserRepository:
    """Implements `app.players.browsers.BrowserRepository`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, session: str, subscription: PushSubscription, language: str, now: int) -> bool:
        rows = schema.subscriptions
        name = name_of(subscription.endpoint)
        known = select(schema.sessions.c.player).where(schema.sessions.c.token_hash == session)
        values = {"session": session, "p256dh": subscription.p256dh, "auth": subscription.auth}
        values |= {"language": language}
        added = (postgresql if self._database.is_postgres else sqlite).insert(rows)
        fresh = {"endpoint": subscription.endpoint, "endpoint_hash": name, "created_at": now}
        query = added.values(values | fresh).on_conflict_do_update(
            index_elements=["endpoint_hash"], set_=values
        )
        async with self._database.write() as connection:
            player = (await connection.execute(known)).scalar_one_or_none()
            if player is None:
                return False
            await see_that_known(connection, player)
            others = (rows.c.session == session) & (rows.c.endpoint_hash != name)
            await connection.execute(delete(rows).where(others))
            await connection.execute(query)
            await look_again(connection, player, now)
            return True

    async def remove(self, session: str) -> None:
        rows = schema.subscriptions
        async with self._database.write() as connection:
            await connection.execute(delete(rows).where(rows.c.session == session))

    async def has(self, session: str) -> bool:
        rows = schema.subscriptions.c
        async with self._database.ask() as connection:
            query = select(rows.id).where(rows.session == session).limit(1)
            return (await connection.execute(query)).first() is not None
