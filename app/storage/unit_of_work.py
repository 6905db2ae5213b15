"""One table held for a change: its row is locked until the transaction ends, so whoever holds it is alone."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    BindParameter,
    Select,
    and_,
    bindparam,
    case,
    delete,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.engine import Row
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.games.kernel.contract import Json
from app.storage import schema
from app.storage.known_people import see_that_known
from app.storage.rows import (
    contributions_of,
    due_values,
    entry_of,
    entry_values,
    json_of,
    position_values,
    seat_values,
    state_format,
    table_of,
    to_text,
    values_of,
)
from app.tables.model import Status, Table
from app.tables.ports import CodeTaken, DueRow, LogEntry, Saving, StoredTable

open_statuses = (Status.LOBBY.value, Status.PLAYING.value)
open_first = case((schema.tables.c.status.in_(open_statuses), 0), else_=1)


class LostUpdate(RuntimeError):
    """A save met a version it did not expect: two writers held one table. A bug, never a refusal."""


class SqlUnitOfWork:
    """Implements `app.tables.ports.Held`. Lives no longer than the transaction it stands in."""

    def __init__(self, connection: AsyncConnection, row: Row[Any], seats: Sequence[Row[Any]]) -> None:
        self._connection = connection
        self._row = row
        self._table = table_of(row, seats)

    @property
    def table(self) -> Table:
        return self._table

    def state(self) -> Json | None:
        return None if self._row.state is None else json_of(self._row.state)

    @property
    def secret(self) -> bytes:
        secret: bytes = self._row.secret
        return secret

    @property
    def contributions(self) -> tuple[bytes, ...]:
        return contributions_of(self._row)

    @property
    def entries(self) -> int:
        length: int = self._row.log_length
        return length

    async def earlier(self, seat: int, decision: int, key: str | None) -> Sequence[LogEntry]:
        return await earlier(self._connection, self._table.id, seat, decision, key)

    async def log(self) -> Sequence[LogEntry]:
        actions = schema.actions.c
        query = select(schema.actions).where(actions.table_id == self._table.id).order_by(actions.number)
        return [entry_of(row) for row in await self._connection.execute(query)]

    async def take_due(self, decision: int, seat: int, kind: str) -> bool:
        due = schema.due.c
        query = delete(schema.due).where(
            due.table_id == self._table.id, due.decision == decision, due.seat == seat, due.kind == kind
        )
        return bool((await self._connection.execute(query)).rowcount)

    async def banned(self, player: str) -> bool:
        bans = schema.bans.c
        query = select(bans.player).where(bans.table_id == self._table.id, bans.player == player)
        return (await self._connection.execute(query)).first() is not None

    async def following(self) -> str | None:
        if self._table.next_code is None:
            return None
        its = id_query(self._table.next_code).where(schema.tables.c.previous_id == self._table.id)
        found: str | None = (await self._connection.execute(its)).scalar_one_or_none()
        return found

    async def save(self, saving: Saving) -> None:
        table, before = saving.table, self._table
        values = values_of(table)
        if saving.state is not None:
            values |= {"state": to_text(saving.state), "state_format": state_format}
        if saving.entry is not None:
            values["log_length"] = saving.entry.number
        tables = schema.tables.c
        # The version is a fence, not the lock: with the row held it can only fail through a bug.
        query = update(schema.tables).where(tables.id == table.id, tables.version == table.version - 1)
        if (await self._connection.execute(query.values(values))).rowcount != 1:
            raise LostUpdate(f"table {table.id} is not at version {table.version - 1}")
        if table.seats != before.seats:
            await see_that_known(self._connection, *(people_of(table) - people_of(before)))
            await self._save_seats(table)
        if table.status is not Status.LOBBY:
            await self._note_occupancy(before, table, saving.at)
        if saving.entry is not None:
            await self._connection.execute(
                insert(schema.actions).values(entry_values(table.id, saving.entry))
            )
        if saving.positions:
            rows = [position_values(table.id, position) for position in saving.positions]
            await self._connection.execute(insert(schema.positions), rows)
        if saving.due is not None:
            await self._save_due(table.id, saving.due)
        for player in saving.bans:
            if not await self.banned(player):
                row = {"table_id": table.id, "player": player, "at": saving.at}
                await self._connection.execute(insert(schema.bans).values(row))

    async def insert(self, stored_table: StoredTable) -> None:
        await insert_stored_table(self._connection, stored_table)
        bans = schema.bans.c
        kept = select(literal(stored_table.table.id), bans.player, bans.at).where(
            bans.table_id == self._table.id
        )
        await self._connection.execute(insert(schema.bans).from_select(["table_id", "player", "at"], kept))

    async def _save_seats(self, table: Table) -> None:
        await self._connection.execute(delete(schema.seats).where(schema.seats.c.table_id == table.id))
        if table.seats:
            rows = [seat_values(table.id, seat) for seat in table.seats]
            await self._connection.execute(insert(schema.seats), rows)

    async def _note_occupancy(self, before: Table, table: Table, at: int) -> None:
        """The history of who sat where and who acted; it begins with the game, where indexes stop moving."""
        known = {} if before.status is Status.LOBBY else {s.index: (s.player, s.acts) for s in before.seats}
        rows = [
            {
                "table_id": table.id,
                "version": table.version,
                "seat": seat.index,
                "player": seat.player,
                "acts": seat.acts.value,
                "at": at,
            }
            for seat in table.seats
            if known.get(seat.index) != (seat.player, seat.acts)
        ]
        if rows:
            await self._connection.execute(insert(schema.occupancy), rows)

    async def _save_due(self, table_id: str, wanted: Sequence[DueRow]) -> None:
        due = schema.due
        query = select(due).where(due.c.table_id == table_id)
        rows = {(row.decision, row.seat, row.kind): row.id for row in await self._connection.execute(query)}
        keys = {(one.decision, one.seat, one.kind) for one in wanted}
        gone = [row_id for key, row_id in rows.items() if key not in keys]
        if gone:
            await self._connection.execute(delete(due).where(due.c.id.in_(gone)))
        fresh = [due_values(one) for one in wanted if (one.decision, one.seat, one.kind) not in rows]
        if fresh:
            await self._connection.execute(insert(due), fresh)
        sooner = [
            {"row": rows[one.decision, one.seat, one.kind], "time": one.at}
            for one in wanted
            if one.sooner and (one.decision, one.seat, one.kind) in rows
        ]
        if sooner:
            time: BindParameter[int] = bindparam("time")
            earlier = update(due).where(due.c.id == bindparam("row"), due.c.at > time).values(at=time)
            await self._connection.execute(earlier, sooner)
        for one in wanted:
            row_id = rows.get((one.decision, one.seat, one.kind))
            if one.moves and row_id is not None:
                await self._connection.execute(update(due).where(due.c.id == row_id).values(at=one.at))


def people_of(table: Table) -> set[str]:
    """Ids of those who sit at the table, or ask for a seat of it."""
    claims = {seat.claim.player for seat in table.seats if seat.claim is not None}
    return claims | {seat.player for seat in table.seats if seat.player is not None}


async def earlier(
    connection: AsyncConnection, table_id: str, seat: int, decision: int, key: str | None
) -> Sequence[LogEntry]:
    """Entries with this key or of this seat for this decision, in order."""
    actions = schema.actions.c
    mine = and_(actions.seat == seat, actions.decision == decision)
    query = (
        select(schema.actions)
        .where(actions.table_id == table_id, or_(mine, actions.key == key) if key else mine)
        .order_by(actions.number)
    )
    return [entry_of(row) for row in await connection.execute(query)]


def id_query(code: str) -> Select[Any]:
    """The open table of this code, else the latest finished one."""
    tables = schema.tables.c
    return (
        select(tables.id)
        .where(tables.code == code, tables.status != Status.CLOSED.value)
        .order_by(open_first, tables.created_at.desc())
        .limit(1)
    )


async def insert_stored_table(connection: AsyncConnection, stored_table: StoredTable) -> None:
    """A new table and its seats, within the caller's transaction. Raises CodeTaken, NotAllowed(unknown_player)."""
    table = stored_table.table
    tables = schema.tables.c
    taken = select(tables.id).where(tables.code == table.code, tables.status.in_(open_statuses))
    if (await connection.execute(taken)).first() is not None:
        raise CodeTaken
    values: dict[str, Any] = values_of(table) | {
        "id": table.id,
        "game": table.game,
        "rules_version": table.rules_version,
        "deck_hash": table.deck_hash,
        "chat_version": table.chat_version,
        "log_length": 0,
        "state": None,
        "state_format": state_format,
        "secret": stored_table.secret,
        "commitment": table.commitment,
        "contributions": to_text([part.hex() for part in stored_table.contributions]),
        "previous_id": table.previous_id,
        "created_at": table.created_at,
    }
    try:
        async with connection.begin_nested():
            await connection.execute(insert(schema.tables).values(values))
    except IntegrityError:
        # Another process took the code between the look and the insert.
        raise CodeTaken from None
    if table.seats:
        await see_that_known(connection, *people_of(table))
        await connection.execute(insert(schema.seats), [seat_values(table.id, seat) for seat in table.seats])
    if stored_table.due:
        await connection.execute(insert(schema.due), [due_values(due) for due in stored_table.due])
