"""Another race after this one: one vote a person, one new table, whoever asks first (`app.tables.rematching`)."""

from dataclasses import dataclass

from app.tables.model import Table
from app.web.avalanche.words import Cast


@dataclass(frozen=True, slots=True)
class Vote:
    """`state`: yes, open, or bot, who rides along anyway; `word` says it."""

    hat: int
    name: str
    state: str
    word: str


@dataclass(frozen=True, slots=True)
class Again:
    """`text` says how things stand. `may`: the reader has a vote and has not used it; `voted`: has. `next_code`: of
    the new table once somebody has asked for it.
    """

    text: str
    votes: tuple[Vote, ...]
    may: bool
    voted: bool
    next_code: str


def again(table: Table, seat: int | None, cast: Cast) -> Again:
    """`seat`: the reader's, None = looks on, and goes on looking on."""
    votes = tuple(vote(table, index, cast) for index in range(len(table.seats))) if not cast.solo else ()
    voted = seat is not None and table.seats[seat].again
    return Again(
        text=text(table, seat, cast),
        votes=votes,
        may=seat is not None and not voted,
        voted=voted,
        next_code=table.next_code or "",
    )


def vote(table: Table, index: int, cast: Cast) -> Vote:
    _ = cast.voice.say
    seat = table.seats[index]
    hat = seat.hats[0] if seat.hats else index
    if seat.player is None:
        return Vote(hat, cast.names[index], "bot", _("rides along"))
    if seat.again:
        return Vote(hat, cast.names[index], "yes", _("yes"))
    return Vote(hat, cast.names[index], "open", _("not yet"))


def text(table: Table, seat: int | None, cast: Cast) -> str:
    _ = cast.voice.say
    people = [s for s in table.seats if s.player is not None]
    asking = [cast.names[s.index] for s in people if s.again and s.index != seat]
    waiting = [cast.names[s.index] for s in people if not s.again and s.index != seat]
    if seat is None:
        return _("The next race is being made up. You can look on there, too.") if table.next_code else ""
    if cast.solo:
        return _("Once more against him?")
    if not table.seats[seat].again:
        if not asking:
            return _("Same table, same seats?")
        return cast.voice.count(
            "%(names)s wants another race. Your seat is kept for half a minute.",
            "%(names)s want another race. Your seat is kept for half a minute.",
            len(asking),
            names=cast.voice.names(asking),
        )
    if not waiting:
        return _("Everybody has said yes.")
    if len(waiting) > 2:
        return cast.voice.count(
            "Waiting for %(name)s and %(n)s more.",
            "Waiting for %(name)s and %(n)s more.",
            len(waiting) - 1,
            name=waiting[0],
        )
    return _("Waiting for %(names)s.", names=cast.voice.names(waiting))
