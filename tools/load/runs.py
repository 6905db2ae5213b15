"""One run: tables are opened, played for a while, and everything that was accepted is looked for afterwards."""

import asyncio
import random
import resource
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tools.load import cost
from tools.load.play import PlayedTable, Tally
from tools.load.systems import System

settles_s = 8.0
at_once = 4
"""Tables that are being opened at the same time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """`ramp_s`: over which paced tables begin; measured is what comes after."""

    name: str
    tables: int
    seconds: float
    think_s: tuple[float, float] = (0.0, 0.0)
    ramp_s: float = 0.0

    @property
    def bound_s(self) -> float:
        """How long it may take at the most, opening and settling included."""
        return self.tables * 0.2 + self.ramp_s + self.seconds + settles_s + 6


@dataclass(slots=True)
class Measured:
    """Of one system under one plan. Seconds of the processor are those of server and database together."""

    system: str
    plan: Plan
    seconds: float = 0.0
    rounds: int = 0
    choices: int = 0
    games: int = 0
    cpu_s: float = 0.0
    database_cpu_s: float = 0.0
    driver_share: float = 0.0
    others_share: float = 0.0
    latencies_ms: list[float] = field(default_factory=list)
    opening_ms: float = 0.0
    idle_kib: float = 0.0
    played_kib: float = 0.0
    unlogged: int | None = None
    untold: int = 0
    wrong: Counter[str] = field(default_factory=Counter)

    @property
    def cpu_ms_a_round(self) -> float:
        return self.cpu_s * 1000 / self.rounds if self.rounds else float("nan")

    @property
    def cpu_ms_a_choice(self) -> float:
        return self.cpu_s * 1000 / self.choices if self.choices else float("nan")

    def quantile_ms(self, part: float) -> float:
        ordered = sorted(self.latencies_ms)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")

    @property
    def errors(self) -> int:
        return sum(self.wrong.values()) + self.untold + (self.unlogged or 0)


def own_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def table_of(system: System, number: int, tally: Tally, think_s: tuple[float, float]) -> PlayedTable:
    table = PlayedTable(number, system.ports, tally, think_s)
    return table.of_floor(system.ports[0]) if system.is_floor else table


async def opened(tables: Sequence[PlayedTable]) -> None:
    waiting = list(tables)

    async def some() -> None:
        while waiting:
            await waiting.pop().set_up()

    await asyncio.gather(*(some() for _ in range(at_once)))


async def warm_up(system: System, number: int) -> None:
    """Templates, drawings and statements are loaded at their first use: no cost of what is measured."""
    tally = Tally()
    table = table_of(system, number, tally, (0.0, 0.0))
    await table.set_up()
    tally.is_open = True
    table.begin()
    async with asyncio.timeout(60):
        while tally.rounds < 4 and not tally.games:  # noqa: ASYNC110  # by and by
            await asyncio.sleep(0.05)
    tally.is_open = False
    await asyncio.sleep(0.3)
    table.close()
    await asyncio.sleep(0.3)


async def measure(system: System, plan: Plan, first: int) -> Measured:
    """`first`: number of its first table; none is used twice of a server."""
    tally, found = Tally(), Measured(system.name, plan)
    tables = [table_of(system, first + i, tally, plan.think_s) for i in range(plan.tables)]
    before_cpu, before_kib = cost.cpu_s(system.all), cost.resident_kib(system.servers)
    await opened(tables)
    await asyncio.sleep(1.2)  # who is there is told after a second
    found.opening_ms = (cost.cpu_s(system.all) - before_cpu) * 1000 / plan.tables
    sockets = plan.tables * 4
    found.idle_kib = (cost.resident_kib(system.servers) - before_kib) / sockets

    tally.is_open = True
    if plan.ramp_s:
        loop = asyncio.get_running_loop()
        for table in tables:
            loop.call_later(random.uniform(0, plan.ramp_s), table.begin)
        await asyncio.sleep(plan.ramp_s)
        tally.rounds = tally.choices = tally.games = 0
        tally.latencies_ms.clear()
    began, mine, everybody = time.perf_counter(), own_cpu_s(), cost.busy_s()
    cpu, database = cost.cpu_s(system.all), cost.cpu_s(system.database)
    if not plan.ramp_s:
        for table in tables:
            table.begin()
    await asyncio.sleep(plan.seconds)
    tally.is_open = False
    found.seconds = time.perf_counter() - began
    found.cpu_s = cost.cpu_s(system.all) - cpu
    found.database_cpu_s = cost.cpu_s(system.database) - database
    own = own_cpu_s() - mine
    found.driver_share = own / found.seconds
    found.others_share = max(0.0, cost.busy_s() - everybody - found.cpu_s - own) / found.seconds
    found.rounds, found.choices, found.games = tally.rounds, tally.choices, tally.games
    found.latencies_ms = list(tally.latencies_ms)

    # What was sent arrives: every accepted choice is told to all four, every reveal is seen by all four or by none.
    ends_at = time.perf_counter() + settles_s
    while time.perf_counter() < ends_at and (tally.in_flight or sum(t.unfinished() for t in tables)):  # noqa: ASYNC110  # by and by
        await asyncio.sleep(0.05)
    found.untold = sum(table.unfinished() for table in tables) + tally.in_flight
    found.played_kib = (cost.resident_kib(system.servers) - before_kib) / sockets
    found.unlogged = await system.missing([key for _, _, key in tally.accepted])
    for table in tables:
        table.close()
    for task in tuple(tally.tasks):
        task.cancel()
    found.wrong = tally.wrong
    await asyncio.sleep(0.3)
    return found
