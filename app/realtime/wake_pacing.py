"""News of one table that come close together are told together.

The first is told at once; what follows within the gap waits for its end. Four players who choose in the same instant
are two messages to each page, not four. The gap grows with the work there is, so that a busy server says less often
instead of saying everything late.
"""

import asyncio
import time
from collections.abc import Callable

least_gap_s = 0.02
longest_gap_s = 0.15


def no_gap() -> float:
    return 0.0


def gap_s(late_s: float) -> float:
    """Seconds between two news of a table. `late_s`: how late the event loop is lately."""
    return min(longest_gap_s, least_gap_s + 2 * late_s)


class WakePacing:
    """`wake`: tells a table's listeners. `gap_s`: asked at every news; 0 = everything is told at once."""

    def __init__(self, wake: Callable[[str], None], gap_s: Callable[[], float]) -> None:
        self._wake = wake
        self._gap_s = gap_s
        self._told_at: dict[str, float] = {}
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    def wake(self, table_id: str) -> None:
        gap = self._gap_s()
        if gap <= 0:
            self._wake(table_id)
            return
        if table_id in self._waiting:
            return
        now = time.monotonic()
        rest = self._told_at.get(table_id, 0.0) + gap - now
        if rest <= 0:
            self._told_at[table_id] = now
            self._wake(table_id)
        else:
            self._waiting[table_id] = asyncio.get_running_loop().call_later(rest, self._due, table_id)

    def forget(self, table_id: str) -> None:
        """Nobody listens to it any more."""
        self._told_at.pop(table_id, None)
        waiting = self._waiting.pop(table_id, None)
        if waiting is not None:
            waiting.cancel()

    def _due(self, table_id: str) -> None:
        self._waiting.pop(table_id, None)
        self._told_at[table_id] = time.monotonic()
        self._wake(table_id)
