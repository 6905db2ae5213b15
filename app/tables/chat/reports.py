"""A word to the operator about somebody or something at a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from app.players.limits import Counters, Limited, RateLimit
from app.players.texts import fit_text
from app.tables.errors import NotAllowed
from app.tables.executor import CommandExecutor
from app.tables.host.host import seat_at
from app.tables.model import Table

per_person = RateLimit(burst=5, every_ms=120_000)


@dataclass(frozen=True, slots=True)
class Report:
    """`about_seat` None = the table as a whole; `about_player`: whose it was, None = a bot's. `at`: epoch ms. `id` 0 =
    not stored yet.
    """

    table_id: str
    by_player: str
    by_name: str
    about_seat: int | None
    about_name: str
    text: str
    at: int
    id: int = 0
    done: bool = False
    about_player: str | None = None


class ReportRepository(Protocol):
    async def add(self, report: Report) -> None: ...

    async def reports(self, *, done: bool, most: int) -> Sequence[Report]:
        """The latest, newest first."""
        ...

    async def settle(self, report_id: int) -> bool:
        """Marks a report as done; False if there is none."""
        ...


async def report(
    executor: CommandExecutor,
    book: ReportRepository,
    counters: Counters,
    table: Table,
    player: str,
    *,
    seat: int | None,
    text: str,
) -> None:
    """From somebody who may see the table. Raises NotAllowed(unknown_player), Unfit(no_such_seat), BadText,
    Limited(too_fast).
    """
    person = await executor.repository.player(player)
    if person is None:
        raise NotAllowed("unknown_player")
    about = None if seat is None else seat_at(table, seat)
    words = fit_text(text)
    wait = await counters.take(f"report:{player}", per_person, executor.clock())
    if wait:
        raise Limited("too_fast", wait)
    name, whose = ("", None) if about is None else (about.name, about.player)
    await book.add(
        Report(table.id, player, person.name, seat, name, words, executor.clock(), about_player=whose)
    )
