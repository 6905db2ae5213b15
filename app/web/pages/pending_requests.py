"""What the people at a table have to settle with one another: who is away, who asks for a seat, who has paused.

Shared by all readers: names only. Which buttons somebody sees follows from the page: a host's from `data-host`, what
time must allow first from `data-may` (`app/tables/clocks/permissions.py`).
"""

from dataclasses import dataclass

from app.tables.model import Acts, SeatRow, Status, Table
from app.web.voice import TablePeople


@dataclass(frozen=True, slots=True)
class Ask:
    """One line. `kind`: away, proposed, claim or pause. `seat` it is about, None for a pause. `name` of the seat.
    `names`: all that stand in `text`.
    `back`: its owner is here, so that nobody else can have it. `key`: names the line, the same as long as it stands.
    """

    kind: str
    text: str
    seat: int | None
    name: str
    key: str
    back: bool = False
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asks:
    """`lines`: all of them. `folded`: those that stand behind one line, `summary`, which opens: several who are away
    would leave no room for the mountain. `open_lines`: the others, which wait for a word.
    """

    lines: tuple[Ask, ...]
    open_lines: tuple[Ask, ...] = ()
    folded: tuple[Ask, ...] = ()
    summary: str = ""


def asks(table: Table, people: TablePeople, present: frozenset[int]) -> Asks:
    if table.status is not Status.PLAYING:
        return Asks(())
    lines = [pause(table, people)] if table.paused_at is not None else []
    for seat in table.seats:
        lines += about(seat, table, people, here=seat.index in present)
    away = tuple(line for line in lines if line.kind == "away")
    if len(away) < 2:
        return Asks(tuple(lines), tuple(lines))
    waiting = tuple(line for line in lines if line.kind != "away")
    _ = people.voice.say
    return Asks(tuple(lines), waiting, away, _("%(count)s players are away.", count=len(away)))


def pause(table: Table, people: TablePeople) -> Ask:
    _ = people.voice.say
    name = who_paused(table, people)
    text = _("%(name)s has paused the game.", name=name) if name else _("The game is paused.")
    return Ask("pause", text, None, "", f"pause {table.paused_at}", names=(name,))


def who_paused(table: Table, people: TablePeople) -> str:
    """By name; "" if nobody remembers."""
    by = next((note.name for note in reversed(table.notes) if note.what == "paused"), "")
    return people.voice.called(by)


def about(seat: SeatRow, table: Table, people: TablePeople, *, here: bool) -> list[Ask]:
    _ = people.voice.say
    name, index = people.names[seat.index], seat.index
    lines = []
    if seat.player is not None and seat.acts is Acts.HUMAN and not here:
        by = next((s.index for s in table.seats if s.player == seat.proposed_by), None)
        if seat.proposed_by is None:
            text = _("%(name)s is away.", name=name)
            lines.append(Ask("away", text, index, name, f"away {index}", names=(name,)))
        elif by is None:
            text = _("A bot is proposed for %(name)s.", name=name)
            lines.append(Ask("proposed", text, index, name, f"proposed {index}", names=(name,)))
        else:
            proposer = people.names[by]
            text = _("%(by)s proposes a bot for %(name)s.", by=proposer, name=name)
            names = (proposer, name)
            lines.append(Ask("proposed", text, index, name, f"proposed {index} {by}", names=names))
    if seat.claim is not None:
        asker = people.voice.called(seat.claim.name)
        text = _("%(asker)s asks: I was %(name)s.", asker=asker, name=name)
        key, names = f"claim {index} {asker}", (asker, name)
        lines.append(Ask("claim", text, index, name, key, back=here, names=names))
    return lines
