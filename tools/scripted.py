"""A scripted person: plays at one table, and drops, reloads, sends twice, leaves, comes back, looks on and talks at
random. Everything they are sent is handed to `Seen`, headers included.
"""

import asyncio
import contextlib
import random
import re
from collections import Counter
from dataclasses import dataclass, field

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from app.web.http.request_user import plain_cookie, secure_cookie
from tests.cases.visitors import Visitor
from tools.leaks import Seen
from tools.two_processes import Process

quiet_s = 0.005
gone = (httpx.HTTPError, OSError, WebSocketException, TimeoutError)
of_the_proxy = {502, 504}
"""The process that was answering has been killed: whoever knows nothing tries again."""

expected = {200, 303, 400, 403, 404, 409, 422, 429, 503}


@dataclass
class Run:
    """What everybody in a soak shares. `entries`: addresses people come by, each process's own or a proxy's. `haste`:
    factor of all thinking times, governed from outside.
    """

    processes: tuple[Process, Process]
    seed: int
    entries: tuple[str, ...]
    seen: Seen = field(default_factory=Seen)
    statuses: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)
    finished: int = 0
    haste: float = 1.0
    mischief: bool = True

    def note(self, what: str, answer: httpx.Response) -> None:
        self.statuses[f"{what} {answer.status_code}"] += 1
        if len(self.entries) == 1 and answer.status_code in of_the_proxy:
            return
        if answer.status_code not in expected:
            self.faults.append(f"{what} {answer.status_code}: {answer.text[:300]}")

    async def think(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self.haste)


class Person:
    def __init__(self, run: Run, name: str, dice: random.Random) -> None:
        self.run = run
        self.dice = dice
        self.visitor = Visitor(*run.entries, name=name)
        self.visitor.http.event_hooks["response"].append(self._read)
        self.socket: ClientConnection | None = None
        self._token = ""

    @property
    def process(self) -> int:
        return self.dice.randrange(len(self.run.entries))

    @property
    def cookie(self) -> str:
        """The token the browser holds; an answer that brings one has been kept before anybody reads it."""
        own = (
            value
            for name, value in self.visitor.http.cookies.items()
            if name in (plain_cookie, secure_cookie)
        )
        return next(own, "")

    async def _read(self, answer: httpx.Response) -> None:
        await answer.aread()
        # The first answer of all brings the own cookie, and the one after the first name another, with the form's
        # token of the one before.
        token = self.cookie
        if self._token and token != self._token:
            self.run.seen.before[token] = self._token
        self._token = token
        if (
            answer.headers.get("content-type", "").startswith("application/json")
            and "/regions" in answer.url.path
        ):
            if answer.status_code == 200:
                self.run.seen.message(token, answer.text)
        else:
            self.run.seen.page(token, answer.text)
        self.run.seen.note(token, str(answer.headers), "", 0)

    async def post(self, path: str, what: str, **fields: str) -> httpx.Response | None:
        for _ in range(3):
            try:
                answer = await self.visitor.post(path, self.process, **fields)
            except gone:
                self.run.statuses[f"{what} lost"] += 1
                await asyncio.sleep(0.3)
                continue
            if answer.status_code in of_the_proxy:
                self.run.statuses[f"{what} lost at the proxy"] += 1
                await asyncio.sleep(0.3)
                continue
            self.run.note(what, answer)
            return answer
        return None

    async def drop(self) -> None:
        """The line breaks: no word of goodbye."""
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
                async with asyncio.timeout(quiet_s):
                    while True:
                        raw = await self.socket.recv()
                        self.run.seen.message(self.cookie, raw if isinstance(raw, str) else raw.decode())
            except TimeoutError:
                return
            except WebSocketException:
                self.run.statuses[f"socket closed {self.socket.close_code}"] += 1
                self.socket = None

    async def stir(self, code: str, *, is_host: bool) -> None:
        """Sometimes something people do beside playing."""
        what = self.dice.random()
        if what < 0.08:
            await self.look(f"/t/{code}{self.dice.choice(['', '', '', '/text', '/log'])}")
        elif what < 0.16:
            await self.listen(code)
        elif what < 0.21:
            await self.drop()
        elif what < 0.23:
            await self.post(f"/t/{code}/leave", "leave")
        elif what < 0.32:
            await self.post(f"/t/{code}/back", "back")
        elif what < 0.38:
            await self.post(f"/t/{code}/chat", "chat", text="brr " * self.dice.randrange(1, 9))
        elif what < 0.41:
            await self.post(f"/t/{code}/propose", "propose", seat=str(self.dice.randrange(5)))
        elif what < 0.44:
            await self.post(f"/t/{code}/bot", "bot", seat=str(self.dice.randrange(5)))
        elif is_host and what < 0.46:
            await self.post(f"/t/{code}/pause", "pause")
        elif what < 0.50:
            await self.post(f"/t/{code}/resume", "resume")
        elif self.run.codes and what < 0.52:
            # Somebody without a seat tries another table.
            await self.look(f"/t/{self.dice.choice(sorted(self.run.codes))}")

    async def look(self, path: str) -> None:
        try:
            self.run.note("page", await self.visitor.get(path, self.process))
        except gone:
            self.run.statuses["page lost"] += 1

    async def turn(self, code: str) -> str:
        """Makes the choice the page asks for, sometimes several times at once; what was asked. "lost": no answer now, a
        person tries again; "away": this page is no longer theirs.
        """
        visitor, dice = self.visitor, self.dice
        try:
            regions = (await visitor.regions(code, self.process))["regions"]
        except gone:
            return "lost"
        except (AssertionError, KeyError):
            return "away" if (await self._refused(code)) else "lost"
        act = regions.get("act", "")
        found, number = re.search(r"\bis-(\w+)", act), re.search(r'data-decision="(\d+)"', act)
        kind, decision = (found[1] if found else "away"), (number[1] if number else "0")
        if kind == "select":
            await self._select(code, decision, regions.get("hand", ""))
        elif kind == "locked" and self.run.mischief and dice.random() < 0.05:
            await self.post(f"/t/{code}/actions", "take back", kind="take_back", decision=decision)
        elif kind == "yeti":
            await self.post(f"/t/{code}/actions", "yeti", kind="yeti", decision=decision, route="")
        return kind

    async def _refused(self, code: str) -> bool:
        """Whether the table has closed, or its page is not for this person: then they go away."""
        try:
            answer = await self.visitor.get(f"/t/{code}/regions", self.process)
        except gone:
            return False
        return answer.status_code in {401, 403, 404}

    async def _select(self, code: str, decision: str, hand: str) -> None:
        dice, key = self.dice, f"k{self.dice.randrange(10**9)}"
        cards = re.findall(r'id="card-(\w+)"', hand)
        skiers = sorted(set(re.findall(r'data-skier="(\d)"', hand))) or [str(self.visitor.seat)]
        times = 5 if self.run.mischief and dice.random() < 0.05 else 1
        fields = {"kind": "select", "decision": decision, "key": key}
        chosen = dice.sample(cards, min(len(cards), len(skiers)))
        for skier, card in zip(skiers, chosen, strict=False):
            fields |= {f"card_{skier}": card, f"jump_{skier}": dice.choice(["yes", "no"])}
        sent = (self.visitor.post(f"/t/{code}/actions", self.process, **fields) for _ in range(times))
        answers = [
            a for a in await asyncio.gather(*sent, return_exceptions=True) if isinstance(a, httpx.Response)
        ]
        for answer in answers:
            self.run.note("select", answer)
        if times > 1 and len({a.headers.get("yeti-version") for a in answers if a.status_code == 303}) > 1:
            self.run.faults.append(
                f"one selection sent five times was taken more than once at decision {decision}"
            )

    async def close(self) -> None:
        await self.drop()
        await self.visitor.http.aclose()
