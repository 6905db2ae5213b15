"""The floors: a bare server for a small game of hidden choices, without rules worth the name, pages or people.

    python -m tools.load.floor PORT [POSTGRES_ADDRESS]

Four seats a table choose one of their cards; the others see only that they did, and the fourth choice lays all open:
every seat is sent its own view. In memory, or with one committed statement an action before anybody is told.
"""

import asyncio
import json
import random
import sys
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve

spaces, hand_size, seats = 48, 4, 4
schema = """
CREATE TABLE IF NOT EXISTS floor_tables (id int PRIMARY KEY, state json NOT NULL);
CREATE TABLE IF NOT EXISTS floor_actions (
    table_id int, round int, seat int, key text, PRIMARY KEY (table_id, round, seat))
"""
save = """WITH a AS (INSERT INTO floor_actions VALUES ($1, $2, $3, $4))
INSERT INTO floor_tables VALUES ($1, $5) ON CONFLICT (id) DO UPDATE SET state = $5"""


def dealt() -> list[int]:
    return [random.randint(1, 5) for _ in range(hand_size)]


@dataclass(slots=True)
class FloorTable:
    """A state of some kilobytes, as a real game has it."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    sockets: dict[int, ServerConnection] = field(default_factory=dict)
    round: int = 1
    hands: list[list[int]] = field(default_factory=lambda: [dealt() for _ in range(seats)])
    places: list[int] = field(default_factory=lambda: list(range(seats)))
    chosen: dict[int, int] = field(default_factory=dict)
    story: list[Any] = field(default_factory=list)

    def choose(self, seat: int, index: int) -> bool:
        """Whether that was the last choice of the round."""
        self.chosen[seat] = self.hands[seat][index]
        self.hands[seat][index] = random.randint(1, 5)
        if len(self.chosen) < seats:
            return False
        for mover in sorted(self.chosen, key=lambda one: -self.chosen[one]):
            to = (self.places[mover] + self.chosen[mover]) % spaces
            while to in self.places:
                to = (to + 1) % spaces
            self.places[mover] = to
        self.story = [*self.story[-40:], [dict(self.chosen), list(self.places)]]
        self.chosen = {}
        self.round += 1
        return True

    def stored(self) -> str:
        known = {"round": self.round, "hands": self.hands, "places": self.places, "chosen": self.chosen}
        return json.dumps(known | {"story": self.story})

    def view(self, seat: int) -> str:
        known = {"view": self.round, "places": self.places, "chosen": list(self.chosen)}
        return json.dumps(known | {"story": self.story, "hand": self.hands[seat]})


class FloorServer:
    def __init__(self, pool: asyncpg.Pool | None) -> None:
        self._pool = pool
        self._tables: dict[int, FloorTable] = {}

    async def talk(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        asked = parse_qs(urlsplit(socket.request.path).query)
        number, seat = int(asked["table"][0]), int(asked["seat"][0])
        table = self._tables.setdefault(number, FloorTable())
        table.sockets[seat] = socket
        await socket.send(table.view(seat))
        async for text in socket:
            key, index = json.loads(text)
            async with table.turn:
                before = table.round
                if seat in table.chosen:
                    await socket.send('{"refused": true}')
                    continue
                is_last = table.choose(seat, index)
                if self._pool is not None:
                    await self._pool.execute(save, number, before, seat, key, table.stored())
                broadcast(table.sockets.values(), json.dumps({"chose": seat, "round": before, "key": key}))
                if is_last:
                    for other, line in table.sockets.items():
                        await line.send(table.view(other))


async def main(port: int, address: str | None) -> None:
    pool = None if address is None else await asyncpg.create_pool(address)
    if pool is not None:
        await pool.execute(schema)
    async with serve(FloorServer(pool).talk, "127.0.0.1", port, compression=None):
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None))
