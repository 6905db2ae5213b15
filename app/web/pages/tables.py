"""My tables: whose move it is at each, until when, and how it ended. Whatever waits for the reader comes first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from babel.dates import format_skeleton
from babel.lists import format_list

from app.games.kernel.contract import Game
from app.games.kernel.extensions import number_for
from app.tables.clocks.deadlines import by_days_s
from app.tables.model import Acts, SeatRow, Snapshot, Status, Table
from app.web.frame import PageReader, region, whole
from app.web.front.game import GameFront
from app.web.pages.codes import spoken
from app.web.templating import gettext_of

looks = ("yours", "waiting", "lobby", "over")
"""In the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """`path`: where it is opened; of a game that is over its replay, since another table may have its code by now.
    `game`: its title, where there are several. `alone`: what playing alone is called, "" for a table of several.
    `look`: one of `looks`. `decision`: the one that waits for the reader, None without. `until`: the deadline in UTC
    words, "" without; `until_iso`: the same for scripts. `hats`: hat and whether a bot acts, in seat order.
    """

    code: str
    path: str
    shown: str
    host: str
    game: str
    alone: str
    look: str
    state: str
    decision: int | None
    until: str
    until_iso: str
    hats: tuple[tuple[int, bool], ...]


@dataclass(frozen=True, slots=True)
class TableRows:
    """`mine`: how many wait for the reader."""

    rows: tuple[TableRow, ...]
    mine: int


@dataclass(frozen=True, slots=True)
class WaitingDecision:
    """A decision that waits for the reader."""

    code: str
    decision: int


def awaited(snapshot: Snapshot, game: Game) -> tuple[SeatRow, ...]:
    """The seats the table waits for now."""
    if snapshot.table.status is not Status.PLAYING or snapshot.state is None:
        return ()
    return tuple(snapshot.table.seats[seat] for seat in game.waiting_on(snapshot.state))


def decision_of(snapshot: Snapshot, game: Game, player: str) -> int | None:
    """The decision this person is to make at the table now, None without one."""
    mine = [s for s in awaited(snapshot, game) if s.player == player and s.acts is Acts.HUMAN]
    return number_for(game, snapshot.state, mine[0].index) if mine else None


def waiting(tables: Sequence[tuple[Snapshot, GameFront]], player: str) -> list[WaitingDecision]:
    """Every decision that waits for this person."""
    found = [(snapshot.table.code, decision_of(snapshot, front.game, player)) for snapshot, front in tables]
    return [WaitingDecision(code, decision) for code, decision in found if decision is not None]


def rows(
    tables: Sequence[tuple[Snapshot, GameFront]], player: str, language: str, *, several: bool
) -> TableRows:
    """`tables`: those the person sits at, newest first. `several`: this server has more than one game."""
    made = [_row(snapshot, front, player, language, several=several) for snapshot, front in tables]
    made.sort(key=lambda row: (looks.index(row.look), row.until_iso or "9"))
    return TableRows(tuple(made), sum(row.look == "yours" for row in made))


def page(
    reader: PageReader, tables: Sequence[tuple[Snapshot, GameFront]], player: str, *, several: bool
) -> str:
    """`several`: as for `rows`."""
    _ = gettext_of(reader.language)
    context = rows(tables, player, reader.language, several=several)
    title = _("My tables")
    return whole("tables.html", f"(!) {title}" if context.mine else title, "/tables", context, reader)


def listing(
    tables: Sequence[tuple[Snapshot, GameFront]], player: str, language: str, *, several: bool
) -> str:
    """The list alone, for a page that looks again."""
    return region("_tables.html", rows(tables, player, language, several=several), language)


def _row(snapshot: Snapshot, front: GameFront, player: str, language: str, *, several: bool) -> TableRow:
    table, game, poster = snapshot.table, front.game, front.words.poster(language)
    look, state = _state(snapshot, front, player, language)
    deadline = (
        table.deadline_at if table.settings.clock >= by_days_s and look in ("yours", "waiting") else None
    )
    moment = None if deadline is None else datetime.fromtimestamp(deadline / 1000, UTC)
    host = next((seat.name for seat in table.seats if seat.player == table.host), "")
    return TableRow(
        code=table.code,
        path=f"/r/{table.id}" if look == "over" else f"/t/{table.code}",
        shown=spoken(table.code),
        host=host,
        game=poster.title if several else "",
        alone=poster.alone if len(table.seats) == 1 and table.status is not Status.LOBBY else "",
        look=look,
        state=state,
        decision=decision_of(snapshot, game, player),
        until=""
        if moment is None
        else f"{format_skeleton('MMMd', moment, locale=language)}, {moment:%H:%M} UTC",
        until_iso="" if moment is None else moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        hats=tuple((hat, seat.acts is Acts.BOT) for seat in table.seats for hat in seat.hats),
    )


def _state(snapshot: Snapshot, front: GameFront, player: str, language: str) -> tuple[str, str]:
    """(look, words)."""
    _ = gettext_of(language, front.words.phrases)
    table, game = snapshot.table, front.game
    if table.status is Status.LOBBY:
        return "lobby", _("In the lobby")
    if table.status is not Status.PLAYING:
        return "over", _result(table, front, game.outcome(snapshot.state), player, language)
    if decision_of(snapshot, game, player) is not None:
        return "yours", _("Your move")
    own = table.seat_of(player)
    if own is not None and own.acts is Acts.BOT:
        return "waiting", _("A bot plays for you")
    people = [seat.name for seat in awaited(snapshot, game) if seat.acts is Acts.HUMAN]
    if not people:
        return "waiting", _("The bots are choosing")
    return "waiting", _("Waiting for %(names)s") % {"names": format_list(people, locale=language)}


def _result(table: Table, front: GameFront, outcome: Any, player: str, language: str) -> str:
    _ = gettext_of(language, front.words.phrases)
    winners = [] if outcome is None else [table.seats[seat] for seat in outcome.winners]
    if not winners:
        return _("You did not win") if len(table.seats) == 1 else _("Nobody won")
    if any(seat.player == player for seat in winners):
        return _("You won") if len(winners) == 1 else _("You won, together with others")
    names = format_list([seat.name for seat in winners], locale=language)
    return _("%(names)s won") % {"names": names}
