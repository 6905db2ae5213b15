"""Chat and quick reactions at a table, before, during and after the game; never part of the game's version.

Who sits there may talk, unless the host silenced the seat. Muting somebody for oneself is the page's business.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from app.players.limits import Counters, Limited, RateLimit, address_key
from app.players.texts import fit_text
from app.tables.errors import NotAllowed, NotSeated, Unfit
from app.tables.executor import CommandExecutor
from app.tables.model import Announcement, SeatRow, Table

reactions = ("hop", "phew", "haha", "sorry", "wow", "snowball")
earlier_reactions = ("wave", "cheer", "laugh", "gasp", "ouch")
"""Not offered any more; programs may still send them, and old lines hold them."""

per_reaction = 3
reaction_rest = RateLimit(burst=1, every_ms=10_000)
"""Three reactions in any ten seconds: each of three places is free again after ten."""

per_seat = RateLimit(burst=8, every_ms=1_500)
per_address = RateLimit(burst=400, every_ms=25)
"""Wide enough for forty people behind one address who all talk as fast as a seat may."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """Something said. `kind`: text or reaction; `text`: the words, or the reaction's code; `seat`, `name`: whose
    then; `at`: epoch ms; `id` rises with every line, 0 = not stored yet.

    `target`: the seat a snowball is thrown at, None = at nobody in particular; `figure`: which of that seat's figures.
    """

    seat: int | None
    name: str
    kind: str
    text: str
    at: int
    id: int = 0
    target: int | None = None
    figure: int = 0


class ChatRepository(Protocol):
    async def add(self, table_id: str, player: str, line: ChatMessage) -> int:
        """Stores a line; the table's new chat version."""
        ...

    async def lines(self, table_id: str, after: int, most: int) -> Sequence[ChatMessage]:
        """The latest lines above id `after`, oldest first."""
        ...

    async def there(self, table_id: str, most: int) -> Sequence[int]:
        """The ids of the latest lines, rising."""
        ...


class ChatService:
    def __init__(self, executor: CommandExecutor, book: ChatRepository, counters: Counters) -> None:
        self._executor = executor
        self._book = book
        self._counters = counters

    async def say(self, code: str, player: str, text: str, *, address: str) -> int:
        """500 graphemes at most; the new chat version. Raises NotSeated, NotAllowed(silenced), BadText,
        Limited(too_fast).
        """
        table, seat = await self._speaker(code, player)
        words = fit_text(text)
        await self._take((f"chat:seat:{table.id}:{seat.player}",), per_seat, address, "too_fast")
        return await self._add(
            table, seat, ChatMessage(seat.index, seat.name, "text", words, self._executor.clock())
        )

    async def react(
        self,
        code: str,
        player: str,
        reaction: str,
        *,
        target: int | None = None,
        figure: int = 0,
        address: str,
    ) -> int:
        """One of `reactions`; the new chat version. `target`, `figure`: whom a snowball is for, see `Line`. Raises
        NotSeated, NotAllowed(silenced), Unfit: no_such_reaction, no_such_seat, own_snowball;
        Limited(catch_breath).
        """
        table, seat = await self._speaker(code, player)
        if reaction not in (*reactions, *earlier_reactions):
            raise Unfit("no_such_reaction")
        if target is not None:
            _aimed(table, seat, reaction, target, figure)
        keys = tuple(f"react:{place}:{table.id}:{seat.player}" for place in range(per_reaction))
        await self._take(keys, reaction_rest, address, "catch_breath")
        now = self._executor.clock()
        return await self._add(
            table,
            seat,
            ChatMessage(
                seat.index,
                seat.name,
                "reaction",
                reaction,
                now,
                target=target,
                figure=figure if target is not None else 0,
            ),
        )

    async def lines(self, table_id: str, after: int = 0, most: int = 100) -> list[ChatMessage]:
        """The latest lines of a table above id `after`, oldest first."""
        return list(await self._book.lines(table_id, after, most))

    async def there(self, table_id: str, most: int = 100) -> list[int]:
        """The ids of the latest lines, rising: whatever a page shows beside these was taken away by the operator."""
        return list(await self._book.there(table_id, most))

    async def _speaker(self, code: str, player: str) -> tuple[Table, SeatRow]:
        table = (await self._executor.find(code)).table
        seat = table.seat_of(player)
        if seat is None:
            raise NotSeated
        if seat.silenced:
            raise NotAllowed("silenced")
        return table, seat

    async def _take(self, keys: Sequence[str], limit: RateLimit, address: str, reason: str) -> None:
        """Takes one out of the first of these buckets that has any, and one out of the address's. Raises Limited."""
        now = self._executor.clock()
        waits = []
        # By person and table, not by address first: one loud neighbour silences nobody else.
        for key in keys:
            wait = await self._counters.take(key, limit, now)
            if not wait:
                break
            waits.append(wait)
        else:
            raise Limited(reason, min(waits))
        wait = await self._counters.take(address_key("chat", address), per_address, now)
        if wait:
            raise Limited("too_fast", wait)

    async def _add(self, table: Table, seat: SeatRow, line: ChatMessage) -> int:
        version = await self._book.add(table.id, seat.player or "", line)
        self._executor.announce(Announcement(table.id, table.version, version))
        return version


def _aimed(table: Table, own: SeatRow, reaction: str, target: int, figure: int) -> None:
    """Whether the snowball can be thrown there. Raises Unfit."""
    if reaction != "snowball":
        raise Unfit("no_such_reaction")
    if target == own.index:
        raise Unfit("own_snowball")
    seat = next((one for one in table.seats if one.index == target), None)
    if seat is None or not 0 <= figure < max(1, len(seat.hats)):
        raise Unfit("no_such_seat")
