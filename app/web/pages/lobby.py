"""The lobby: who sits where, what is played, and when it starts.

Shared regions, drawn once for all, with names and seat numbers only:
    lobby-title     whose table, how many seats are taken, what kind of race that makes
    lobby-seats     the seats, a host's menus on them included
    lobby-options   the house options as they stand, a host's switches included
    lobby-rules     the table's own settings: clock, newcomers, spectators, leavers; likewise
    lobby-log       what was changed, and by whom, line by line
Private regions, the only place of "you":
    lobby-you       own hats; for who has no seat, which of them they may say is theirs
    lobby-start     ready or not; for the host the start of the race
Never pushed, drawn with the page: lobby-invite (link, code, fingerprint: they never change), the form for
taking a seat, the places for refusals, and every form element.

Buttons in regions name a form of the page (`form="f-start"`), which holds the address and the visitor's
token. So regions hold no token and may be shared: a host's buttons stand in everybody's page, are shown by
`data-host` on the root and have no form elsewhere; the server checks anyway. One's own seat is marked by
`data-seat` on the root. When either changes, the page navigates (`data-place`).
"""

from functools import lru_cache

import segno

from app.games.kernel.contract import Game
from app.tables.model import SeatRow, Table
from app.tables.settings import setting_rules
from app.web.frame import region, whole
from app.web.front.game import GameFront
from app.web.http.request_user import RequestUser
from app.web.pages import lobby_log, lobby_rules, lobby_seats
from app.web.pages.codes import spoken
from app.web.pages.lobby_contexts import Invite, Lobby, LobbyStart, LobbyTitle, OwnLobby
from app.web.templating import gettext_of, translations
from app.web.voice import Voice


def unready(table: Table) -> tuple[SeatRow, ...]:
    """The people a start would overrule: seated, not ready, not the host."""
    return tuple(s for s in table.seats if s.player is not None and s.player != table.host and not s.ready)


def most_figures(game: Game) -> int:
    """How many figures a seat may lead, whatever the number of seats."""
    return max(game.figures(seats) for seats in range(1, game.max_seats + 1))


def host_name(table: Table) -> str:
    return next((s.name for s in table.seats if s.player == table.host), "")


def title(table: Table, front: GameFront, language: str) -> LobbyTitle:
    seats = front.game.max_seats
    counted = translations(language).ngettext(
        "%(taken)s of %(seats)s seat taken.", "%(taken)s of %(seats)s seats taken.", seats
    ) % {"taken": len(table.seats), "seats": seats}
    free = max(0, seats - len(table.seats))
    return LobbyTitle(host_name(table), counted, front.words.variant(len(table.seats), language), free)


def lost_seats(table: Table, present: frozenset[int]) -> tuple[tuple[int, str], ...]:
    """Seats somebody without one may say are theirs: of people who are not here, and nobody has asked yet."""
    return tuple(
        (seat.index, seat.name)
        for seat in table.seats
        if seat.player is not None and seat.index not in present and not seat.dropped and seat.claim is None
    )


def claimed_by(table: Table, player_id: str | None) -> str:
    """Name of the seat this person has asked for and waits to be given; "" if none."""
    asked = (s.name for s in table.seats if s.claim is not None and s.claim.player == player_id)
    return next(asked, "") if player_id else ""


def you(
    table: Table, front: GameFront, player_id: str | None, present: frozenset[int], language: str
) -> OwnLobby:
    own = table.seat_of(player_id)
    if own is not None:
        return OwnLobby(lobby_seats.hat_rows(table, front, own, language))
    asked = claimed_by(table, player_id)
    return OwnLobby((), asked, () if asked else lost_seats(table, present))


def asked_again(table: Table, own: SeatRow) -> bool:
    """Whether the race was changed since this person sat down, so that ready fell back."""
    for note in reversed(table.notes):
        if note.what == "joined" and note.by == own.player:
            return False
        if note.what == "asked":
            return not own.ready
    return False


def start(table: Table, front: GameFront, player_id: str | None, language: str) -> LobbyStart:
    _ = gettext_of(language, front.words.phrases)
    own = table.seat_of(player_id)
    host = host_name(table)
    if own is None:
        full = len(table.seats) >= front.game.max_seats
        if not table.settings.admits and not full:
            return LobbyStart(
                "none",
                False,
                False,
                _("%(host)s has closed the table to newcomers.") % {"host": host},
                (host,),
            )
        hint = _("All seats are taken.") if full else _("There is a free seat. Take it to join the game.")
        return LobbyStart("none", False, False, hint)
    if player_id != table.host:
        hint = _("%(host)s starts the game.") % {"host": host}
        if own.held_until is not None:
            hint = _(
                "This seat is kept for you for half a minute. Say that you are ready and it stays yours."
            )
        elif asked_again(table, own):
            hint = _("The game was changed, so you are asked again: are you ready?")
        return LobbyStart("guest", own.ready, False, hint, (host,))
    missing = tuple(seat.name for seat in unready(table))
    if missing:
        hint = _("Not ready yet: %(names)s. Start anyway, or wait.") % {
            "names": Voice(language).names(missing)
        }
    elif len(table.seats) == 1:
        hint = _("Nobody else is here yet.")
    else:
        hint = _("Everybody is ready.")
    return LobbyStart("host", own.ready, bool(missing), hint, missing)


def regions_shared(
    table: Table, front: GameFront, present: frozenset[int], language: str, *, listing: bool = False
) -> dict[str, str]:
    """HTML by id, the same for everybody at the table. `present`: seats whose owner has the page open. `listing`:
    whether the operator lets hosts put their tables on the start page.
    """
    contexts: dict[str, object] = {
        "title": title(table, front, language),
        "seats": lobby_seats.seats(table, front, present, language),
        "options": lobby_rules.options(table, front, language),
        "rules": lobby_rules.rules(table, front, language, listing=listing),
        "log": lobby_log.log(table, front, language),
    }
    return {
        f"lobby-{name}": region(f"lobby/_{name}.html", context, language, front.words.phrases)
        for name, context in contexts.items()
    }


def regions_private(
    table: Table, front: GameFront, player_id: str | None, present: frozenset[int], language: str
) -> dict[str, str]:
    """HTML by id for one reader; `player_id` None or without a seat: somebody who looks in."""
    phrases = front.words.phrases
    return {
        "lobby-you": region(
            "lobby/_you.html", you(table, front, player_id, present, language), language, phrases
        ),
        "lobby-start": region(
            "lobby/_start.html", start(table, front, player_id, language), language, phrases
        ),
    }


def invite(table: Table, base_url: str) -> Invite:
    shown = " ".join(table.commitment[i : i + 4] for i in range(0, len(table.commitment), 4))
    link = f"{base_url}/t/{table.code}"
    return Invite(link, spoken(table.code), " ".join(table.code), shown, qr(link) if base_url else "")


@lru_cache(maxsize=512)
def qr(link: str) -> str:
    """The link as a QR code: an SVG drawing, about a kilobyte; its colours come from the stylesheet."""
    return segno.make(link, micro=False).svg_inline(border=2, omitsize=True, svgclass="qr", lineclass="ink")


def page(
    table: Table,
    front: GameFront,
    visitor: RequestUser,
    present: frozenset[int],
    *,
    place: str,
    now: int,
    base_url: str | None = None,
    listing: bool = False,
) -> str:
    """The lobby page. `place`: see `Lobby`. `now`: UTC epoch ms by the clock that set the times on the page.

    `base_url`: public address of the server, "https://yeti.example"; without it the link shown is a path,
    which the page's script completes.
    """
    language = visitor.language
    own = table.seat_of(visitor.player_id)
    shared = regions_shared(table, front, present, language, listing=listing)
    private = regions_private(table, front, visitor.player_id, present, language)
    context = Lobby(
        table_id=table.id,
        code=table.code,
        version=table.version,
        seat=own.index if own else None,
        host=own is not None and own.player == table.host,
        place=place,
        name=visitor.name,
        invite=invite(table, (base_url or "").rstrip("/")),
        title_region=shared["lobby-title"],
        seats_region=shared["lobby-seats"],
        options_region=shared["lobby-options"],
        rules_region=shared["lobby-rules"],
        log_region=shared["lobby-log"],
        you_region=private["lobby-you"],
        start_region=private["lobby-start"],
        option_keys=tuple(option.key for option in front.game.options),
        setting_keys=tuple(setting_rules),
        figures=tuple(range(most_figures(front.game))),
        now=now,
        seat_numbers=tuple(range(front.game.max_seats)),
    )
    # No names: the title is what a preview of the link shows, wherever it is posted.
    heading = gettext_of(language)("Table %(code)s") % {"code": context.invite.shown}
    return whole(
        "lobby/lobby.html", heading, f"/t/{table.code}", context, visitor, phrases=front.words.phrases
    )
