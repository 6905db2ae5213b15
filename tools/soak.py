"""Many tables of scripted people who drop, reload, send twice, leave, come back and talk at random, on two server
processes. At the end every table must have a result once those who are left have gone; no error of ours, memory flat.

    python tools/soak.py --minutes 30 --tables 50 --seed 1 [--kill SECONDS]
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

import asyncpg
import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from tests.cases.visitors import Visitor
from tools.two_processes import Process, database, pair

quiet = 0.02
gone = (httpx.HTTPError, OSError, WebSocketException, TimeoutError)


class Soak:
    def __init__(self, processes: tuple[Process, Process], seed: int) -> None:
        self.processes = processes
        self.seed = seed
        self.statuses: Counter[str] = Counter()
        self.faults: list[str] = []
        self.finished = 0
        self.codes: set[str] = set()

    def note(self, what: str, answer: httpx.Response) -> None:
        self.statuses[f"{what} {answer.status_code}"] += 1
        if answer.status_code == 500:
            self.faults.append(f"{what}: {answer.text[:300]}")


class Person:
    """One scripted person at one table."""

    def __init__(self, soak: Soak, name: str, dice: random.Random) -> None:
        self.soak = soak
        self.dice = dice
        self.visitor = Visitor(*(p.address for p in soak.processes), name=name)
        self.socket: ClientConnection | None = None

    @property
    def process(self) -> int:
        return self.dice.randrange(2)

    async def post(self, path: str, what: str, **fields: str) -> httpx.Response | None:
        for _ in range(3):
            try:
                answer = await self.visitor.post(path, self.process, **fields)
            except gone:
                self.soak.statuses[f"{what} lost"] += 1
                await asyncio.sleep(0.3)
                continue
            self.soak.note(what, answer)
            return answer
        return None

    async def drop(self) -> None:
        if self.socket is not None:
            self.socket.transport.abort()
            self.socket = None

    async def listen(self, code: str) -> None:
        await self.drop()
        with contextlib.suppress(*gone):
            self.socket = await self.visitor.listen(code, self.process)

    async def hear(self) -> None:
        """Reads what has come, so that nobody is a slow listener by mistake."""
        if self.socket is not None:
            try:
                async with asyncio.timeout(quiet):
                    while True:
                        await self.socket.recv()
            except TimeoutError:
                return
            except WebSocketException:
                self.socket = None

    async def mischief(self, code: str, is_host: bool) -> None:
        what = self.dice.random()
        if what < 0.10:
            with contextlib.suppress(*gone):
                self.soak.note("page", await self.visitor.get(f"/t/{code}", self.process))
        elif what < 0.20:
            await self.listen(code)
        elif what < 0.25:
            await self.drop()
        elif what < 0.28:
            await self.post(f"/t/{code}/leave", "leave")
        elif what < 0.36:
            await self.post(f"/t/{code}/back", "back")
        elif what < 0.42:
            await self.post(f"/t/{code}/chat", "chat", text="brr " * self.dice.randrange(1, 9))
        elif what < 0.45:
            await self.post(f"/t/{code}/propose", "propose", seat=str(self.dice.randrange(5)))
        elif what < 0.48:
            await self.post(f"/t/{code}/bot", "bot", seat=str(self.dice.randrange(5)))
        elif is_host and what < 0.50:
            await self.post(f"/t/{code}/pause", "pause")
        elif what < 0.54:
            await self.post(f"/t/{code}/resume", "resume")

    async def turn(self, code: str) -> str:
        """Makes the choice the page asks for, sometimes several times at once; what was asked."""
        try:
            kind, decision, cards = await self.visitor.asked(code, self.process)
        except (*gone, AssertionError, KeyError):
            return "away"
        if kind == "select" and cards:
            card, key = self.dice.choice(cards), f"k{self.dice.randrange(10**9)}"
            times = 5 if self.dice.random() < 0.05 else 1
            sent = (self.visitor.select(code, decision, card, self.process, key=key) for _ in range(times))
            for answer in await asyncio.gather(*sent, return_exceptions=True):
                if isinstance(answer, httpx.Response):
                    self.soak.note("select", answer)
        elif kind == "yeti":
            await self.post(f"/t/{code}/actions", "yeti", kind="yeti", decision=str(decision), route="")
        return kind

    async def close(self) -> None:
        await self.drop()
        await self.visitor.http.aclose()


async def table(soak: Soak, number: int, until: float) -> None:
    """One table after the other, played by the same few people, until the time is over."""
    dice = random.Random(f"{soak.seed} {number}")
    people = [Person(soak, f"P{number}.{n}", dice) for n in range(dice.randrange(2, 5))]
    try:
        while time.monotonic() < until:
            await one_game(soak, people, dice, until)
    finally:
        for person in people:
            await person.close()


async def one_game(soak: Soak, people: list[Person], dice: random.Random, until: float) -> None:
    host = people[0]
    opened = await host.post("/tables", "open", name=host.visitor.name)
    if opened is None or opened.status_code != 303:
        await asyncio.sleep(1)
        return
    code = opened.headers["location"].removeprefix("/t/")
    soak.codes.add(code)
    await host.post(f"/t/{code}/clock", "clock", seconds=dice.choice(["0", "30"]))
    await host.post(f"/t/{code}/leavers", "leavers", leavers=dice.choice(["bot", "drop"]))
    for person in people[1:]:
        await person.post(f"/t/{code}/join", "join", name=person.visitor.name)
    for _ in range(max(1, 3 - len(people))):
        await host.post(f"/t/{code}/bots", "bots")
    started = await host.post(f"/t/{code}/start", "start", confirm="yes")
    if started is None or started.status_code != 303:
        return
    while time.monotonic() < until:
        kinds = set()
        for person in people:
            await person.hear()
            await person.mischief(code, person is host)
            kinds.add(await person.turn(code))
            await asyncio.sleep(dice.random() * 0.2)
        if kinds <= {"over", "away"}:
            soak.finished += kinds >= {"over"}
            return


async def killer(soak: Soak, seconds: float) -> None:
    """Kills one process or the other now and then, and starts it again."""
    dice = random.Random(soak.seed)
    while seconds:
        await asyncio.sleep(seconds)
        process = dice.choice(soak.processes)
        await process.stop(dice.choice([signal.SIGKILL, signal.SIGTERM]))
        await process.start()


def memory_mb(process: Process) -> float:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def watch(processes: tuple[Process, Process], memory: list[list[float]]) -> None:
    """Notes both processes' memory every half minute."""
    while True:
        await asyncio.sleep(30)
        with contextlib.suppress(OSError, AssertionError, IndexError):
            memory.append([round(memory_mb(p), 1) for p in processes])


async def unfinished(url: str) -> list[tuple[str, str]]:
    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch("SELECT id, status FROM tables WHERE status IN ('lobby', 'playing')")
    finally:
        await connection.close()
    return [(row["id"], row["status"]) for row in rows]


async def main(args: argparse.Namespace) -> int:
    async with contextlib.AsyncExitStack() as stack:
        url = await stack.enter_async_context(database())
        env = {"BOT_DELAY_MS": "0", "ABSENCE_MS": "2000", "HOST_GRACE_MS": "3000", "TABLE_GRACE_MS": "20000"}
        processes = await stack.enter_async_context(pair(url, env))
        soak = Soak(processes, args.seed)
        began = [memory_mb(p) for p in processes]
        until = time.monotonic() + args.minutes * 60
        memory: list[list[float]] = []
        watching = asyncio.create_task(watch(processes, memory))
        killing = asyncio.create_task(killer(soak, args.kill))
        results = await asyncio.gather(
            *(table(soak, n, until) for n in range(args.tables)), return_exceptions=True
        )
        for task in (killing, watching):
            task.cancel()
        await asyncio.gather(killing, watching, return_exceptions=True)
        crashed = [repr(r) for r in results if isinstance(r, BaseException)]
        # Nobody is left: within the grace time every table has ended, by a result or for want of people.
        deadline = time.monotonic() + 150
        while (left := await unfinished(url)) and time.monotonic() < deadline:  # noqa: ASYNC110  # nothing tells
            await asyncio.sleep(2)
        errors = [line for p in processes for line in p.log.splitlines() if '"level": "error"' in line]
        report = {
            "tables": len(soak.codes),
            "finished_by_play": soak.finished,
            "statuses": dict(sorted(soak.statuses.items())),
            "memory_mb": [began, *memory],
            "left_over": left[:10],
            "faults": soak.faults[:10],
            "errors": errors[:10],
            "crashed": crashed[:10],
        }
        print(json.dumps(report, indent=1))
        return 1 if left or soak.faults or errors or crashed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--kill", type=float, default=0, metavar="SECONDS", help="kill a process every so often"
    )
    sys.exit(asyncio.run(main(parser.parse_args())))
