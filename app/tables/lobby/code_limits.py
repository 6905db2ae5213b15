"""Who may try codes, and how often: a code is a secret of thirty bits, and guessing must not pay.

Only wrong codes count, by session and by network. A right code is answered even then: who knows it has not guessed.
That alone would let somebody go on guessing, only unanswered; so while a bucket is empty a network is given no more
than `tries_beyond` looks in all, at each process. No flood from elsewhere counts there: nobody is refused for what
another network does.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from app.players.limits import Counters, RateLimit, address_key
from app.tables.errors import NoSuchTable
from app.tables.executor import CommandExecutor

per_session = RateLimit(burst=10, every_ms=6_000)
per_address = RateLimit(burst=60, every_ms=1_000)
tries_beyond = RateLimit(burst=100, every_ms=100)
"""Ten a second: at a hundred open tables a guess hits one of them after twelve days, from one network."""
most_networks = 10_000


class CodeLimits:
    def __init__(self, executor: CommandExecutor, counters: Counters) -> None:
        self._executor = executor
        self._counters = counters
        self._beyond: OrderedDict[str, int] = OrderedDict()
        self._trying: Counter[str] = Counter()

    async def wait(self, session: str, address: str) -> int:
        """Ms for which a wrong code of this session, at this address, counts as one too many; 0 = it is answered as
        any other. `session`: any text that names it, not its token.
        """
        return await self._counters.wait(self._limits(session, address), self._executor.clock())

    async def wrong(self, session: str, address: str) -> int:
        """Counts a wrong code; ms for which it was one too many, 0 = it may be answered. Of many in the same instant,
        at whatever processes, no more may be than the buckets hold.
        """
        now = self._executor.clock()
        limits = self._limits(session, address)
        return max([await self._counters.take(key, limit, now) for key, limit in limits.items()])

    @contextmanager
    def trying(self, address: str) -> Iterator[bool]:
        """While a code is looked up: nothing is counted yet, so whoever sends hundreds in one instant would have as
        many looks. True = this network tries no more at a time than its bucket holds, at this process.
        """
        key = address_key("trying", address)
        self._trying[key] += 1
        try:
            yield self._trying[key] <= per_address.burst
        finally:
            self._trying[key] -= 1
            if not self._trying[key]:
                del self._trying[key]

    def may_look(self, address: str) -> bool:
        """Whether a network that has tried too many wrong codes is given one look more; counts it."""
        key, now = address_key("beyond", address), self._executor.clock()
        full_at = max(self._beyond.pop(key, 0), now) + tries_beyond.every_ms
        allowed = full_at <= now + tries_beyond.burst * tries_beyond.every_ms
        self._beyond[key] = full_at if allowed else full_at - tries_beyond.every_ms
        while len(self._beyond) > most_networks:
            self._beyond.popitem(last=False)
        return allowed

    async def sits(self, code: str, player: str | None) -> bool:
        """Whether the person has a seat at the table of this code."""
        if player is None:
            return False
        try:
            snapshot = await self._executor.find(code)
        except NoSuchTable:
            return False
        return snapshot.table.seat_of(player) is not None

    def _limits(self, session: str, address: str) -> dict[str, RateLimit]:
        return {f"code:session:{session[:64]}": per_session, address_key("code", address): per_address}
