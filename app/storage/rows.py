"""Rows to nouns and back. JSON is written and read here with msgspec; what is in a state is none of our
business.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy.engine import Row

from app.games.kernel.contract import Json, PrivateEvent
from app.tables.model import (
    Acts,
    Claim,
    ConcernedSeats,
    SeatRow,
    Status,
    Table,
    TableNote,
)
from app.tables.ports import DueRow, LogEntry, OpenPosition
from app.tables.settings import TableSettings, setting_rules

state_format = 1
"""Of the state column. A later format is told apart by its number and read by code of its own."""


class Extras(msgspec.Struct, omit_defaults=True):
    """Columns of a seat that no query filters by, stored as one JSON; most seats leave all of it out."""

    missed: int = 0
    proposed_by: str | None = None
    dropped: bool = False
    silenced: bool = False
    again: bool = False
    held_until: int | None = None
    claim: Claim | None = None


def to_text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def json_of(raw: str) -> Json:
    value: Json = msgspec.json.decode(raw)
    return value


def table_of(row: Row[Any], seats: Sequence[Row[Any]]) -> Table:
    return Table(
        id=row.id,
        code=row.code,
        game=row.game,
        rules_version=row.rules_version,
        deck_hash=row.deck_hash,
        options=msgspec.json.decode(row.options, type=tuple[str, ...]),
        status=Status(row.status),
        host=row.host,
        version=row.version,
        chat_version=row.chat_version,
        seats=tuple(seat_of(seat) for seat in seats),
        commitment=row.commitment,
        previous_id=row.previous_id,
        next_code=row.next_code,
        created_at=row.created_at,
        last_human_at=row.last_human_at,
        settings=settings_of(row),
        deadline_at=row.deadline_at,
        clock_left=row.clock_left,
        paused_at=row.paused_at,
        notes=msgspec.json.decode(row.notes, type=tuple[TableNote, ...]),
        started_at=row.started_at,
        stood_ms=row.stood_ms,
        moment=row.moment,
        concerned=None if row.concerned is None else msgspec.json.decode(row.concerned, type=ConcernedSeats),
    )


def settings_of(row: Row[Any]) -> TableSettings:
    """Columns win over the JSON: servers of the version before write the columns alone."""
    stored = {} if row.settings is None else json_of(row.settings)
    stored |= {
        "clock": row.clock,
        "leavers": row.leavers,
        "spectators": bool(row.spectators),
        "admits": bool(row.admits),
        "listed": row.visibility == "listed",
    }
    known = {key: stored.pop(key) for key in setting_rules if key in stored}
    return msgspec.convert(known | {"later": stored}, TableSettings)


def setting_values(settings: TableSettings) -> dict[str, Any]:
    """All settings as JSON. The first five have columns besides: the version before reads those, and so do queries."""
    return {
        "settings": to_text({**settings.later, **settings.values()}),
        "clock": settings.clock,
        "leavers": settings.leavers.value,
        "spectators": settings.spectators,
        "admits": settings.admits,
        "visibility": "listed" if settings.listed else "private",
    }


def values_of(table: Table) -> dict[str, Any]:
    """The columns of `tables` a save may change."""
    return {
        "code": table.code,
        "options": to_text(table.options),
        "status": table.status.value,
        "host": table.host,
        "version": table.version,
        "next_code": table.next_code,
        "last_human_at": table.last_human_at,
        "deadline_at": table.deadline_at,
        "clock_left": table.clock_left,
        "paused_at": table.paused_at,
        **setting_values(table.settings),
        "notes": to_text(table.notes),
        "started_at": table.started_at,
        "stood_ms": table.stood_ms,
        "moment": table.moment,
        "concerned": None if table.concerned is None else to_text(table.concerned),
    }


def seat_of(row: Row[Any]) -> SeatRow:
    return SeatRow(
        index=row.place,
        player=row.player,
        name=row.name,
        acts=Acts(row.acts),
        bot_level=row.bot_level,
        hats=msgspec.json.decode(row.hats, type=tuple[int, ...]),
        ready=bool(row.ready),
        **msgspec.structs.asdict(msgspec.json.decode(row.extras, type=Extras)),
    )


def seat_values(table_id: str, seat: SeatRow) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "index": seat.index,
        "player": seat.player,
        "name": seat.name,
        "acts": seat.acts.value,
        "bot_level": seat.bot_level,
        "hats": to_text(seat.hats),
        "ready": seat.ready,
        "extras": to_text(Extras(**{name: getattr(seat, name) for name in Extras.__struct_fields__})),
    }


def entry_of(row: Row[Any]) -> LogEntry:
    return LogEntry(
        number=row.number,
        version=row.version,
        decision=row.decision,
        seat=row.seat,
        actor=row.actor,
        key=row.key,
        action=None if row.action is None else json_of(row.action),
        answer=None if row.answer is None else json_of(row.answer),
        events=msgspec.json.decode(row.events, type=tuple[dict[str, Any], ...]),
        at=row.at,
        moment=row.moment,
        private=()
        if row.private is None
        else msgspec.json.decode(row.private, type=tuple[PrivateEvent, ...]),
    )


def entry_values(table_id: str, entry: LogEntry) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "number": entry.number,
        "version": entry.version,
        "decision": entry.decision,
        "seat": entry.seat,
        "actor": entry.actor,
        "key": entry.key,
        "action": None if entry.action is None else to_text(entry.action),
        "answer": None if entry.answer is None else to_text(entry.answer),
        "events": to_text(entry.events),
        "at": entry.at,
        "moment": entry.moment,
        "private": to_text(entry.private) if entry.private else None,
    }


def due_of(row: Row[Any]) -> DueRow:
    return DueRow(row.table_id, row.decision, row.seat, row.kind, row.at)


def due_values(due: DueRow) -> dict[str, Any]:
    return {
        "table_id": due.table_id,
        "decision": due.decision,
        "seat": due.seat,
        "kind": due.kind,
        "at": due.at,
    }


def contributions_of(row: Row[Any]) -> tuple[bytes, ...]:
    return tuple(bytes.fromhex(part) for part in msgspec.json.decode(row.contributions, type=list[str]))


def position_of(row: Row[Any]) -> OpenPosition:
    return OpenPosition(row.number, row.entry, json_of(row.position))


def position_values(table_id: str, position: OpenPosition) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "number": position.number,
        "entry": position.entry,
        "position": to_text(position.position),
    }
