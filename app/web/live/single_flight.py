"""One flight for all who ask at the same time: whoever comes while an answer is on its way waits for that one.

A flight outlives who began it, so a page that goes away takes no answer from the others. Nothing is kept: when a flight
has landed, the next question starts a new one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from app.tables.errors import Busy, Refusal

T = TypeVar("T")


class SingleFlight:
    """Answers under way, by key. `count` = flights started, for tests that count."""

    def __init__(self) -> None:
        self._under_way: dict[Hashable, asyncio.Task[Any]] = {}
        self.count = 0

    async def share(self, key: Hashable, ask: Callable[[], Awaitable[T]]) -> T:
        """The answer of the flight with this key, started now if there is none. A fault reaches all who wait."""
        flight = self._under_way.get(key)
        if flight is None:
            self.count += 1
            flight = asyncio.ensure_future(_landed(ask))
            self._under_way[key] = flight
            flight.add_done_callback(lambda _done: self._under_way.pop(key, None))
        answer: T | NotNow = await asyncio.shield(flight)
        if isinstance(answer, NotNow):
            raise answer.reason
        return answer


@dataclass(frozen=True, slots=True)
class NotNow:
    """An answer that was refused: raised by who still waits. If nobody does, it is no fault that anybody forgot."""

    reason: Busy | Refusal


async def _landed(ask: Callable[[], Awaitable[T]]) -> T | NotNow:
    try:
        return await ask()
    except (Busy, Refusal) as reason:
        return NotNow(reason)
