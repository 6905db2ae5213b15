"""What the people at a table have to settle with one another: who is away, who asks for a seat, who has paused.

Shared by all readers: names only. Which buttons somebody sees follows from the page: a host's from `data-host`, what
time must allow first from `data-may` (`app/tables/timely.py`).
"""

from dataclasses import dataclass

from app.tables.model import Acts, SeatRow, Status, Table
from app.web.avalanche.words import Cast, called


@dataclass(frozen=True, slots=True)
class Ask:
    """One line. `kind`: away, proposed, claim or pause. `seat` it is about, None for a pause. `name` of the seat.
    `back`: its owner is here, so that nobody else can have it. `key`: names the line, the same as long as it stands.
    """

    kind: str
    text: str
    seat: int | None
    name: str
    key: str
    back: bool = False


@dataclass(frozen=True, slots=True)
class Asks:
    lines: tuple[Ask, ...]


def asks(table: Table, cast: Cast, present: frozenset[int]) -> Asks:
    if table.status is not Status.PLAYING:
        return Asks(())
    lines = [pause(table, cast)] if table.paused_at is not None else []
    for seat in table.seats:
        lines += about(seat, table, cast, here=seat.index in present)
    return Asks(tuple(lines))


def pause(table: Table, cast: Cast) -> Ask:
    _ = cast.voice.say
    name = who_paused(table, cast)
    text = _("%(name)s has paused the race.", name=name) if name else _("The race is paused.")
    return Ask("pause", text, None, "", f"pause {table.paused_at}")


def who_paused(table: Table, cast: Cast) -> str:
    """By name; "" if nobody remembers."""
    by = next((note.name for note in reversed(table.notes) if note.what == "paused"), "")
    return called(by, cast.voice)


def about(seat: SeatRow, table: Table, cast: Cast, *, here: bool) -> list[Ask]:
    _ = cast.voice.say
    name, index = cast.names[seat.index], seat.index
    lines = []
    if seat.player is not None and seat.acts is Acts.HUMAN and not here:
        by = next((s.index for s in table.seats if s.player == seat.proposed_by), None)
        if seat.proposed_by is None:
            text = _("%(name)s is away.", name=name)
            lines.append(Ask("away", text, index, name, f"away {index}"))
        elif by is None:
            text = _("A bot is proposed for %(name)s.", name=name)
            lines.append(Ask("proposed", text, index, name, f"proposed {index}"))
        else:
            text = _("%(by)s proposes a bot for %(name)s.", by=cast.names[by], name=name)
            lines.append(Ask("proposed", text, index, name, f"proposed {index} {by}"))
    if seat.claim is not None:
        asker = called(seat.claim.name, cast.voice)
        text = _("%(asker)s asks: I was %(name)s.", asker=asker, name=name)
        lines.append(Ask("claim", text, index, name, f"claim {index} {asker}", back=here))
    return lines
