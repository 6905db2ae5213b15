"""The subscribers of each table, and the marks that wake the listeners of this process.

A listener holds a mark, not a queue: ten saves while a slow phone is being written to are one wake-up.
What is then rendered and sent is the caller's business. Presence is counted here too, over all processes:
it belongs to sockets, never to the game.
"""

import asyncio
import secrets
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import structlog

from app.clock import now_ms
from app.realtime.heard_versions import HeardVersions
from app.realtime.remote_presence import Place, RemotePresence
from app.realtime.wake_pacing import WakePacing, no_gap

log = structlog.get_logger("hub")

notice_s = 0.5
still_ms = 3000
"""Without a look at the clock for so long this process stood still."""

unknown = "~"
"""Begins the name of a listener without a player, so that spectators can be counted."""

presence_ms = 1000
"""Arrivals and departures at one table are told at most this often: each costs a message to everybody there."""

most_left = 50_000
"""People who left whose time of leaving is remembered."""


@dataclass(eq=False, slots=True)
class Subscriber:
    """One open socket. `player` is None for somebody without a seat or a name yet; `who` names everybody. `session`:
    hash of the token it was opened with; `over`: set when that session has ended.
    """

    table_id: str
    player: str | None
    session: str = ""
    mark: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    who: str = ""

    def __post_init__(self) -> None:
        self.who = self.player or unknown + secrets.token_hex(8)


def nobody_listens(_place: Place, *, here: bool | None) -> None:
    """Stands where a bus would tell other processes who came (`here`), went, or was only seen (None)."""
    del here


class Hub:
    """Listeners by table. `changed(table_id)` marks them all; it never waits for any of them.

    `tell`: called when somebody comes to a table in this process, goes from it, or is seen there. `gap_s`: the least
    seconds between two news of a table.
    """

    def __init__(self, clock: Callable[[], int] = now_ms, gap_s: Callable[[], float] = no_gap) -> None:
        self.tell: Callable[..., None] = nobody_listens
        self.sessions_ended: Callable[[Collection[str]], None] = lambda _sessions: None
        self._clock = clock
        self._listeners: defaultdict[str, set[Subscriber]] = defaultdict(set)
        self._elsewhere = RemotePresence(clock)
        self.heard = HeardVersions()
        self._pacing = WakePacing(self._wake, gap_s)
        self._left_at: OrderedDict[Place, int] = OrderedDict()
        self._presence_version: dict[str, int] = {}
        self._told: dict[str, tuple[int, frozenset[str]]] = {}
        self._untold: set[str] = set()
        self._changes = 0
        self._noticed: int | None = None
        self._started = clock()

    def join(self, table_id: str, player: str | None, session: str = "") -> Subscriber:
        listener = Subscriber(table_id, player, session)
        place = (table_id, listener.who)
        was_here, was_present = self._is_here(place), self._is_present(place)
        self._listeners[table_id].add(listener)
        self.heard.begin(table_id)
        if not was_here:
            self.tell(place, here=True)
        if not was_present:
            self._came(place)
        return listener

    def leave(self, listener: Subscriber) -> None:
        table = self._listeners.get(listener.table_id)
        if table is None or listener not in table:
            return
        table.discard(listener)
        if not table:
            del self._listeners[listener.table_id]
            self.heard.end(listener.table_id)
            self._pacing.forget(listener.table_id)
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
        self.notice()
        if not heard:
            self._elsewhere.prolong()
        for place in self._elsewhere.expire():
            self._went(place)

    def sockets(self) -> int:
        """Open sockets in this process."""
        return sum(len(listeners) for listeners in tuple(self._listeners.values()))

    def here(self) -> list[Place]:
        """Everybody at any table in this process."""
        return sorted({(table, x.who) for table, listeners in self._listeners.items() for x in listeners})

    def changed(self, table_id: str, version: int = 0, chat_version: int = 0) -> None:
        """Wakes every listener of the table. `version` 0: nobody said which one; whoever is woken has to ask."""
        self.heard.told(table_id, version, chat_version)
        if table_id in self._listeners:
            self._pacing.wake(table_id)

    def _wake(self, table_id: str) -> None:
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
        self.notice()
        return self._left_at.get((table_id, player), self._started)

    async def run(self) -> None:
        """Looks at the clock until it is cancelled, so that a stillness of this process shows; tells of presence."""
        while True:
            self._noticed = self._clock() if self._noticed is None else self._noticed
            self.notice()
            self.tell_presence()
            await asyncio.sleep(notice_s)

    def notice(self) -> None:
        """Gives back the time in which this process stood still (it was stopped, or its machine slept): nobody could
        come back in it. Looked at before anybody's absence is judged, whoever asks first afterwards.
        """
        if self._noticed is None:
            return
        now = self._clock()
        still = now - self._noticed
        self._noticed = now
        if still < still_ms:
            return
        log.warning("stood still", ms=still)
        self._started += still
        for place in self._left_at:
            self._left_at[place] += still
        self._elsewhere.prolong()

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
        told_at, _ = self._told.get(table_id, (-presence_ms, frozenset()))
        if not self._everybody(table_id):
            self._told.pop(table_id, None)
            self._presence_version.pop(table_id, None)
            self._untold.discard(table_id)
        elif abs(self._clock() - told_at) >= presence_ms:
            self._tell_presence(table_id)
        else:
            self._untold.add(table_id)

    def tell_presence(self) -> None:
        """Tells the tables that have waited long enough who is there by now; nothing if it is as it was."""
        for table_id in tuple(self._untold):
            told_at, before = self._told.get(table_id, (-presence_ms, frozenset()))
            if abs(self._clock() - told_at) >= presence_ms:
                self._untold.discard(table_id)
                if self._shape(table_id) != before:
                    self._tell_presence(table_id)

    def _tell_presence(self, table_id: str) -> None:
        # One count for all tables: a number is never used twice, also after a table was forgotten.
        self._changes += 1
        self._presence_version[table_id] = self._changes
        self._told[table_id] = (self._clock(), self._shape(table_id))
        self._wake(table_id)

    def _shape(self, table_id: str) -> frozenset[str]:
        """The people and the number of onlookers at a table, as they were told last."""
        people = {who for who in self._everybody(table_id) if not who.startswith(unknown)}
        return frozenset({*people, f"{unknown}{len(self._everybody(table_id)) - len(people)}"})

    def sessions(self) -> frozenset[str]:
        """Hashes of the tokens behind the sockets of this process."""
        return frozenset(x.session for table in self._listeners.values() for x in table if x.session)

    def end(self, sessions: Collection[str]) -> None:
        """Closes what listens by these sessions: somebody has signed them out."""
        self.sessions_ended(sessions)
        for table in tuple(self._listeners.values()):
            for listener in table:
                if listener.session in sessions:
                    listener.over.set()

    def crowd(self, table_id: str) -> int:
        """How many sockets of this process listen to the table."""
        return len(self._listeners.get(table_id, ()))
