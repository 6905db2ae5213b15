"""Table time: how long a game in which time is a rule has run, in ms, without pauses and outages. Pure.

It is measured under the table's lock and never goes back, whatever the clocks of the servers say.
"""

from dataclasses import replace
from typing import Any

from app.games.kernel.contract import Game
from app.games.kernel.extensions import Timed, timer_of
from app.tables.model import Status, Table
from app.tables.ports import DueRow

kind = "rule"
"""Of the due row: one a table, for its next timer."""


def begun(table: Table, game: Game, now: int) -> Table:
    """The table with its time running from the start of the game on; for other games unchanged."""
    if table.status is not Status.PLAYING or table.started_at is not None or not isinstance(game, Timed):
        return table
    return replace(table, started_at=now)


def moment_of(table: Table, now: int) -> int | None:
    """Table time at `now` (epoch ms), at least the latest that was given out; None where time is no rule."""
    if table.started_at is None:
        return None
    until = now if table.paused_at is None else min(now, table.paused_at)
    return max(table.moment, until - table.started_at - table.stood_ms)


def resumed(table: Table, now: int) -> Table:
    """The table after its pause has ended at `now`; its time has stood meanwhile."""
    stood = 0 if table.paused_at is None or table.started_at is None else max(0, now - table.paused_at)
    return replace(table, paused_at=None, stood_ms=table.stood_ms + stood)


def timers_due(table: Table, game: Game, state: Any) -> tuple[DueRow, ...]:
    """The row of the table's next timer; none during a pause. It follows the rules: earlier or later."""
    timer = timer_of(game, state)
    if timer is None or table.started_at is None or table.status is not Status.PLAYING:
        return ()
    if table.paused_at is not None:
        return ()
    return (DueRow(table.id, 0, 0, kind, table.started_at + table.stood_ms + timer, moves=True),)
