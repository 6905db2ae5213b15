"""What follows from every save: notes and arrivals, clocks and table time, bots, held seats, calls, the kept replay."""

from dataclasses import replace

from app.games.kernel.contract import Game
from app.tables.after.replay import laid_open
from app.tables.changes import Step
from app.tables.clocks import table_time
from app.tables.clocks.deadlines import deadlines_due, timed
from app.tables.clocks.notice_schedule import calls_due
from app.tables.lobby.notes import noted
from app.tables.model import Table
from app.tables.play.bot_pacing import BotPacing
from app.tables.ports import DueRow, LogEntry, OpenPosition, StoredTable
from app.tables.seats.held_seats import arrived, held_seats_due


class TableConsequences:
    """Implements `app.tables.changes.Consequences`."""

    def __init__(self, pace: BotPacing, notice_ms: int | None) -> None:
        """`notice_ms`: how long a choice waits before somebody who is away is told; None = nobody can be."""
        self._pace = pace
        self._notice_ms = notice_ms

    def table_after(self, table: Table, step: Step) -> Table:
        before, after = step.states
        table = arrived(table, step.by)
        table = replace(table, notes=noted(step.held, table, step.by, step.now))
        table = table_time.begun(table, step.game, step.now)
        return timed(table, step.game, before=before, after=after, events=step.events, now=step.now)

    def due_after(self, table: Table, step: Step) -> tuple[DueRow, ...]:
        game, after, now = step.game, step.states[1], step.now
        bots = self._pace.due(step.held, table, game, states=step.states, events=step.events, now=now)
        call_at = None if self._notice_ms is None else now + self._notice_ms
        return (
            *bots,
            *deadlines_due(table, game, after),
            *held_seats_due(table),
            *calls_due(table, game, after, call_at),
            *table_time.timers_due(table, game, after),
        )

    def positions_after(
        self, game: Game, ended: StoredTable, entries: tuple[LogEntry, ...]
    ) -> tuple[OpenPosition, ...]:
        return laid_open(game, ended, entries)
