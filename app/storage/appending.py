"""An action of a game written in one piece: the table's next version, its line of the log and what is due.

Nobody holds the table meanwhile. The stored version says whether the writer knew the table as it is; if not, nothing
is written. On Postgres it is one statement, on SQLite one transaction in a thread of its own.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any, Protocol

import asyncpg
from sqlalchemy import Column
from sqlalchemy.dialects import postgresql

from app.storage import schema
from app.storage.engine import Database
from app.storage.rows import entry_values, state_format, to_text, values_of
from app.tables.ports import DueRow, LogEntry, Saving

table_columns = (
    "code", "options", "status", "visibility", "host", "version", "next_code", "last_human_at", "clock",
    "deadline_at", "clock_left", "paused_at", "leavers", "spectators", "admits", "notes", "started_at", "stood_ms",
    "moment", "concerned", "settings", "state", "state_format", "log_length",
)  # fmt: skip
entry_columns = (
    "table_id", "number", "version", "decision", "seat", "actor", "key", "action", "answer", "events", "at", "moment",
    "private",
)  # fmt: skip


class Appender(Protocol):
    async def append(self, saving: Saving, taken: DueRow | None) -> bool:
        """As `app.tables.ports.TableRepository.append`."""
        ...


def _parts(saving: Saving) -> tuple[LogEntry, str, Sequence[DueRow]]:
    """Entry, state and due rows, which an action always has."""
    if saving.entry is None or saving.state is None or saving.due is None or saving.bans or saving.positions:
        raise ValueError("not an action that leaves the game going on")
    return saving.entry, to_text(saving.state), saving.due


def _table_values(saving: Saving, entry: LogEntry, state: str) -> list[Any]:
    """In the order of `table_columns`."""
    values = values_of(saving.table) | {
        "state": state,
        "state_format": state_format,
        "log_length": entry.number,
    }
    return [values[name] for name in table_columns]


class SqliteAppender:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def append(self, saving: Saving, taken: DueRow | None) -> bool:
        entry, state, due = _parts(saving)
        table, row = _table_values(saving, entry, state), list(entry_values(saving.table.id, entry).values())

        def work(connection: sqlite3.Connection) -> bool:
            try:
                return _written(connection, saving, [table, row], due, taken)
            except sqlite3.IntegrityError:  # the key stands in the log already
                return False

        return await self._database.in_one_go(work)


_lite_table = (
    "UPDATE tables SET "  # noqa: S608  # names of columns only
    + ", ".join(
        f"{name} = max(last_human_at, ?)" if name == "last_human_at" else f"{name} = ?"
        for name in table_columns
    )
    + " WHERE id = ? AND version = ?"
)
_lite_entry = (
    f"INSERT INTO actions ({', '.join(entry_columns)}) VALUES ({', '.join('?' * len(entry_columns))})"  # noqa: S608
)
_lite_taken = "DELETE FROM due WHERE table_id = ? AND decision = ? AND seat = ? AND kind = ?"


def _written(
    connection: sqlite3.Connection,
    saving: Saving,
    rows: Sequence[Sequence[Any]],
    due: Sequence[DueRow],
    taken: DueRow | None,
) -> bool:
    """Within a transaction; False = it is to be undone."""
    table = saving.table
    if connection.execute(_lite_table, (*rows[0], table.id, table.version - 1)).rowcount != 1:
        return False
    if taken is not None:
        key = (taken.table_id, taken.decision, taken.seat, taken.kind)
        if connection.execute(_lite_taken, key).rowcount != 1:
            return False
    connection.execute(_lite_entry, rows[1])
    wanted = {(one.decision, one.seat, one.kind): one for one in due}
    found = connection.execute("SELECT decision, seat, kind, at FROM due WHERE table_id = ?", (table.id,))
    times = {(decision, seat, kind): at for decision, seat, kind, at in found.fetchall()}
    gone = [(table.id, *key) for key in times if key not in wanted]
    fresh = [(table.id, *key, one.at) for key, one in wanted.items() if key not in times]
    moved = [
        (one.at, table.id, *key)
        for key, one in wanted.items()
        if key in times and (one.moves or (one.sooner and one.at < times[key]))
    ]
    for sql, values in (
        (_lite_taken, gone),
        ("INSERT INTO due (table_id, decision, seat, kind, at) VALUES (?, ?, ?, ?, ?)", fresh),
        ("UPDATE due SET at = ? WHERE table_id = ? AND decision = ? AND seat = ? AND kind = ?", moved),
    ):
        if values:
            connection.executemany(sql, values)
    return True


class PostgresAppender:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def append(self, saving: Saving, taken: DueRow | None) -> bool:
        entry, state, due = _parts(saving)
        values = [
            saving.table.id,
            saving.table.version - 1,
            *_table_values(saving, entry, state),
            *list(entry_values(saving.table.id, entry).values())[1:],
            [one.decision for one in due],
            [one.seat for one in due],
            [one.kind for one in due],
            [one.at for one in due],
            [one.moves for one in due],
            [one.sooner for one in due],
            None if taken is None else taken.decision,
            None if taken is None else taken.seat,
            None if taken is None else taken.kind,
        ]
        try:
            return bool(await self._database.fetch_value(_pg_append, *values))
        except asyncpg.UniqueViolationError:  # the key stands in the log already
            return False


def _typed(column: Column[Any], number: int) -> str:
    """A parameter with its column's type: in a list of selected values Postgres would take it for a text."""
    return f"${number}::{column.type.compile(dialect=postgresql.dialect())}"  # type: ignore[no-untyped-call]


def _pg_statement() -> str:
    tables, actions = schema.tables.c, schema.actions.c
    first = 3
    sets = [
        f"{name} = " + (f"greatest({name}, {value})" if name == "last_human_at" else value)
        for name, value in ((n, _typed(tables[n], first + i)) for i, n in enumerate(table_columns))
    ]
    first += len(table_columns)
    names = entry_columns[1:]
    given = [_typed(actions[name], first + i) for i, name in enumerate(names)]
    first += len(names)
    d = [f"${first + i}" for i in range(9)]
    return f"""
        WITH saved AS (
            UPDATE tables SET {", ".join(sets)}
            WHERE id = $1 AND version = $2 AND ({d[6]}::integer IS NULL OR EXISTS (
                SELECT 1 FROM due WHERE due.table_id = $1 AND due.decision = {d[6]}::integer
                AND due.seat = {d[7]}::integer AND due.kind = {d[8]}::varchar))
            RETURNING id
        ), wanted AS (
            SELECT * FROM unnest({d[0]}::integer[], {d[1]}::integer[], {d[2]}::varchar[], {d[3]}::bigint[],
                {d[4]}::boolean[], {d[5]}::boolean[]) AS w(decision, seat, kind, at, moves, sooner)
        ), logged AS (
            INSERT INTO actions (table_id, {", ".join(names)}) SELECT saved.id, {", ".join(given)} FROM saved
        ), gone AS (
            DELETE FROM due USING saved WHERE due.table_id = saved.id AND NOT EXISTS (
                SELECT 1 FROM wanted w WHERE (w.decision, w.seat, w.kind) = (due.decision, due.seat, due.kind))
        ), moved AS (
            UPDATE due SET at = w.at FROM saved, wanted w WHERE due.table_id = saved.id
            AND (w.decision, w.seat, w.kind) = (due.decision, due.seat, due.kind)
            AND (w.moves OR (w.sooner AND w.at < due.at))
        ), fresh AS (
            INSERT INTO due (table_id, decision, seat, kind, at)
            SELECT saved.id, w.decision, w.seat, w.kind, w.at FROM saved, wanted w
            ON CONFLICT (table_id, decision, seat, kind) DO NOTHING
        )
        SELECT count(*) FROM saved
    """  # noqa: S608  # names of columns only


_pg_append = _pg_statement()
