"""What was changed at a table, line by line, so that everybody sees who did it. Found by comparing: no change can
forget to say so.
"""

from collections.abc import Iterator
from typing import Any

from app.games.kernel.options import key_of
from app.tables.model import SeatRow, Status, Table, TableNote
from app.tables.settings import setting_rules

most_notes = 30

Line = tuple[str, dict[str, Any]]


def noted(before: Table, after: Table, by: str | None, now: int) -> tuple[TableNote, ...]:
    """The notes of `after`, with what became of `before`. `what` and `params` of a line:

    joined (name) · left (name) · removed (name) · bot (name) · filled (names) · emptied (names) ·
    reseated (name, seat) · order · host (name)
    · option (option, on, value if it has several) · a setting's key (its value as it is sent: clock (seconds), ...)
    · level (name, level) · asked · paused · resumed · sits_in (name) · back (name)

    `asked`: somebody's ready fell back with it, and they are asked again.
    """
    name = _name_of(by, before) or _name_of(by, after)
    lines = [TableNote(now, by, name, what, params) for what, params in changes(before, after, by)]
    return (*after.notes, *lines)[-most_notes:]


def changes(before: Table, after: Table, by: str | None) -> Iterator[Line]:
    yield from _people(before, after, by)
    yield from _options(before.options, after.options)
    for key, rule in setting_rules.items():
        if before.settings.value(key) != after.settings.value(key):
            yield key, {rule.sent_as: after.settings.value(key)}
    if before.host != after.host:
        yield "host", {"name": _name_of(after.host, after)}
    if after.status is Status.LOBBY and _fell_back(before, after, by):
        yield "asked", {}
    if after.status is Status.PLAYING and (before.paused_at is None) != (after.paused_at is None):
        yield "resumed" if after.paused_at is None else "paused", {}


def _options(before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[Line]:
    """One line an option, whichever of its values it had before."""
    were, are = ({key_of(choice): choice for choice in choices} for choices in (before, after))
    for key in sorted(set(were) | set(are)):
        if were.get(key) != are.get(key):
            value = are.get(key, "").partition("=")[2]
            yield "option", {"option": key, "on": key in are} | ({"value": value} if value else {})


def _fell_back(before: Table, after: Table, by: str | None) -> bool:
    ready = {seat.player for seat in before.seats if seat.ready and seat.player not in (None, by)}
    return any(seat.player in ready and not seat.ready for seat in after.seats)


def _people(before: Table, after: Table, by: str | None) -> Iterator[Line]:
    were, are = {_who(seat): seat for seat in before.seats}, {_who(seat): seat for seat in after.seats}
    if len(before.seats) == len(after.seats):
        for old, new in zip(before.seats, after.seats, strict=True):
            if new.player and new.player not in were and old.player not in are:
                yield "reseated", {"name": new.name, "seat": new.index}
                return
    gone = [seat.name for who, seat in were.items() if who not in are and not seat.player]
    come = [seat.name for who, seat in are.items() if who not in were and not seat.player]
    if len(gone) > 1:
        yield "emptied", {"names": gone}
    if len(come) > 1:
        yield "filled", {"names": come}
    for who, seat in were.items():
        if who not in are and (seat.player or len(gone) < 2):
            yield "left" if seat.player == by else "removed", {"name": seat.name}
    for who, seat in are.items():
        if who not in were:
            if seat.player or len(come) < 2:
                yield "joined" if seat.player else "bot", {"name": seat.name}
        elif not seat.player and seat.bot_level != were[who].bot_level:
            yield "level", {"name": seat.name, "level": seat.bot_level}
        elif seat.player and seat.acts is not were[who].acts:
            yield "back" if seat.acts == "human" else "sits_in", {"name": seat.name}
    stayed = [who for who in were if who in are]
    if stayed != [who for who in are if who in were]:
        yield "order", {}


def _who(seat: SeatRow) -> str:
    """Names a seat's occupant; bots by their names, which are distinct at a table."""
    return seat.player or f"bot {seat.name}"


def _name_of(player: str | None, table: Table) -> str:
    seat = table.seat_of(player)
    return seat.name if seat else ""
