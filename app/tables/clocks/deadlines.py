"""The clock of a table: how long a decision may take, from when, and what a pause does to it. Pure.

A deadline belongs to a decision, never to a person: dropping out and coming back neither stops nor bends it.
It begins when the motion of the round before has nominally ended, so that nobody loses time to watching.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from app.games.kernel.contract import Game, Moving
from app.games.kernel.extensions import number_for, share_of, timer_of, usual_bot_level
from app.tables.clocks.table_time import resumed
from app.tables.errors import Unfit
from app.tables.lobby.seating import by_host, seat_of
from app.tables.model import Acts, SeatRow, Status, Table
from app.tables.ports import DueRow
from app.tables.seats.absence import in_play

most_motion_ms = 15_000
"""However long the motion: nobody waits longer for the clock to begin."""

shortest_ms = 15_000
"""However small a game's share of the clock for a decision."""

by_days_s = 24 * 3600

most_missed = 2
"""Decisions in a row the clock makes for somebody before a bot sits in."""

pause_ms = 600_000
"""How long only the host may end a pause; then anyone at the table may."""

kind = "deadline"


def pause(table: Table, player: str, now: int) -> Table:
    """Host: the clock stands until `resume`. Raises NotHost, Unfit: not_started, game_over."""
    by_host(table, player)
    in_play(table)
    return table if table.paused_at is not None else replace(table, paused_at=now)


def resume(table: Table, player: str, now: int) -> Table:
    """The host at any time, anyone seated after ten minutes; the clock goes on with what was left. Raises
    NotSeated, Unfit: not_started, game_over, still_paused (minutes, until anyone may).
    """
    in_play(table)
    if player != table.host:
        seat_of(table, player)
    if table.paused_at is None:
        return table
    wait = table.paused_at + pause_ms - now
    if player != table.host and wait > 0:
        raise Unfit("still_paused", minutes=-(-wait // 60_000))
    return resumed(table, now)


def timed(table: Table, game: Game, *, before: Any, after: Any, events: Sequence[Any], now: int) -> Table:
    """The table with the deadline of the decision it stands at. `before`, `after`: the game's states, None
    in the lobby; `events`: what led from one to the other.
    """
    if table.status is not Status.PLAYING:
        return replace(table, deadline_at=None, clock_left=None, paused_at=None)
    if not table.settings.clock:
        return table
    if timer_of(game, after) is not None:
        # The rules' own time runs: nobody is hurried besides.
        return replace(table, deadline_at=None, clock_left=None)
    if before is None or timer_of(game, before) is not None or game.decision(before) != game.decision(after):
        motion = game.motion_ms(events) if isinstance(game, Moving) else 0
        whole = _length_ms(table, game, after) + min(max(motion, 0), most_motion_ms)
        if table.paused_at is not None:
            return replace(table, deadline_at=None, clock_left=whole)
        return replace(table, deadline_at=now + whole, clock_left=None)
    if table.paused_at is not None and table.deadline_at is not None:
        return replace(table, deadline_at=None, clock_left=max(0, table.deadline_at - now))
    if table.paused_at is None and table.clock_left is not None:
        return replace(table, deadline_at=now + table.clock_left, clock_left=None)
    return table


def _length_ms(table: Table, game: Game, state: Any) -> int:
    """How long the present decision may take: the game's share of the clock, and never too short to be read."""
    whole = table.settings.clock * 1000
    if table.settings.clock >= by_days_s:
        return whole
    return min(whole, max(shortest_ms, int(whole * share_of(game, state))))


def deadlines_due(table: Table, game: Game, state: Any) -> tuple[DueRow, ...]:
    """The due rows of a table's clock: one for each person's seat the decision waits for."""
    if state is None or table.status is not Status.PLAYING or table.deadline_at is None:
        return ()
    at = table.deadline_at
    awaited = [seat for seat in game.waiting_on(state) if table.seats[seat].acts is Acts.HUMAN]
    return tuple(DueRow(table.id, number_for(game, state, seat), seat, kind, at) for seat in awaited)


def after_the_clock(seat: SeatRow, game: Game, state: Any) -> SeatRow:
    """The seat after the clock has decided for it at `state`: the second time in a row a bot sits in. A decision that
    had less than the whole clock does not count.
    """
    if share_of(game, state) < 1:
        return seat
    if seat.missed + 1 < most_missed:
        return replace(seat, missed=seat.missed + 1)
    return replace(seat, missed=0, acts=Acts.BOT, bot_level=usual_bot_level(game))
