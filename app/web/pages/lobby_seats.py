"""The lifts of a lobby: who sits where, in which state, what a host may do about it; and one's own hats."""

from app.tables.hats import all_hats, hats_a_seat
from app.tables.model import Acts, SeatRow, Table
from app.web.avalanche import options as words
from app.web.pages.lobby_contexts import HatBox, HatRow, SeatBox, Seats
from app.web.templating import gettext_of

lifts = len(all_hats)
"""Seats of a table: as many as there are hats."""


def and_list(names: tuple[str, ...], language: str) -> str:
    """Names in a row: "Ines, Ruben and Mira"."""
    if len(names) < 2:
        return "".join(names)
    _ = gettext_of(language)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def seat_box(table: Table, seat: SeatRow, present: frozenset[int], language: str) -> SeatBox:
    _ = gettext_of(language)
    names = words.hats(language)
    if seat.player is None or seat.acts is Acts.BOT:
        known = words.bots(language)
        level = seat.bot_level or ""
        state, word = "bot", known[level].name if level in known else _("Bot")
    elif seat.held_until is not None:
        state, word = "held", _("Seat kept")
    elif seat.index not in present:
        state, word = "away", _("Away")
    elif seat.ready or seat.player == table.host:
        state, word = "ready", _("Ready")
    else:
        state, word = "waiting", _("Not ready")
    return SeatBox(
        index=seat.index,
        name=seat.name,
        hats=seat.hats,
        worn=and_list(tuple(names[hat] for hat in seat.hats), language),
        host=seat.player == table.host,
        state=state,
        word=word,
        person=seat.player is not None,
        until=seat.held_until or 0,
        claimed_by=seat.claim.name if seat.claim else "",
    )


def seats(table: Table, present: frozenset[int], language: str) -> Seats:
    boxes = tuple(seat_box(table, seat, present, language) for seat in table.seats)
    return Seats(boxes, max(0, lifts - len(boxes)), next(iter(words.bots(language))), table.admits)


def hat_rows(table: Table, own: SeatRow, language: str) -> tuple[HatRow, ...]:
    _ = gettext_of(language)
    names = words.hats(language)
    skiers = hats_a_seat(len(table.seats))
    labels = (_("Your skier"),) if skiers == 1 else (_("First skier"), _("Second skier"))
    others = {hat for seat in table.seats if seat.index != own.index for hat in seat.hats}

    def box(hat: int, skier: int) -> HatBox:
        worn = skier < len(own.hats) and own.hats[skier] == hat
        return HatBox(hat, names[hat], worn, not worn and (hat in others or hat in own.hats))

    return tuple(
        HatRow(skier, labels[skier], tuple(box(hat, skier) for hat in all_hats)) for skier in range(skiers)
    )
