"""The seats of a lobby: who sits where, in which state, what a host may do about it; and one's own hats."""

from app.tables.model import Acts, SeatRow, Table
from app.tables.seats.colours import all_hats
from app.web.front.game import GameFront
from app.web.hats import hat_names
from app.web.pages.lobby_contexts import BotLevel, HatBox, HatRow, SeatBox, Seats
from app.web.templating import gettext_of
from app.web.voice import Voice


def seat_box(
    table: Table, front: GameFront, seat: SeatRow, present: frozenset[int], language: str
) -> SeatBox:
    _ = gettext_of(language)
    names = hat_names(language)
    if seat.player is None or seat.acts is Acts.BOT:
        known = front.words.bots(language)
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
        worn=Voice(language).names([names[hat] for hat in seat.hats]),
        host=seat.player == table.host,
        state=state,
        word=word,
        person=seat.player is not None,
        until=seat.held_until or 0,
        claimed_by=seat.claim.name if seat.claim else "",
        levels=() if seat.player else levels_of(front, seat, language),
    )


def levels_of(front: GameFront, seat: SeatRow, language: str) -> tuple[BotLevel, ...]:
    """Gentlest first; none where a game has one kind of bot."""
    known, keys = front.words.bots(language), front.game.bot_levels
    if len(keys) < 2:
        return ()
    return tuple(BotLevel(k, known[k].name, known[k].line, k == seat.bot_level) for k in keys if k in known)


def seats(table: Table, front: GameFront, present: frozenset[int], language: str) -> Seats:
    boxes = tuple(seat_box(table, front, seat, present, language) for seat in table.seats)
    free = max(0, front.game.max_seats - len(boxes))
    return Seats(boxes, free, front.game.bot_levels[0], table.settings.admits)


def hat_rows(table: Table, front: GameFront, own: SeatRow, language: str) -> tuple[HatRow, ...]:
    names = hat_names(language)
    labels = front.words.figures(len(table.seats), language)
    others = {hat for seat in table.seats if seat.index != own.index for hat in seat.hats}

    def box(hat: int, figure: int) -> HatBox:
        worn = figure < len(own.hats) and own.hats[figure] == hat
        return HatBox(hat, names[hat], worn, not worn and (hat in others or hat in own.hats))

    return tuple(
        HatRow(figure, label, tuple(box(hat, figure) for hat in all_hats))
        for figure, label in enumerate(labels)
    )
