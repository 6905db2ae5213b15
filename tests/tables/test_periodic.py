"""Work that goes on: limits, faults, and what of them is said."""

import asyncio
from typing import Any

import pytest

from app.tables.clocks import periodic as module
from app.tables.clocks.periodic import Outage, PeriodicTasks
from app.tables.errors import Busy

pytestmark = pytest.mark.anyio


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    lines: list[tuple[str, dict[str, Any]]] = []

    class Log:
        def warning(self, what: str, **about: Any) -> None:
            lines.append((what, about))

        error = warning

    monkeypatch.setattr(module, "log", Log())
    monkeypatch.setattr(module, "database_away", Outage("database does not answer"))
    return lines


async def rounds_of(rounds: PeriodicTasks, answers: list[object], **more: Any) -> None:
    """Runs so many rounds: each gives a number of seconds, hangs, or raises."""
    left = list(answers)
    done = asyncio.Event()

    async def one() -> float:
        if not left:
            done.set()
            await asyncio.sleep(60)
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        if answer == "hangs":
            await asyncio.sleep(60)
        return 0.0

    task = asyncio.create_task(rounds.go_on("work", one, **{"every_s": 0.001} | more))
    async with asyncio.timeout(60):
        await done.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_round_that_hangs_has_a_limit(said: list[tuple[str, dict[str, Any]]]) -> None:
    """The next one begins; the log names the work."""
    await rounds_of(PeriodicTasks(), [0.0, "hangs", 0.0], limit_s=0.05)
    assert said == [("database does not answer", {"times": 1, "work": "work", "fault": "TimeoutError"})]


async def test_a_rare_work_tries_again_soon(
    said: list[tuple[str, dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the database is back, nobody waits for the next usual round to be ready again."""
    monkeypatch.setattr(module, "again_s", 0.001)
    await rounds_of(PeriodicTasks(), [Busy(), "hangs", 0.0], every_s=60, limit_s=0.05)
    assert [about["fault"] for _, about in said] == ["Busy"]


async def test_what_lasts_is_one_line_a_minute(
    said: list[tuple[str, dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it is met, by whatever work; a bug likewise, under its own name; then that it is over."""
    rounds = PeriodicTasks()
    await rounds_of(rounds, [Busy()] * 50)
    assert [what for what, _ in said] == ["database does not answer"]
    await rounds_of(rounds, [ZeroDivisionError()] * 50)
    assert [(what, about["work"]) for what, about in said[1:]] == [("work failed", "work")]
    monkeypatch.setattr(module, "said_every_s", 0.0)
    await rounds_of(rounds, [Busy()])
    assert said[-1][1]["times"] == 50
    monkeypatch.setattr(module, "over_after_s", 0.0)
    await rounds_of(rounds, [0.0])
    assert said[-1] == ("outage over", {"outage": "database does not answer"})


async def test_health_can_tell_which_work_has_stopped(said: list[tuple[str, dict[str, Any]]]) -> None:
    """A work that gets no round done is named once its time is up; one that does is not."""
    rounds = PeriodicTasks()
    await rounds_of(rounds, [0.0, 0.0], late_s=60)
    assert rounds.late() == []
    await rounds_of(rounds, [Busy(), Busy()], late_s=0)
    assert rounds.late() == ["work"]
    assert said
