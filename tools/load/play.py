"""Tables that are played, and what is found out about them: who was told when, what went wrong, what is missing."""

import asyncio
import random
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tools.load.seats import FloorSeat, PageSeat, Seat, to_choose

seats = 4
most_tries = 6


@dataclass(slots=True)
class Tally:
    """Of one run. `latencies_ms`: last choice of a round -> the fourth page told; `accepted`: (table's code, seat, key)
    of every choice that was taken; `wrong`: by what it was.
    """

    latencies_ms: list[float] = field(default_factory=list)
    accepted: list[tuple[str, int, str]] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)
    choices: int = 0
    rounds: int = 0
    games: int = 0
    in_flight: int = 0
    is_open: bool = False
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def go(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.wrong[f"failed: {type(error).__name__} {str(error)[:80]}"] += 1


@dataclass(slots=True)
class Reveal:
    """Choices of one decision, and the seats that have not been told how it ended."""

    unseen: set[int] = field(default_factory=lambda: set(range(seats)))
    sent_at: float = 0.0


class PlayedTable:
    """`think_s`: how long a person waits before a choice, (0, 0) = not at all."""

    def __init__(self, number: int, ports: Sequence[int], tally: Tally, think_s: tuple[float, float]) -> None:
        self.number, self.tally, self._think_s = number, tally, think_s
        self._make: Callable[[int], Any] = lambda seat: PageSeat(number, seat, ports[seat % len(ports)], self)
        self.seats: list[Any] = []
        self.reveals: dict[tuple[str, int], Reveal] = {}
        self.newest: dict[str, int] = {}
        self._answered: dict[int, tuple[str, int, str]] = {}
        self._is_gathering = False
        self.is_closed = False

    def of_floor(self, port: int) -> "PlayedTable":
        self._make = lambda seat: FloorSeat(self.number, seat, port, self)
        return self

    async def set_up(self) -> None:
        self.seats = [self._make(seat) for seat in range(seats)]
        if isinstance(self.seats[0], FloorSeat):
            for seat in self.seats:
                await seat.sit_down()
            return
        code = ""
        for seat in self.seats:
            code = await seat.enter(code)
        await self._start()

    async def _start(self) -> None:
        await self.seats[0].begin()
        for seat in self.seats:
            await seat.visit()

    def begin(self) -> None:
        for seat in self.seats:
            self._consider(seat)

    def told(self, seat: Seat, decision: float) -> None:
        for key, reveal in list(self.reveals.items()):
            if key[0] == seat.code and key[1] < decision and seat.number in reveal.unseen:
                reveal.unseen.discard(seat.number)
                if not reveal.unseen:
                    del self.reveals[key]
                    self.tally.rounds += 1
                    self.tally.latencies_ms.append((time.perf_counter() - reveal.sent_at) * 1000)
        self._consider(seat)

    def hung_up(self, seat: Seat, code: int) -> None:
        """As a page does: back after a moment."""
        if not self.is_closed:
            self.tally.wrong[f"socket closed {code}"] += 1
            self.tally.go(self._back(seat))

    async def _back(self, seat: Any) -> None:
        await asyncio.sleep(random.uniform(0.2, 0.5))
        if not self.is_closed and isinstance(seat, PageSeat):
            await seat.listen()

    def _consider(self, seat: Seat) -> None:
        if not self.tally.is_open or self._is_gathering:
            return
        if seat.kind == "over":
            if all(one.kind == "over" for one in self.seats):
                self._is_gathering = True
                self.tally.go(self._rematch())
            return
        asked = (seat.code, seat.decision, seat.kind)
        if seat.kind in to_choose and self._answered.get(seat.number) != asked:
            self._answered[seat.number] = asked
            self.tally.go(self._answer(seat, asked))

    async def _answer(self, seat: Seat, asked: tuple[str, int, str]) -> None:
        await asyncio.sleep(random.uniform(*self._think_s))
        if not self.tally.is_open or asked != (seat.code, seat.decision, seat.kind):
            self._answered.pop(seat.number, None)
            return
        key, move = secrets.token_hex(16), seat.move()
        self.tally.in_flight += 1
        try:
            for _ in range(most_tries):
                if asked[2] == "select":
                    self.reveals.setdefault((asked[0], asked[1]), Reveal()).sent_at = time.perf_counter()
                reply = await seat.choose(key, move)
                if reply.taken:
                    self.tally.choices += 1
                    self.tally.accepted.append((asked[0], seat.number, key))
                    self.newest[asked[0]] = max(self.newest.get(asked[0], 0), reply.version)
                    return
                if reply.wait_s is None:
                    break
                self.tally.wrong["busy"] += 1
                await asyncio.sleep(reply.wait_s)
            self.tally.wrong[f"refused: {asked[2]} {reply.said}"] += 1
        finally:
            self.tally.in_flight -= 1

    async def _rematch(self) -> None:
        for seat in self.seats:
            seat.hang_up()
        for seat in self.seats:
            await seat.again()
        await self._start()
        self.tally.games += 1
        self._is_gathering = False
        self.begin()

    def unfinished(self) -> int:
        """Reveals that some pages were told and others not, and pages behind the newest accepted choice."""
        if self._is_gathering:
            return 0
        split: int = sum(0 < len(reveal.unseen) < seats for reveal in self.reveals.values())
        return split + sum(int(seat.version < self.newest.get(seat.code, 0)) for seat in self.seats)

    def close(self) -> None:
        self.is_closed = True
        for seat in self.seats:
            seat.close()
