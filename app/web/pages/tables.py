"""My tables: whose move it is at each, until when, and how it ended. Whatever waits for the reader comes first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from babel.dates import format_skeleton
from babel.lists import format_list

from app.games.kernel.contract import Game
from app.tables.calling import by_days_s
from app.tables.model import Acts, SeatRow, Snapshot, Status, Table
from app.web.pages.codes import spoken
from app.web.pages.frame import Reader, region, whole
from app.web.templating import gettext_of

looks = ("yours", "waiting", "lobby", "over")
"""In the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Row:
    """`path`: where it is opened; of a race that is over its replay, since another table may have its code by now.
    `alone`: a race against the yeti. `look`: one of `looks`. `decision`: the one that waits for the reader, None
    without. `until`: the deadline in UTC words, "" without; `until_iso`: the same for scripts. `hats`: hat and
    whether a bot acts, in seat order.
    """

    code: str
    path: str
    shown: str
    host: str
    alone: bool
    look: str
    state: str
    decision: int | None
    until: str
    until_iso: str
    hats: tuple[tuple[int, bool], ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """`mine`: how many wait for the reader."""

    rows: tuple[Row, ...]
    mine: int


@dataclass(frozen=True, slots=True)
class Waiting:
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
    return game.decision(snapshot.state) if mine else None


def waiting(tables: Sequence[tuple[Snapshot, Game]], player: str) -> list[Waiting]:
    """Every decision that waits for this person."""
    found = [(snapshot.table.code, decision_of(snapshot, game, player)) for snapshot, game in tables]
    return [Waiting(code, decision) for code, decision in found if decision is not None]


def rows(tables: Sequence[tuple[Snapshot, Game]], player: str, language: str) -> Rows:
    """`tables`: those the person sits at, newest first."""
    made = [_row(snapshot, game, player, language) for snapshot, game in tables]
    made.sort(key=lambda row: (looks.index(row.look), row.until_iso or "9"))
    return Rows(tuple(made), sum(row.look == "yours" for row in made))


def page(reader: Reader, tables: Sequence[tuple[Snapshot, Game]], player: str) -> str:
    _ = gettext_of(reader.language)
    context = rows(tables, player, reader.language)
    title = _("My tables")
    return whole("tables.html", f"(!) {title}" if context.mine else title, "/tables", context, reader)


def listing(tables: Sequence[tuple[Snapshot, Game]], player: str, language: str) -> str:
    """The list alone, for a page that looks again."""
    return region("_tables.html", rows(tables, player, language), language)


def _row(snapshot: Snapshot, game: Game, player: str, language: str) -> Row:
    table = snapshot.table
    look, state = _state(snapshot, game, player, language)
    deadline = table.deadline_at if table.clock >= by_days_s and look in ("yours", "waiting") else None
    moment = None if deadline is None else datetime.fromtimestamp(deadline / 1000, UTC)
    host = next((seat.name for seat in table.seats if seat.player == table.host), "")
    return Row(
        code=table.code,
        path=f"/r/{table.id}" if look == "over" else f"/t/{table.code}",
        shown=spoken(table.code),
        host=host,
        alone=len(table.seats) == 1 and table.status is not Status.LOBBY,
        look=look,
        state=state,
        decision=decision_of(snapshot, game, player),
        until=""
        if moment is None
        else f"{format_skeleton('MMMd', moment, locale=language)}, {moment:%H:%M} UTC",
        until_iso="" if moment is None else moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
        hats=tuple((hat, seat.acts is Acts.BOT) for seat in table.seats for hat in seat.hats),
    )


def _state(snapshot: Snapshot, game: Game, player: str, language: str) -> tuple[str, str]:
    """(look, words)."""
    _ = gettext_of(language)
    table = snapshot.table
    if table.status is Status.LOBBY:
        return "lobby", _("In the lobby")
    if table.status is not Status.PLAYING:
        return "over", _result(table, game.outcome(snapshot.state), player, language)
    if decision_of(snapshot, game, player) is not None:
        return "yours", _("Your move")
    own = table.seat_of(player)
    if own is not None and own.acts is Acts.BOT:
        return "waiting", _("A bot plays for you")
    people = [seat.name for seat in awaited(snapshot, game) if seat.acts is Acts.HUMAN]
    if not people:
        return "waiting", _("The bots are choosing")
    return "waiting", _("Waiting for %(names)s") % {"names": format_list(people, locale=language)}


def _result(table: Table, outcome: Any, player: str, language: str) -> str:
    _ = gettext_of(language)
    winners = [] if outcome is None else [table.seats[seat] for seat in outcome.winners]
    if not winners:
        return _("Nobody won")
    if any(seat.player == player for seat in winners):
        return _("You won") if len(winners) == 1 else _("You won, together with others")
    names = format_list([seat.name for seat in winners], locale=language)
    return _("%(names)s won") % {"names": names}
