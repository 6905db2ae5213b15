"""Who sits at a table: `PageSeat` plays as the product's page does, `FloorSeat` speaks to a floor.

A seat says to its table what it was told (`Listener`), and offers what it may do next.
"""

import hashlib
import json
import random
import re
import secrets
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from tools.load.connection import Answer, HttpLine, SocketLine, listen

outlook = re.compile(r'"skier":(\d),"cards":\[([^\]]*)\]')
asked_kind = re.compile(r"\bis-(\w+)")
asked_number = re.compile(r'data-decision="(\d+)"')
page_state = re.compile(r'data-version="?(\d+)"? data-place="([^"]+)"')
to_choose = ("select", "yeti", "discard", "mulligan")


class Listener(Protocol):
    """A table, as its seats see it."""

    def told(self, seat: "Seat", decision: float) -> None:
        """The seat was told that the table stands at this decision: what was chosen before lies open to it."""
        ...

    def hung_up(self, seat: "Seat", code: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Reply:
    """`taken`: accepted; `wait_s`: else, if it is to be tried again."""

    taken: bool
    version: int = 0
    wait_s: float | None = None
    said: str = ""


class Seat(Protocol):
    number: int
    kind: str
    decision: int
    version: int
    code: str

    async def choose(self, key: str, move: Any) -> Reply: ...
    def move(self) -> Any: ...
    def close(self) -> None: ...


def address_of(table: int) -> str:
    """New people are counted by address: each table comes from one of its own, all of them this computer."""
    return f"127.0.{1 + table // 250}.{1 + table % 250}"


class FloorSeat:
    def __init__(self, table: int, number: int, port: int, listener: Listener) -> None:
        self.table, self.number, self._listener = table, number, listener
        self.kind, self.decision, self.version, self.code = "", 0, 0, str(table)
        self._line = HttpLine(port, address_of(table))
        self._socket: SocketLine | None = None

    async def sit_down(self) -> None:
        path = f"/?table={self.table}&seat={self.number}"
        self._socket = await listen(
            self._line, path, self._heard, lambda code: self._listener.hung_up(self, code)
        )

    def _heard(self, text: bytes) -> None:
        message = json.loads(text)
        if "view" in message:
            self.kind, self.decision = "select", message["view"]
            self._listener.told(self, self.decision)

    def move(self) -> int:
        return random.randrange(4)

    async def choose(self, key: str, move: int) -> Reply:
        assert self._socket is not None
        self._socket.send(json.dumps([key, move]).encode())
        return Reply(taken=True)

    def close(self) -> None:
        if self._socket is not None:
            self._socket.hang_up()


class PageSeat:
    """As a browser: a cookie, forms, the page and its socket."""

    def __init__(self, table: int, number: int, port: int, listener: Listener) -> None:
        self.number, self._listener = number, listener
        self.kind, self.decision, self.version, self.code = "", 0, 0, ""
        self._line = HttpLine(port, address_of(table))
        self._line.cookies["yeti"] = secrets.token_urlsafe(32)
        self._socket: SocketLine | None = None
        self._place = self._act = self._hand = ""

    async def _post(
        self, path: str, fields: dict[str, Any] | list[tuple[str, Any]], more: str = ""
    ) -> Answer:
        token = hashlib.sha256(b"form " + self._line.cookies["yeti"].encode()).hexdigest()[:32]
        pairs = list(fields.items()) if isinstance(fields, dict) else fields
        body = "&".join(f"{name}={value}" for name, value in [("token", token), *pairs])
        referer = f"http://127.0.0.1:{self._line.port}/t/{self.code}"
        headers = (
            "Content-Type: application/x-www-form-urlencoded\r\nAccept: text/html\r\n"
            f"Referer: {referer}\r\nSec-Fetch-Site: same-origin\r\n{more}"
        )
        return await self._line.send("POST", path, headers, body)

    async def must(self, path: str, **fields: str) -> str:
        """Where a form leads to; asked again while the server is busy."""
        for _ in range(8):
            answer = await self._post(path, fields)
            if answer.status == 303:
                return answer.headers["location"]
            if answer.status not in (429, 503):
                break
        raise RuntimeError(f"POST {path}: {answer.status} {said(answer)}")

    async def enter(self, code: str) -> str:
        """Opens a table, or joins that of the code; its code."""
        name = f"P{self.number}"
        to = await (self.must(f"/t/{code}/join", name=name) if code else self.must("/tables", name=name))
        self.code = to[3:]
        return self.code

    async def begin(self) -> None:
        await self.must(f"/t/{self.code}/start", confirm="yes")

    async def again(self) -> str:
        self.code = (await self.must(f"/t/{self.code}/rematch"))[3:]
        return self.code

    async def visit(self) -> None:
        """The table's page, then its socket."""
        self.hang_up()
        answer = await self._line.send(
            "GET", f"/t/{self.code}", "Accept: text/html,application/xhtml+xml\r\n"
        )
        found = page_state.search(answer.text)
        if answer.status != 200 or found is None:
            raise RuntimeError(f"GET /t/{self.code}: {answer.status} {said(answer)}")
        self.version, self._place = int(found[1]), found[2]
        self._read(section(answer.text, "act"), section(answer.text, "hand"))
        await self.listen()
        self._listener.told(self, self.decision)

    async def listen(self) -> None:
        path = f"/t/{self.code}/socket?since={self.version}"
        self._socket = await listen(
            self._line, path, self._heard, lambda code: self._listener.hung_up(self, code)
        )

    def _heard(self, text: bytes) -> None:
        if text.startswith(b'{"beat"'):
            return
        message = msgspec.json.decode(text)
        self.version = message["version"]
        regions = {region["id"]: region["html"] for region in message["regions"]}
        self._read(regions.get("act", ""), regions.get("hand", ""))
        state = regions.get("state", "")
        if state:
            number = asked_number.search(state)
            is_over = 'data-phase="over"' in state or number is None
            self._listener.told(self, float("inf") if is_over or number is None else int(number[1]))
        elif "act" in regions:
            self._listener.told(self, 0)

    def _read(self, act: str, hand: str) -> None:
        if hand:
            self._hand = hand
        if act:
            kind, number = asked_kind.search(act), asked_number.search(act)
            self._act, self.kind = act, kind[1] if kind else ""
            self.decision = int(number[1]) if number else 0

    def move(self) -> list[tuple[str, Any]]:
        """Any of the plays the page offers, as the fields of its form."""
        common: list[tuple[str, Any]] = [("kind", self.kind), ("decision", self.decision)]
        if self.kind == "select":
            skier, cards = random.choice(outlook.findall(self._hand))
            jump = [(f"jump-{skier}", "yes")] if random.random() < 0.5 else []
            chosen = [(f"card-{skier}", card) for card in cards.replace('"', "").split(",")]
            return [*common, *chosen, (f"jump-{skier}", "no"), *jump]
        if self.kind == "yeti":
            return [*common, ("route", random.choice(re.findall(r'<option value="([^"]*)"', self._act)))]
        if self.kind == "discard":
            owed = re.search(r'data-owed="(\d+)"', self._act)
            held = re.findall(r'data-card="(\w+)"', self._hand)
            return [*common, *(("card", card) for card in random.sample(held, int(owed[1]) if owed else 1))]
        return [*common, ("take", "no")]

    async def choose(self, key: str, move: list[tuple[str, Any]]) -> Reply:
        headers = f"HX-Request: true\r\nHX-Target: act\r\nHX-Current-URL: http://127.0.0.1:{self._line.port}/t/{self.code}\r\n"
        answer = await self._post(f"/t/{self.code}/actions", [*move, ("key", key)], headers)
        if answer.status == 200:
            return Reply(taken=True, version=int(answer.headers.get("yeti-version", 0)))
        wait_s = float(answer.headers.get("retry-after", 1)) if answer.status in (429, 503) else None
        return Reply(taken=False, wait_s=wait_s, said=f"{answer.status} {said(answer)}")

    def hang_up(self) -> None:
        if self._socket is not None:
            self._socket.hang_up()
            self._socket = None

    def close(self) -> None:
        self.hang_up()
        self._line.close()


def section(html: str, name: str) -> str:
    start = html.find(f'id="{name}"')
    return "" if start < 0 else html[start : html.find("</section>", start)]


def said(answer: Answer) -> str:
    """The first words of a page."""
    return " ".join(re.sub(r"<[^>]*>", " ", answer.text.rpartition("<main")[2]).split())[:100]
