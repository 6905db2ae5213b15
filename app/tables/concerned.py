"""Whom a save concerns: where a game says so, only their pages are drawn."""

from dataclasses import replace

from app.tables.changes import Logged
from app.tables.model import ConcernedSeats, Table


def concerned_by(
    before: Table, after: Table, concerns: tuple[int, ...] | None, logged: Logged | None
) -> ConcernedSeats | None:
    """Whom a save concerns; None where that is everybody: because the game says so, or because anything else of the
    table has changed with it.
    """
    if concerns is None or logged is None:
        return None
    same = {name: getattr(before, name) for name in ("version", "last_human_at", "moment", "concerned")}
    if replace(_shown(after), **same) != _shown(before):
        return None
    earlier = before.concerned or ConcernedSeats(before.version, before.version)
    seats = {*concerns, *(seat for one in logged.private for seat in one.seats)}
    seats |= set() if logged.seat is None else {logged.seat}
    latest = dict(earlier.seats) | dict.fromkeys(seats, after.version)
    public = after.version if logged.events else earlier.public
    return ConcernedSeats(public, earlier.everybody, tuple(sorted(latest.items())))


def _shown(table: Table) -> Table:
    """Without what nobody sees: how many decisions in a row a clock has made for a seat."""
    if not any(seat.missed for seat in table.seats):
        return table
    return replace(table, seats=tuple(replace(seat, missed=0) for seat in table.seats))
