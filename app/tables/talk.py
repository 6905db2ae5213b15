"""Chat and quick reactions at a table, before, during and after the game; never part of the game's version.

Who sits there may talk, unless the host silenced the seat. Muting somebody for oneself is the page's business.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from app.players.limits import Counters, Limit, Limited, address_key
from app.players.texts import fit_text
from app.tables.desk import Desk
from app.tables.errors import NotAllowed, NotSeated, Unfit
from app.tables.model import Announcement, SeatRow, Table

reactions = ("wave", "cheer", "laugh", "gasp", "ouch", "snowball")

per_seat = Limit(burst=8, every_ms=1_500)
per_address = Limit(burst=400, every_ms=25)
"""Wide enough for forty people behind one address who all talk as fast as a seat may."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something said. `kind`: text or reaction; `text`: the words, or the reaction's code; `seat`, `name`: whose
    then; `at`: epoch ms; `id` rises with every line, 0 = not stored yet.
    """

    seat: int | None
    name: str
    kind: str
    text: str
    at: int
    id: int = 0


class ChatBook(Protocol):
    async def add(self, table_id: str, player: str, line: Line) -> int:
        """Stores a line; the table's new chat version."""
        ...

    async def lines(self, table_id: str, after: int, most: int) -> Sequence[Line]:
        """The latest lines above id `after`, oldest first."""
        ...


class Talk:
    def __init__(self, desk: Desk, book: ChatBook, counters: Counters) -> None:
        self._desk = desk
        self._book = book
        self._counters = counters

    async def say(self, code: str, player: str, text: str, *, address: str) -> int:
        """500 graphemes at most; the new chat version. Raises NotSeated, NotAllowed(silenced), BadText,
        Limited(too_fast).
        """
        table, seat = await self._speaker(code, player)
        return await self._add(table, seat, "text", fit_text(text), address)

    async def react(self, code: str, player: str, reaction: str, *, address: str) -> int:
        """One of `reactions`; the new chat version. Raises as `say`, and Unfit(no_such_reaction)."""
        table, seat = await self._speaker(code, player)
        if reaction not in reactions:
            raise Unfit("no_such_reaction")
        return await self._add(table, seat, "reaction", reaction, address)

    async def lines(self, table_id: str, after: int = 0, most: int = 100) -> list[Line]:
        """The latest lines of a table above id `after`, oldest first."""
        return list(await self._book.lines(table_id, after, most))

    async def _speaker(self, code: str, player: str) -> tuple[Table, SeatRow]:
        table = (await self._desk.snapshot(await self._desk.id_of(code))).table
        seat = table.seat_of(player)
        if seat is None:
            raise NotSeated
        if seat.silenced:
            raise NotAllowed("silenced")
        return table, seat

    async def _add(self, table: Table, seat: SeatRow, kind: str, text: str, address: str) -> int:
        now = self._desk.clock()
        # By person and table, not by address first: one loud neighbour silences nobody else.
        for key, limit in (
            (f"chat:seat:{table.id}:{seat.player}", per_seat),
            (address_key("chat", address), per_address),
        ):
            wait = await self._counters.take(key, limit, now)
            if wait:
                raise Limited("too_fast", wait)
        line = Line(seat.index, seat.name, kind, text, now)
        version = await self._book.add(table.id, seat.player or "", line)
        self._desk.announce(Announcement(table.id, table.version, version))
        return version
