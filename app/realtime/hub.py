"""Who is listening to which table, and the marks that wake the listeners of this process.

A listener holds a mark, not a queue: ten saves while a slow phone is being written to are one wake-up.
What is then rendered and sent is the caller's business. Presence is counted here too, over all processes:
it belongs to sockets, never to the game.
"""

import asyncio
import secrets
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from app.clock import now_ms
from app.realtime.elsewhere import Elsewhere, Place

unknown = "~"
"""Begins the name of a listener without a player, so that spectators can be counted."""

most_left = 50_000
"""People who left whose time of leaving is remembered."""


@dataclass(eq=False, slots=True)
class Listener:
    """One open socket. `player` is None for somebody without a seat or a name yet; `who` names everybody."""

    table_id: str
    player: str | None
    mark: asyncio.Event = field(default_factory=asyncio.Event)
    who: str = ""

    def __post_init__(self) -> None:
        self.who = self.player or unknown + secrets.token_hex(8)


def nobody_listens(_place: Place, *, here: bool | None) -> None:
    """Stands where a bus would tell other processes who came (`here`), went, or was only seen (None)."""
    del here


class Hub:
    """Listeners by table. `changed(table_id)` marks them all; it never waits for any of them.

    `tell`: called when somebody comes to a table in this process, goes from it, or is seen there.
    """

    def __init__(self, clock: Callable[[], int] = now_ms) -> None:
        self.tell: Callable[..., None] = nobody_listens
        self._clock = clock
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._elsewhere = Elsewhere(clock)
        self._left_at: OrderedDict[Place, int] = OrderedDict()
        self._presence_version: dict[str, int] = {}
        self._changes = 0
        self._started = clock()

    def join(self, table_id: str, player: str | None) -> Listener:
        listener = Listener(table_id, player)
        place = (table_id, listener.who)
        was_here, was_present = self._is_here(place), self._is_present(place)
        self._listeners[table_id].add(listener)
        if not was_here:
            self.tell(place, here=True)
        if not was_present:
            self._came(place)
        return listener

    def leave(self, listener: Listener) -> None:
        table = self._listeners.get(listener.table_id)
        if table is None or listener not in table:
            return
        table.discard(listener)
        if not table:
            del self._listeners[listener.table_id]
        place = (listener.table_id, listener.who)
        if not self._is_here(place):
            self.tell(place, here=False)
            self._went(place)

    def seen(self, table_id: str, player: str) -> None:
        """A page without a socket was asked for: whoever reads without script is not away."""
        if not self._is_present((table_id, player)):
            self.seen_elsewhere((table_id, player))
            self.tell((table_id, player), here=None)

    def seen_elsewhere(self, place: Place) -> None:
        """The same, at another process."""
        if not self._is_present(place):
            self._note_left(place)

    def arrived_elsewhere(self, process: str, place: Place) -> None:
        """Another process has, or still has, somebody at a table."""
        was_present = self._is_present(place)
        self._elsewhere.arrived(process, place)
        if not was_present:
            self._came(place)

    def left_elsewhere(self, process: str, place: Place) -> None:
        if self._elsewhere.left(process, place):
            self._went(place)

    def expire(self, *, heard: bool) -> None:
        """Forgets whom no process has named for a while. `heard`: False while other processes cannot be
        heard, which is no reason to think that everybody has left.
        """
        if not heard:
            self._elsewhere.prolong()
        for place in self._elsewhere.expire():
            self._went(place)

    def here(self) -> list[Place]:
        """Everybody at any table in this process."""
        return sorted({(table, x.who) for table, listeners in self._listeners.items() for x in listeners})

    def changed(self, table_id: str) -> None:
        """Wakes every listener of the table."""
        for listener in self._listeners.get(table_id, ()):
            listener.mark.set()

    def wake_all(self) -> None:
        """Wakes every listener there is, for a shutdown or after the bus was away."""
        for table_id in tuple(self._listeners):
            self.changed(table_id)

    def present(self, table_id: str) -> frozenset[str]:
        """Players with at least one open socket at this table, in any process."""
        return frozenset(who for who in self._everybody(table_id) if not who.startswith(unknown))

    def watching(self, table_id: str, seated: Collection[str | None]) -> int:
        """How many look on without a seat; `seated` = the players of the table's seats."""
        return len(self._everybody(table_id) - {who for who in seated if who is not None})

    def presence_version(self, table_id: str) -> int:
        """Rises whenever somebody comes or goes; 0 = nobody is there."""
        return self._presence_version.get(table_id, 0)

    def absent_since(self, table_id: str, player: str) -> int | None:
        """When the player's last socket went (epoch ms), None while one is open. Somebody never seen
        since the server started counts as absent from then on: a restart gives everybody time to return.
        """
        if self._is_present((table_id, player)):
            return None
        return self._left_at.get((table_id, player), self._started)

    def tables(self) -> tuple[str, ...]:
        """Tables with a listener in this process."""
        return tuple(self._listeners)

    def _everybody(self, table_id: str) -> set[str]:
        here = {x.who for x in self._listeners.get(table_id, ())}
        return here.union(self._elsewhere.at(table_id))

    def _is_here(self, place: Place) -> bool:
        return any(x.who == place[1] for x in self._listeners.get(place[0], ()))

    def _is_present(self, place: Place) -> bool:
        return self._is_here(place) or self._elsewhere.has(place)

    def _came(self, place: Place) -> None:
        self._left_at.pop(place, None)
        self._presence_changed(place[0])

    def _went(self, place: Place) -> None:
        if self._is_present(place):
            return
        if not place[1].startswith(unknown):
            self._note_left(place)
        self._presence_changed(place[0])

    def _note_left(self, place: Place) -> None:
        self._left_at[place] = self._clock()
        self._left_at.move_to_end(place)
        while len(self._left_at) > most_left:
            self._left_at.popitem(last=False)

    def _presence_changed(self, table_id: str) -> None:
        # One count for all tables: a number is never used twice, also after a table was forgotten.
        self._changes += 1
        if self._everybody(table_id):
            self._presence_version[table_id] = self._changes
        else:
            self._presence_version.pop(table_id, None)
        self.changed(table_id)
