"""Another game after this one: one vote a person, one new table, whoever asks first (`app.tables.after.rematch`)."""

from dataclasses import dataclass

from app.tables.model import Table
from app.web.voice import TablePeople


@dataclass(frozen=True, slots=True)
class Vote:
    """`state`: yes, open, or bot, who joins in anyway; `word` says it."""

    hat: int
    name: str
    state: str
    word: str


@dataclass(frozen=True, slots=True)
class Again:
    """`text` says how things stand; `count` how many are in and who starts, "" before anybody is. `votes`: none
    where one person decides alone. `may`: the reader has a vote and has not used it; `voted`: has. `next_code`: of
    the new table once somebody has asked for it. `until`: a seat there is kept for the reader until then (epoch ms),
    0 = none is. `names`: in `text`.
    """

    text: str
    count: str
    votes: tuple[Vote, ...]
    may: bool
    voted: bool
    next_code: str
    until: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rematch:
    """The region. `again`: None while the game goes on."""

    title: str
    again: Again | None


def rematch(table: Table, seat: int | None, people: TablePeople, *, over: bool) -> Rematch:
    _ = people.voice.say
    if not over:
        return Rematch("", None)
    title = _("Play again?") if len(people.names) == 1 else _("Another game?")
    return Rematch(title, again(table, seat, people))


def again(table: Table, seat: int | None, people: TablePeople) -> Again:
    """`seat`: the reader's, None = looks on, and goes on looking on."""
    asked = sum(one.player is not None for one in table.seats) > 1
    votes = tuple(vote(table, index, people) for index in range(len(table.seats))) if asked else ()
    voted = seat is not None and table.seats[seat].again
    return Again(
        text=text(table, seat, people),
        count=count(table, people) if asked else "",
        votes=votes,
        may=seat is not None and not voted,
        voted=voted,
        next_code=table.next_code or "",
        until=(table.seats[seat].held_until or 0) if seat is not None and not voted else 0,
        names=tuple(people.names),
    )


def vote(table: Table, index: int, people: TablePeople) -> Vote:
    _ = people.voice.say
    seat = table.seats[index]
    hat = seat.hats[0] if seat.hats else index
    if seat.player is None:
        return Vote(hat, people.names[index], "bot", _("joins in"))
    if seat.again:
        return Vote(hat, people.names[index], "yes", _("yes"))
    return Vote(hat, people.names[index], "open", _("not answered"))


def count(table: Table, people: TablePeople) -> str:
    """The next game is a table of its own, which its host starts, whoever is there by then."""
    asked = [seat.again for seat in table.seats if seat.player is not None]
    if not any(asked):
        return ""
    return people.voice.count(
        "%(n)s of %(all)s people is in. The host starts the game.",
        "%(n)s of %(all)s people are in. The host starts the game.",
        sum(asked),
        all=len(asked),
    )


def text(table: Table, seat: int | None, people: TablePeople) -> str:
    _ = people.voice.say
    persons = [s for s in table.seats if s.player is not None]
    asking = [people.names[s.index] for s in persons if s.again and s.index != seat]
    waiting = [people.names[s.index] for s in persons if not s.again and s.index != seat]
    if seat is None:
        return _("The next game is being set up. You can watch that one, too.") if table.next_code else ""
    if len(people.names) == 1:
        return ""
    if not table.seats[seat].again:
        if not asking:
            return ""
        return people.voice.count(
            "%(names)s wants another game.",
            "%(names)s want another game.",
            len(asking),
            names=people.voice.names(asking),
        )
    if not waiting:
        return _("Everybody has said yes.")
    if len(waiting) > 2:
        return people.voice.count(
            "Waiting for %(name)s and %(n)s more.",
            "Waiting for %(name)s and %(n)s more.",
            len(waiting) - 1,
            name=waiting[0],
        )
    return _("Waiting for %(names)s.", names=people.voice.names(waiting))
