"""When bots decide: like somebody who has watched what happened and then thinks for a moment.

The times come from the system's random source, never from a game's generator, a hand or a choice: they tell nothing.
Not here: what a bot chooses (`worker.py`).
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from app.games.kernel.contract import Game, Moving
from app.games.kernel.extensions import PerSeat, number_for
from app.tables.clocks.deadlines import most_motion_ms
from app.tables.model import Acts, Status, Table
from app.tables.ports import DueRow

kind = "bot"

shortest_ms = 800
"""Nobody decides faster who has something to decide."""

alone_ms = 1400
"""The longest a bot takes where no person decides beside it."""

ahead_ms = 4_000
"""How far bots among themselves may be ahead of what pages show: what they do joins the story that still plays."""

follow_ms = (150, 600)
"""Once the last person has chosen, the bots that still think come along: nobody waits for a bot."""

kept_tables = 4096


class BotPacing:
    """Gives bots their due times. How long a table's story still plays is remembered by this process alone: after a
    restart, or at a table that another process served meanwhile, bots are a little earlier.
    """

    def __init__(self, longest_ms: int, draw: Callable[[int], int] = secrets.randbelow) -> None:
        """`longest_ms`: the longest a bot thinks after the story. Of `shortest_ms` or less, every bot takes exactly
        that long and waits for no story: for tests and tools. `draw(n)` gives a random int in 0..n-1.
        """
        self._longest = longest_ms
        self._draw = draw
        self._shown: OrderedDict[str, int] = OrderedDict()

    def due(
        self,
        before: Table,
        table: Table,
        game: Game,
        *,
        states: tuple[Any, Any],
        events: Sequence[Any],
        now: int,
    ) -> tuple[DueRow, ...]:
        """One row for each awaited seat for which a bot acts. `states`: the game before and after the change, None in
        the lobby; `events`: what led from one to the other; `now`: epoch ms.

        A seat's row keeps its first time, except that the last person's choice brings it forward. Where every seat
        plays at its own pace nothing does: that would bend the race.
        """
        old, new = states
        if new is None or table.status is not Status.PLAYING:
            return ()
        shown = self._shown_until(table.id, game, events, now)
        bots, people = awaited(table, game, new)
        numbers = {seat: number_for(game, new, seat) for seat in bots}
        own_pace = isinstance(game, PerSeat)
        fresh = old is None or game.decision(old) != game.decision(new)
        if self._longest <= shortest_ms:
            return tuple(DueRow(table.id, numbers[seat], seat, kind, now + self._longest) for seat in bots)
        if people:
            begins, span = (shown if fresh else now), (shortest_ms, self._longest)
        elif fresh or own_pace or not awaited(before, game, old)[1]:
            begins, span = max(now, shown - ahead_ms), (shortest_ms, min(alone_ms, self._longest))
        else:
            times = self._spread(len(bots), follow_ms)
            return tuple(
                DueRow(table.id, numbers[seat], seat, kind, now + ms, sooner=True)
                for seat, ms in zip(bots, times, strict=True)
            )
        times = self._spread(len(bots), span)
        return tuple(
            DueRow(table.id, numbers[seat], seat, kind, begins + ms)
            for seat, ms in zip(bots, times, strict=True)
        )

    def _shown_until(self, table_id: str, game: Game, events: Sequence[Any], now: int) -> int:
        """When pages have nominally shown everything that has happened at the table, epoch ms; `now` at least."""
        motion = game.motion_ms(events) if isinstance(game, Moving) else 0
        shown = max(now, self._shown.get(table_id, 0)) + min(max(motion, 0), most_motion_ms)
        if motion > 0:
            self._shown[table_id] = shown
            self._shown.move_to_end(table_id)
            while len(self._shown) > kept_tables:
                self._shown.popitem(last=False)
        return shown

    def _spread(self, count: int, span: tuple[int, int]) -> list[int]:
        """`count` times within `span`, each in a part of its own, in random order: no two bots choose at once, and
        none is always the first.
        """
        first, last = span
        width = (last - first) / max(count, 1)
        times = [first + int(width * part) + self._draw(max(1, int(width))) for part in range(count)]
        for at in range(count - 1, 0, -1):
            other = self._draw(at + 1)
            times[at], times[other] = times[other], times[at]
        return times


def awaited(table: Table, game: Game, state: Any) -> tuple[list[int], list[int]]:
    """The seats the game waits for: those a bot acts for, and those of people."""
    seats = () if state is None else game.waiting_on(state)
    bots = [seat for seat in seats if table.seats[seat].acts is Acts.BOT]
    return bots, [seat for seat in seats if table.seats[seat].acts is Acts.HUMAN]
