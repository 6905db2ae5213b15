"""People who play on whatever fails, and who keep what they were told was accepted; and what is measured meanwhile."""

import asyncio
import contextlib
import random
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import asyncpg
import httpx

from tests.cases.visitors import Visitor
from tools.two_processes import Process

lost = (httpx.HTTPError, OSError)
expected = {200, 303, 404, 409, 429, 503}
Wrong = list[str]


def say(what: str, value: object) -> None:
    print(f"{what}: {value}", flush=True)


def of_the_logs(*processes: Process) -> Wrong:
    """What stands in the logs as an error, and what stands there too often."""
    lines = [line for process in processes for line in process.log.splitlines()]
    say("warnings in the logs", dict(Counter(_event(line) for line in lines if '"level": "warning"' in line)))
    return [line[:400] for line in lines if '"level": "error"' in line or line.startswith("Traceback")]


def _event(line: str) -> str:
    return line.partition('"event": "')[2].partition('"')[0]


async def status(address: str, path: str = "/-/ready") -> int:
    """0 without an answer within five seconds."""
    try:
        async with httpx.AsyncClient(timeout=5) as client:
            return (await client.get(f"http://{address}{path}")).status_code
    except httpx.HTTPError:
        return 0


async def seconds_until(met: Callable[[], Awaitable[bool]], limit_s: float) -> float | None:
    """None if it was not met in time."""
    began = time.monotonic()
    while time.monotonic() - began < limit_s:
        if await met():
            return round(time.monotonic() - began, 2)
        await asyncio.sleep(0.1)
    return None


@dataclass
class Play:
    """What everybody shares. `accepted`: key of each choice that was answered by "yes", and when (monotonic)."""

    addresses: Sequence[str]
    seed: int = 1
    accepted: dict[str, float] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)
    odd: list[str] = field(default_factory=list)
    slowest_s: float = 0.0

    async def more(self, than: int, limit_s: float) -> float | None:
        """Seconds until more choices than so many are accepted; None if they never are."""
        began = time.monotonic()
        while time.monotonic() - began < limit_s:
            if len(self.accepted) > than:
                return round(time.monotonic() - began, 1)
            await asyncio.sleep(0.1)
        return None

    def note(self, answer: httpx.Response, began: float) -> None:
        self.answers[str(answer.status_code)] += 1
        self.slowest_s = max(self.slowest_s, time.monotonic() - began)
        if answer.status_code not in expected:
            self.odd.append(f"{answer.status_code} {answer.url.path.split('/')[-1]}: {answer.text[:200]}")


class Player:
    """Goes to another process when one does not answer, and sends the same choice again, with its key."""

    def __init__(self, play: Play, name: str) -> None:
        self.play = play
        self.dice = random.Random(f"{play.seed} {name}")
        self.visitor = Visitor(*play.addresses, name=name)
        self.visitor.http.timeout = httpx.Timeout(8)
        self.at = self.dice.randrange(len(play.addresses))

    async def post(self, path: str, **fields: str) -> httpx.Response | None:
        """Until it is answered by anything but "try again"; None after a minute."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            began = time.monotonic()
            try:
                answer = await self.visitor.post(path, self.at, **fields)
            except lost:
                self.play.answers["no answer"] += 1
            else:
                self.play.note(answer, began)
                if answer.status_code not in (429, 503):
                    return answer
            self.at = (self.at + 1) % len(self.play.addresses)
            await asyncio.sleep(0.1 + self.dice.random() * 0.2)
        return None

    async def turn(self, code: str) -> str:
        """Makes the choice that is asked for; what it was."""
        try:
            kind, decision, cards = await self.visitor.asked(code, self.at)
        except (*lost, AssertionError, KeyError):
            self.at = (self.at + 1) % len(self.play.addresses)
            await asyncio.sleep(0.2)
            return "lost"
        key = f"k{self.dice.getrandbits(60):x}"
        fields = {"kind": kind, "decision": str(decision), "key": key}
        if kind == "select" and cards:
            fields |= {
                f"card_{self.visitor.seat}": self.dice.choice(cards),
                f"jump_{self.visitor.seat}": "no",
            }
        elif kind == "yeti":
            fields["route"] = ""
        else:
            return kind
        answer = await self.post(f"/t/{code}/actions", **fields)
        if answer is not None and answer.status_code == 303:
            self.play.accepted[key] = time.monotonic()
        return kind


async def table(play: Play, number: int, *, people: int = 3, bots: int = 0) -> tuple[str, list[Player]]:
    """A race that has begun."""
    players = [Player(play, f"P{number}.{n}") for n in range(people)]
    host = players[0]
    opened = await host.post("/tables", name=host.visitor.name)
    assert opened is not None
    assert opened.status_code == 303, opened.text
    code = opened.headers["location"].removeprefix("/t/")
    for player in players[1:]:
        await player.post(f"/t/{code}/join", name=player.visitor.name)
    for _ in range(bots):
        await host.post(f"/t/{code}/bots")
    await host.post(f"/t/{code}/start", confirm="yes")
    return code, players


async def company(play: Play, number: int, until: asyncio.Event, *, people: int = 3, bots: int = 0) -> None:
    """One race after the other."""
    turn = 0
    while not until.is_set():
        turn += 1
        code, players = await table(play, number * 1000 + turn, people=people, bots=bots)
        try:
            kinds = {""}
            while kinds != {"over"} and not until.is_set():
                kinds = {await player.turn(code) for player in players}
                await asyncio.sleep(0.05)
        finally:
            for player in players:
                await player.visitor.http.aclose()


@contextlib.asynccontextmanager
async def playing(play: Play, tables: int, *, people: int = 3, bots: int = 0) -> AsyncIterator[None]:
    """So many tables are played at as long as it is open."""
    until = asyncio.Event()
    tasks = [asyncio.create_task(company(play, n, until, people=people, bots=bots)) for n in range(tables)]
    try:
        yield
    finally:
        until.set()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, BaseException):
                play.odd.append(repr(result))


async def missing(play: Play, url: str) -> list[str]:
    """Keys of accepted choices that are not in the log, or are there twice. `url`: Postgres, or an SQLite file."""
    if url.startswith("sqlite"):
        keys = await asyncio.to_thread(_keys_in, url.removeprefix("sqlite:///"))
    else:
        connection = await asyncpg.connect(url)
        try:
            keys = [row["key"] for row in await connection.fetch("SELECT key FROM actions")]
        finally:
            await connection.close()
    # Stored with the seat in front: two people may have drawn one key.
    times = Counter((key or "").partition(".")[2] for key in keys)
    return [key for key in play.accepted if times[key] != 1]


def _keys_in(file: str) -> list[str | None]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return [row[0] for row in connection.execute("SELECT key FROM actions")]
