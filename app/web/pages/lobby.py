"""The lobby: who sits where, what is played, and when it starts.

Shared regions, drawn once for all, with names and seat numbers only:
    lobby-title     whose table, how many lifts are taken, what kind of race that makes
    lobby-seats     the seats, a host's buttons on them included
    lobby-options   the house options as they stand, a host's switches included
    lobby-log       who is here, line by line
Private regions, the only place of "you":
    lobby-you       own hats
    lobby-start     ready or not; for the host the start of the race
Never pushed, drawn with the page: lobby-invite (link, code, fingerprint: they never change), the form for
taking a seat, the places for refusals, and every form element.

Buttons in regions name a form of the page (`form="f-remove"`), which holds the address and the visitor's
token. So regions hold no token and may be shared: a host's buttons stand in everybody's page, are shown by
`data-host` on the root and have no form elsewhere; the server checks anyway. One's own seat is marked by
`data-seat` on the root. When either changes, the page navigates (`data-place`).
"""

from app.players.names import pleasant_name
from app.tables.hats import all_hats, hats_a_seat
from app.tables.model import Acts, SeatRow, Table
from app.web.avalanche import options as words
from app.web.pages.codes import spoken
from app.web.pages.frame import region, whole
from app.web.pages.lobby_contexts import (
    HatBox,
    HatRow,
    Invite,
    Lobby,
    Log,
    LogLine,
    OptionBox,
    Options,
    SeatBox,
    Seats,
    Start,
    Title,
    You,
)
from app.web.templating import gettext_of, translations
from app.web.visitor import Visitor

lifts = len(all_hats)
"""Seats of a table: as many as there are hats."""


def unready(table: Table) -> tuple[SeatRow, ...]:
    """The people a start would overrule: seated, not ready, not the host."""
    return tuple(s for s in table.seats if s.player is not None and s.player != table.host and not s.ready)


def and_list(names: tuple[str, ...], language: str) -> str:
    """Names in a row: "Ines, Ruben and Mira"."""
    if len(names) < 2:
        return "".join(names)
    _ = gettext_of(language)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def host_name(table: Table) -> str:
    return next((s.name for s in table.seats if s.player == table.host), "")


def title(table: Table, language: str) -> Title:
    _ = gettext_of(language)
    counted = translations(language).ngettext(
        "%(taken)s of %(lifts)s lift taken.", "%(taken)s of %(lifts)s lifts taken.", lifts
    ) % {"taken": len(table.seats), "lifts": lifts}
    return Title(host_name(table), counted, words.variant(len(table.seats), language))


def seat_box(table: Table, seat: SeatRow, present: frozenset[int], language: str) -> SeatBox:
    _ = gettext_of(language)
    names = words.hats(language)
    if seat.player is None or seat.acts is Acts.BOT:
        known = words.bots(language)
        level = seat.bot_level or ""
        state, word = "bot", known[level].name if level in known else _("Bot")
    elif seat.index not in present:
        state, word = "away", _("Away")
    elif seat.ready or seat.player == table.host:
        state, word = "ready", _("Ready")
    else:
        state, word = "waiting", _("Not ready")
    worn = and_list(tuple(names[hat] for hat in seat.hats), language)
    return SeatBox(seat.index, seat.name, seat.hats, worn, seat.player == table.host, state, word)


def seats(table: Table, present: frozenset[int], language: str) -> Seats:
    boxes = tuple(seat_box(table, seat, present, language) for seat in table.seats)
    return Seats(boxes, max(0, lifts - len(boxes)), next(iter(words.bots(language))))


def options(table: Table, language: str) -> Options:
    known = words.options(language)
    return Options(tuple(OptionBox(k, w.name, w.line, k in table.options) for k, w in known.items()))


def log(table: Table, present: frozenset[int], language: str) -> Log:
    _ = gettext_of(language)
    lines: list[LogLine] = []
    for seat in table.seats:
        if seat.player is None:
            sentence = _("%(name)s rides along.")
        elif seat.index not in present:
            sentence = _("%(name)s is away; the seat is kept.")
        elif seat.player == table.host:
            sentence = _("%(name)s opened the table.")
        else:
            sentence = _("%(name)s is ready.") if seat.ready else _("%(name)s has taken a seat.")
        lines.append(LogLine(seat.hats[0], sentence % {"name": seat.name}))
    return Log(tuple(lines))


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


def you(table: Table, player_id: str | None, language: str) -> You:
    own = table.seat_of(player_id)
    return You(hat_rows(table, own, language) if own else ())


def start(table: Table, player_id: str | None, language: str) -> Start:
    _ = gettext_of(language)
    own = table.seat_of(player_id)
    if own is None:
        full = len(table.seats) >= lifts
        hint = (
            _("All five lifts are taken.") if full else _("There is a free lift: take a seat to ski along.")
        )
        return Start("none", False, False, hint)
    if player_id != table.host:
        return Start("guest", own.ready, False, _("%(host)s starts the race.") % {"host": host_name(table)})
    missing = tuple(seat.name for seat in unready(table))
    if missing:
        hint = _("Not ready yet: %(names)s. Start anyway, or wait.") % {"names": and_list(missing, language)}
    elif len(table.seats) == 1:
        hint = _("Nobody else is here yet.")
    else:
        hint = _("Everybody is ready.")
    return Start("host", own.ready, bool(missing), hint)


def regions_shared(table: Table, present: frozenset[int], language: str) -> dict[str, str]:
    """HTML by id, the same for everybody at the table. `present`: seats whose owner has the page open."""
    return {
        "lobby-title": region("lobby/_title.html", title(table, language), language),
        "lobby-seats": region("lobby/_seats.html", seats(table, present, language), language),
        "lobby-options": region("lobby/_options.html", options(table, language), language),
        "lobby-log": region("lobby/_log.html", log(table, present, language), language),
    }


def regions_private(table: Table, player_id: str | None, language: str) -> dict[str, str]:
    """HTML by id for one reader; `player_id` None or without a seat: somebody who looks in."""
    return {
        "lobby-you": region("lobby/_you.html", you(table, player_id, language), language),
        "lobby-start": region("lobby/_start.html", start(table, player_id, language), language),
    }


def invite(table: Table, base_url: str) -> Invite:
    shown = " ".join(table.commitment[i : i + 4] for i in range(0, len(table.commitment), 4))
    return Invite(f"{base_url}/t/{table.code}", spoken(table.code), " ".join(table.code), shown)


def page(
    table: Table, visitor: Visitor, present: frozenset[int], place: str, *, base_url: str | None = None
) -> str:
    """The lobby page. `place`: see `Lobby`.

    `base_url`: public address of the server, "https://yeti.example"; without it the link shown is a path,
    which the page's script completes.
    """
    language = visitor.language
    own = table.seat_of(visitor.player_id)
    shared = regions_shared(table, present, language)
    private = regions_private(table, visitor.player_id, language)
    context = Lobby(
        table_id=table.id,
        code=table.code,
        version=table.version,
        seat=own.index if own else None,
        host=own is not None and own.player == table.host,
        place=place,
        name=visitor.player.name if visitor.player else pleasant_name(gettext_of(language)),
        invite=invite(table, (base_url or "").rstrip("/")),
        title_region=shared["lobby-title"],
        seats_region=shared["lobby-seats"],
        options_region=shared["lobby-options"],
        log_region=shared["lobby-log"],
        you_region=private["lobby-you"],
        start_region=private["lobby-start"],
        option_keys=tuple(words.options(language)),
        skiers=tuple(range(hats_a_seat(2))),
    )
    heading = gettext_of(language)("%(host)s's table") % {"host": host_name(table)}
    return whole("lobby/lobby.html", heading, f"/t/{table.code}", context, visitor)
