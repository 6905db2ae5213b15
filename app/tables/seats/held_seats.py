"""Seats of a rematch: kept for those who sat there, for half a minute; then they are free. Pure."""

from dataclasses import replace

from app.games.kernel.contract import Game
from app.tables.host.host import heir_of
from app.tables.model import SeatRow, Status, Table
from app.tables.ports import DueRow
from app.tables.seats.colours import fitted

held_ms = 30_000
kind = "chair"
"""Of the due row. Stored so since the first version: servers of two versions work on the same rows."""


def arrived(table: Table, player: str | None) -> Table:
    """The person is there: the seat is no longer held, it is taken."""
    if all(seat.held_until is None or seat.player != player for seat in table.seats):
        return table
    seats = tuple(replace(s, held_until=None) if s.player == player else s for s in table.seats)
    return replace(table, seats=seats)


def released(table: Table, game: Game, now: int | None = None) -> Table:
    """Without the seats whose time is over by `now` (None: without any held one). A host who did not come
    is host no longer.
    """
    if table.status is not Status.LOBBY:
        return table
    kept = [s for s in table.seats if s.held_until is None or (now is not None and s.held_until > now)]
    if len(kept) == len(table.seats):
        return table
    left = replace(table, seats=fitted(game, [replace(seat, index=i) for i, seat in enumerate(kept)]))
    if left.seat_of(table.host) is not None:
        return left
    heir = heir_of(left) or next((s.player for s in left.seats if s.player is not None), None)
    return replace(left, status=Status.CLOSED) if heir is None else replace(left, host=heir)


def held_seats_due(table: Table) -> tuple[DueRow, ...]:
    """The due row of a lobby with held seats: when the first of them is free."""
    held = [seat.held_until for seat in table.seats if seat.held_until is not None]
    if table.status is not Status.LOBBY or not held:
        return ()
    return (DueRow(table.id, 0, 0, kind, min(held)),)


def held_for(seat: SeatRow, player: str, until: int) -> SeatRow:
    """A seat of the old table in the new one: its owner is there (`player`), or has until then to come."""
    held = None if seat.player in (None, player) else until
    return replace(
        seat, ready=seat.player is None, missed=0, proposed_by=None, dropped=False, again=False,
        claim=None, held_until=held,
    )  # fmt: skip
