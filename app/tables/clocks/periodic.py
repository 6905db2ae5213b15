"""Work that goes on as long as the server does, round by round. A round has a limit, a fault ends that round alone,
what lasts is one line of the log a minute, and whoever asks learns when each work last got a round done.
"""

import asyncio
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import structlog

from app import metrics
from app.tables.errors import Busy

log = structlog.get_logger("periodic")

said_every_s = 60.0
over_after_s = 5.0
round_limit_s = 20.0
"""For one round: more than any single wait in it may take, so that it seldom decides anything."""

again_s = 2.0
"""After a round the database did not answer: a work that seldom has one is not late for long when it is back."""

Round = Callable[[], Awaitable[float | None]]
"""One round; gives the seconds until the next, None for the usual ones."""


@dataclass(slots=True)
class Outage:
    """A fault that may last: said when it begins, then once a minute with how often it was met, and when it is over."""

    what: str
    is_error: bool = False
    _said_at: float | None = None
    _met_at: float = 0.0
    _times: int = 0

    def lasts(self, **about: Any) -> None:
        self._times += 1
        self._met_at = now = time.monotonic()
        if self._said_at is None or now - self._said_at >= said_every_s:
            say = log.error if self.is_error else log.warning
            say(self.what, times=self._times, **about)
            self._said_at, self._times = now, 0

    def over(self) -> None:
        """All is well. Said once it has been for a few seconds, so that what comes and goes stays one line a minute."""
        if self._said_at is not None and time.monotonic() - max(self._met_at, self._said_at) >= over_after_s:
            log.warning("outage over", outage=self.what)
            self._said_at = None


database_away = Outage("database does not answer")


@dataclass(slots=True)
class TaskBeat:
    """`at`: when a round was last done, by the monotonic clock; `late_s`: after so long something is wrong."""

    at: float
    late_s: float


@dataclass(slots=True)
class PeriodicTasks:
    """Of one process."""

    _beats: dict[str, TaskBeat] = field(default_factory=dict)
    _faults: dict[str, Outage] = field(default_factory=dict)

    def late(self) -> list[str]:
        """The works that have not got a round done in time."""
        now = time.monotonic()
        return [name for name, beat in self._beats.items() if now - beat.at > beat.late_s]

    def ages(self) -> dict[str, float]:
        """Seconds since each work's last round; 0 before its first is due."""
        now = time.monotonic()
        return {name: max(0.0, now - beat.at) for name, beat in self._beats.items()}

    async def go_on(
        self,
        name: str,
        one_round: Round,
        *,
        every_s: float,
        first_s: float = 0.0,
        limit_s: float = round_limit_s,
        late_s: float | None = None,
        wake: asyncio.Event | None = None,
    ) -> None:
        """Works until it is cancelled. `first_s`: seconds before the first round; `limit_s`: for one
        round; `late_s`: without one for so long the work counts as dead; `wake`: ends a wait early.
        """
        self._beats[name] = TaskBeat(
            time.monotonic() + first_s, every_s + limit_s if late_s is None else late_s
        )
        if first_s:
            await asyncio.sleep(first_s)
        while True:
            wait_s: float | None = None
            try:
                async with asyncio.timeout(limit_s):
                    wait_s = await one_round()
                self._beats[name].at = time.monotonic()
                database_away.over()
            except (Busy, TimeoutError) as error:
                database_away.lasts(work=name, fault=type(error).__name__)
                wait_s = min(every_s, again_s)
            except Exception as error:  # noqa: BLE001  # the work outlives whatever one round meets
                self.failed(name, error)
            await _rest(every_s if wait_s is None else wait_s, wake)

    def failed(self, name: str, error: Exception) -> None:
        """Notes a fault that is a bug: the same one once a minute."""
        what = fault(error)
        metrics.errors.labels(name).inc()
        self._faults.setdefault(f"{name} {what}", Outage("work failed", is_error=True)).lasts(
            work=name, fault=what
        )


async def _rest(seconds: float, wake: asyncio.Event | None) -> None:
    if wake is None:
        await asyncio.sleep(seconds)
        return
    try:
        async with asyncio.timeout(seconds):
            await wake.wait()
    except TimeoutError:
        return


def fault(error: Exception) -> str:
    """What went wrong and where, without the message: a game's errors may name the cards of a hand."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"
