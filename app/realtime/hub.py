"""Who is listening to which table in this process, and the marks that wake them.

A listener holds a mark, not a queue: ten saves while a slow phone is being written to are one wake-up.
What is then rendered and sent is the caller's business. Presence is counted here too: it belongs to
sockets, never to the game.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field


def now_ms() -> int:
    """UTC epoch milliseconds."""
    return time.time_ns() // 1_000_000


@dataclass(eq=False, slots=True)
class Listener:
    """One open socket. `player` is None for somebody without a seat or a name yet."""

    table_id: str
    player: str | None
    mark: asyncio.Event = field(default_factory=asyncio.Event)


class Hub:
    """Listeners by table. `changed(table_id)` marks them all; it never waits for any of them."""

    def __init__(self, clock: Callable[[], int] = now_ms) -> None:
        self._clock = clock
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._left_at: dict[tuple[str, str], int] = {}
        self._presence_version: defaultdict[str, int] = defaultdict(int)
        self._started = clock()

    def join(self, table_id: str, player: str | None) -> Listener:
        listener = Listener(table_id, player)
        arrived = player is not None and not self._count(table_id, player)
        self._listeners[table_id].add(listener)
        if player is not None:
            self._left_at.pop((table_id, player), None)
        if arrived:
            self._presence_changed(table_id)
        return listener

    def leave(self, listener: Listener) -> None:
        table = self._listeners.get(listener.table_id)
        if table is None or listener not in table:
            return
        table.discard(listener)
        if not table:
            del self._listeners[listener.table_id]
        if listener.player is not None and not self._count(listener.table_id, listener.player):
            self._left_at[listener.table_id, listener.player] = self._clock()
            self._presence_changed(listener.table_id)

    def changed(self, table_id: str) -> None:
        """Wakes every listener of the table."""
        for listener in self._listeners.get(table_id, ()):
            listener.mark.set()

    def wake_all(self) -> None:
        """Wakes every listener there is, for a shutdown or after the bus was away."""
        for table_id in tuple(self._listeners):
            self.changed(table_id)

    def present(self, table_id: str) -> frozenset[str]:
        """Players with at least one open socket at this table, in this process."""
        return frozenset(x.player for x in self._listeners.get(table_id, ()) if x.player is not None)

    def presence_version(self, table_id: str) -> int:
        """Rises whenever somebody comes or goes."""
        return self._presence_version[table_id]

    def absent_since(self, table_id: str, player: str) -> int | None:
        """When the player's last socket went (epoch ms), None while one is open. Somebody never seen
        since the server started counts as absent from then on: a restart gives everybody time to return.
        """
        if self._count(table_id, player):
            return None
        return self._left_at.get((table_id, player), self._started)

    def tables(self) -> tuple[str, ...]:
        return tuple(self._listeners)

    def _count(self, table_id: str, player: str) -> int:
        return sum(x.player == player for x in self._listeners.get(table_id, ()))

    def _presence_changed(self, table_id: str) -> None:
        self._presence_version[table_id] += 1
        self.changed(table_id)
