"""Where the time of one command goes.

    python -m tools.profile lock       a choice while others still think
    python -m tools.profile round      whole races, flat out
    python -m tools.profile table      people, seats, start, pages and sockets of a table of four

`postgres` as a second word: on Postgres (a cluster of its own, whose time is not in the shares); else on SQLite.
"""

import asyncio
import contextlib
import json
import os
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import uvloop

from tools.cluster import cluster
from tools.load import cost
from tools.load.play import PlayedTable, Tally
from tools.load.runs import opened, warm_up
from tools.load.seats import to_choose
from tools.load.systems import System, running
from tools.profile.sampled import into

lasts_s = 12.0
most_shown = 22
commands = ("lock", "round", "table")


class Window:
    """Opens and closes the eyes of the server, and counts what it used meanwhile."""

    def __init__(self, system: System) -> None:
        self._system = system
        self.cpu_s = 0.0

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        pid, before = self._system.servers[0], cost.cpu_s(self._system.servers)
        os.kill(pid, signal.SIGUSR1)
        try:
            yield
        finally:
            os.kill(pid, signal.SIGUSR2)
            self.cpu_s += cost.cpu_s(self._system.servers) - before


async def told(table: PlayedTable, version: int) -> None:
    """All four pages are at the version."""
    async with asyncio.timeout(30):
        while any(seat.version < version for seat in table.seats):  # noqa: ASYNC110  # a tool that waits by and by
            await asyncio.sleep(0.002)


async def locks(system: System, window: Window) -> int:
    """Plays by hand, one choice after another; eyes are open for those that are not the last."""
    done, number, ends_at = 0, 1, time.monotonic() + 3 * lasts_s
    while time.monotonic() < ends_at:
        table = PlayedTable(number, system.ports, Tally(), (0, 0))
        number += 1
        await table.set_up()
        while time.monotonic() < ends_at:
            asked = [seat for seat in table.seats if seat.kind in to_choose]
            if not asked:
                break
            is_lock = len(asked) > 1 and asked[0].kind == "select"
            move = asked[0].move()
            async with window.open() if is_lock else contextlib.nullcontext():
                reply = await asked[0].choose(secrets.token_hex(16), move)
                await told(table, reply.version)
            done += is_lock
        table.close()
    return done


async def rounds(system: System, window: Window) -> int:
    tally = Tally()
    tables = [PlayedTable(1 + i, system.ports, tally, (0, 0)) for i in range(8)]
    await opened(tables)
    tally.is_open = True
    async with window.open():
        for table in tables:
            table.begin()
        await asyncio.sleep(lasts_s)
        tally.is_open = False
    for table in tables:
        table.close()
    return tally.rounds


async def openings(system: System, window: Window) -> int:
    number, ends_at = 1, time.monotonic() + lasts_s
    while time.monotonic() < ends_at:
        table = PlayedTable(number, system.ports, Tally(), (0, 0))
        async with window.open():
            await table.set_up()
            await asyncio.sleep(0.2)
        number += 1
        table.close()
    return number - 1


def shown(title: str, counted: dict[str, int], total: int, most: int = most_shown) -> str:
    best = sorted(counted.items(), key=lambda pair: -pair[1])[:most]
    return "\n".join([f"\n{title}", *(f"{100 * n / total:6.1f} %  {name}" for name, n in best)])


async def main(command: str, database: str) -> None:
    cores = cost.cores()
    cost.pin([0], cores.driver)
    work: Any = {"lock": locks, "round": rounds, "table": openings}[command]
    name = "product, Postgres" if database == "postgres" else "product, SQLite"
    with tempfile.TemporaryDirectory() as made:
        place, notes = Path(made), Path(made) / "samples.json"
        os.environ[into] = str(notes)
        async with contextlib.AsyncExitStack() as stack:
            postgres: Any = None
            if database == "postgres":
                place.chmod(0o755)  # noqa: ASYNC240
                (place / "postgres").mkdir()
                postgres = await stack.enter_async_context(cluster(place / "postgres"))
            words = ("tools.profile.sampled",)
            system = await stack.enter_async_context(running(name, place, postgres, cores, program=words))
            await warm_up(system, 0)
            window = Window(system)
            done = await work(system, window)
            while not notes.exists():  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        found = json.loads(notes.read_text())
    each = window.cpu_s * 1000 / max(1, done)
    samples = max(1, sum(found["at"].values()))
    print(f"{done} times {command}, {each:.1f} ms of the server's processor each; {samples} samples.")
    print(shown("Whose code ran:", found["at"], samples))
    print(shown("What part of the application wanted it:", found["asked"], samples))
    print(shown("Functions:", found["functions"], samples))
    print(shown("Functions of the application, with all they called:", found["within"], samples, 70))


if __name__ == "__main__":
    if not sys.argv[1:] or sys.argv[1] not in commands:
        sys.exit(__doc__)
    uvloop.run(main(sys.argv[1], (sys.argv[2:] or ["sqlite"])[0]))
