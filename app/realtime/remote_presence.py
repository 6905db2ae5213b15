"""The people at each table by way of other processes, as those processes said lately; older words expire.

Every process repeats what it knows, so an entry that is not repeated in time is gone: a process that died
cannot keep anybody present.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

lifetime_ms = 15_000
"""How long an entry holds without being repeated; processes repeat every `repeat_s` of the bus."""

Place = tuple[str, str]
"""(table id, who): who = a player's id, or a listener's own name if nobody knows who it is."""


@dataclass(slots=True)
class RemotePresence:
    """`clock`: UTC epoch ms."""

    clock: Callable[[], int]
    _until: dict[Place, dict[str, int]] = field(default_factory=dict)
    _at: dict[str, set[str]] = field(default_factory=dict)
    """Who is at a table: every message to every page asks."""

    def arrived(self, process: str, place: Place) -> bool:
        """Notes or renews an entry; whether that is news."""
        known = self._until.setdefault(place, {})
        self._at.setdefault(place[0], set()).add(place[1])
        fresh = not known
        known[process] = self.clock() + lifetime_ms
        return fresh

    def left(self, process: str, place: Place) -> bool:
        """Takes an entry out; whether nobody else has it."""
        known = self._until.get(place)
        if known is None or known.pop(process, None) is None or known:
            return False
        del self._until[place]
        self._at[place[0]].discard(place[1])
        if not self._at[place[0]]:
            del self._at[place[0]]
        return True

    def expire(self) -> list[Place]:
        """Takes out what was not renewed in time; the places that are gone by it."""
        now = self.clock()
        late = [(p, x) for p, known in self._until.items() for x, until in known.items() if until < now]
        return [place for place, process in late if self.left(process, place)]

    def prolong(self) -> None:
        """Gives every entry its full time again: after not having heard anybody for a while oneself."""
        until = self.clock() + lifetime_ms
        for known in self._until.values():
            known.update(dict.fromkeys(known, until))

    def has(self, place: Place) -> bool:
        return place in self._until

    def at(self, table_id: str) -> Iterable[str]:
        return self._at.get(table_id, ())
