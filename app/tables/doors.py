"""Who may try codes, and how often: a code is a secret of thirty bits, and guessing must not pay.

Only wrong codes count. While a bucket is empty no code is answered, right or wrong, but to those who sit at the
table: nobody is thrown out of their own game by a neighbour who guesses.
"""

from app.players.limits import Counters, Limit, address_key
from app.tables.desk import Desk
from app.tables.errors import NoSuchTable

per_session = Limit(burst=10, every_ms=6_000)
per_address = Limit(burst=60, every_ms=1_000)
overall = Limit(burst=600, every_ms=100)


class Doors:
    def __init__(self, desk: Desk, counters: Counters) -> None:
        self._desk = desk
        self._counters = counters

    async def wait(self, session: str, address: str) -> int:
        """Ms until this session, at this address, may try a code again; 0 = now. `session`: any text that
        names it, not its token.
        """
        return await self._counters.wait(self._limits(session, address), self._desk.clock())

    async def wrong(self, session: str, address: str) -> None:
        """Counts a wrong code."""
        now = self._desk.clock()
        for key, limit in self._limits(session, address).items():
            await self._counters.take(key, limit, now)

    async def sits(self, code: str, player: str | None) -> bool:
        """Whether the person has a seat at the table of this code."""
        if player is None:
            return False
        try:
            snapshot = await self._desk.snapshot(await self._desk.id_of(code))
        except NoSuchTable:
            return False
        return snapshot.table.seat_of(player) is not None

    def _limits(self, session: str, address: str) -> dict[str, Limit]:
        return {
            f"code:session:{session[:64]}": per_session,
            address_key("code", address): per_address,
            "code:all": overall,
        }
