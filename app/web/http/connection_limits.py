"""How many sockets may be open, and how fast they may come, from one browser, one network and at one table.

Counted in this process alone: what is spared is this process. A page that is turned away comes back by itself.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from app.clock import now_ms
from app.players.limits import RateLimit, network_of

most_of_session = 30
most_of_network = 400
"""Sixty people behind one address with six tabs each."""
most_onlookers = 200
"""At one table. Whoever has a seat there is let in all the same."""
pace_of_session = RateLimit(burst=20, every_ms=1_000)
pace_of_network = RateLimit(burst=400, every_ms=25)
most_remembered = 20_000


class TooManySockets(Exception):
    """Not now; nothing has been asked of the database for it."""


@dataclass(slots=True)
class SocketLimits:
    _open: Counter[str] = field(default_factory=Counter)
    _full_at: OrderedDict[str, int] = field(default_factory=OrderedDict)

    @contextmanager
    def admitted(self, session: str, address: str) -> Iterator[None]:
        """Counts a socket as long as it is open. Raises Crowded."""
        network = "n" + network_of(address)
        names = ("s" + session, network)
        at_most = (most_of_session, most_of_network)
        if any(self._open[name] >= most for name, most in zip(names, at_most, strict=True)):
            raise TooManySockets
        if not all([self._in_pace(names[0], pace_of_session), self._in_pace(network, pace_of_network)]):
            raise TooManySockets
        self._open.update(names)
        try:
            yield
        finally:
            for name in names:
                self._open[name] -= 1
                if not self._open[name]:
                    del self._open[name]

    def _in_pace(self, name: str, limit: RateLimit) -> bool:
        now = now_ms()
        full_at = max(self._full_at.pop(name, 0), now)
        fits = full_at + limit.every_ms <= now + limit.burst * limit.every_ms
        self._full_at[name] = full_at + (limit.every_ms if fits else 0)
        while len(self._full_at) > most_remembered:
            self._full_at.popitem(last=False)
        return fits
