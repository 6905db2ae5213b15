"""What a page and a round weigh on their way to a player. `python -m tools.weight` prints where the bytes are.

A page: every byte of every answer as Chromium counts it, with an empty cache, and the socket's first message.
A round: what the socket brings one player from the reveal until the next selection is open, as it is sent: compressed,
frames and heartbeats included.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Browser, CDPSession, sync_playwright
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from app.games.avalanche.actions import TakeBack
from app.games.avalanche.events import Phase
from tools.prepared import Guest, Prepared, PreparedTables, game
from tools.scenes import Browsing, Scene, apart, context_for
from tools.serving import chromium, chromium_flags, database_in, serving

complete_s = 30
news_s = 30
quiet_s = 0.4
"""A table at which nothing has been said for so long has told its news."""


class Ear(ClientConnection):
    """A socket that counts what comes over the wire, frames and heartbeats included, the answer that opens it not."""

    count = 0
    version = 0
    heard: list[str]
    opening = b""

    def data_received(self, data: bytes) -> None:
        if b"\r\n\r\n" in self.opening:
            self.count += len(data)
        else:
            # The first frame may come in one piece with the end of the answer's head.
            self.opening += data
            self.count = len(self.opening.partition(b"\r\n\r\n")[2])
        super().data_received(data)

    async def listen(self) -> None:
        async for text in self:
            if not str(text).startswith('{"beat"'):
                self.heard.append(str(text))
                self.version = json.loads(text)["version"]

    def forget(self) -> None:
        self.count, self.heard = 0, []


async def listening(address: str, path: str, guest: Guest) -> Ear:
    ear = await connect(
        address.replace("http", "ws", 1) + path,
        origin=Origin(address),
        additional_headers={"Cookie": f"yeti={guest.token}"},
        create_connection=Ear,
    )
    assert isinstance(ear, Ear)
    ear.heard = []
    return ear


async def first_message(address: str, path: str, guest: Guest) -> int:
    """Bytes of the news that a page gets when it has just arrived."""
    ear = await listening(address, path, guest)
    await ear.recv()
    size = ear.count
    await ear.close()
    return size


@dataclass(slots=True)
class Load:
    """Bytes over the wire by path; `socket`: the first message; `others`: addresses that are not ours."""

    bytes: dict[str, int] = field(default_factory=dict)
    socket: int = 0
    others: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        return sum(self.bytes.values()) + self.socket


def first_load(
    browser: Browser, address: str, scene: Scene, how: Browsing | None = None, parts: Sequence[str] = ()
) -> Load:
    """One visit with an empty cache, until the page has been quiet for a while, and an address for each of these
    `parts` has come if it comes at all: on a busy machine a page is quiet before it is complete.
    """
    context = context_for(browser, address, scene, how or Browsing())
    page = context.new_page()
    session: CDPSession = context.new_cdp_session(page)
    load, paths, sockets = Load(), dict[str, str](), list[str]()

    def asked(event: dict[str, Any]) -> None:
        url = event["request"]["url"]
        paths[event["requestId"]] = urlsplit(url).path
        if not url.startswith((address, "data:")):
            load.others.append(url)

    def came(event: dict[str, Any]) -> None:
        path = paths.get(event["requestId"], "?")
        load.bytes[path] = load.bytes.get(path, 0) + int(event["encodedDataLength"])

    session.on("Network.requestWillBeSent", asked)
    session.on("Network.loadingFinished", came)
    session.on("Network.webSocketCreated", lambda event: sockets.append(event["url"]))
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(scene.path, wait_until="networkidle")
    end = time.monotonic() + complete_s
    while (
        not all(any(part in seen for seen in (*load.bytes, *sockets)) for part in parts)
        and time.monotonic() < end
    ):
        page.wait_for_timeout(50)
    page.wait_for_timeout(500)
    context.close()
    if sockets and scene.guest:
        url = urlsplit(sockets[0])
        load.socket = apart(first_message(address, f"{url.path}?{url.query}", scene.guest))
    return load


@dataclass(frozen=True, slots=True)
class Round:
    """Bytes each player got. `update`: from the reveal to the next selection; `locks`: while others still chose."""

    number: int
    update: tuple[int, ...]
    locks: tuple[int, ...]
    parts: Counter[str]
    """Plain bytes by region of the heaviest player's update; `events` are the story."""


class Race:
    """People at one table of a running server, who speak by POST and hear by socket."""

    def __init__(self, address: str, services: PreparedTables, table: Prepared) -> None:
        self.address, self.services, self.table = address, services, table
        self.ears: list[Ear] = []

    async def sit_down(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.tasks = []
        for guest in self.table.company:
            self.ears.append(await listening(self.address, f"/t/{self.table.code}/socket", guest))
            self.tasks.append(asyncio.create_task(self.ears[-1].listen()))
        await self.told()

    async def told(self) -> None:
        """Until everybody has heard how the table stands, and no more is said."""
        version = (await self.services.tables.find(self.table.code)).table.version
        async with asyncio.timeout(news_s):
            while any(ear.version < version for ear in self.ears):  # noqa: ASYNC110  # a tool that counts, by and by
                await asyncio.sleep(0.01)
        await asyncio.sleep(quiet_s)

    async def leave(self) -> None:
        for ear in self.ears:
            await ear.close()
        await asyncio.gather(*self.tasks)

    async def act(self, turn: int) -> None:
        """The first awaited seat makes a choice of its own."""
        state = await self.services.state(self.table)
        seat = game.waiting_on(state)[0]
        legal = [a for a in game.legal_actions(state, seat) if not isinstance(a, TakeBack)]
        answer = await self.client.post(
            f"{self.address}/t/{self.table.code}/actions",
            json={
                "decision": game.decision(state),
                "key": f"w{turn}",
                "action": game.encode_action(legal[(turn * 7919) % len(legal)]),
            },
            headers={
                "cookie": f"yeti={self.table.company[seat].token}",
                "origin": self.address,
                "accept": "application/json",
            },
        )
        answer.raise_for_status()

    async def round(self, turn: int) -> tuple[Round, int]:
        """From one open selection to the next, or to the end."""
        state = await self.services.state(self.table)
        number = game.view(state, None).round
        self._forget()
        for _ in game.waiting_on(state)[1:]:
            await self.act(turn := turn + 1)
        await self.told()
        locks = tuple(ear.count for ear in self.ears)
        self._forget()
        await self.act(turn := turn + 1)
        while (seats := game.waiting_on(state := await self.services.state(self.table))) and (
            game.view(state, None).phase is not Phase.SELECT
        ):
            assert seats
            await self.act(turn := turn + 1)
        await self.told()
        update = tuple(ear.count for ear in self.ears)
        heaviest = self.ears[update.index(max(update))]
        return Round(number, update, locks, parts_of(heaviest.heard)), turn

    def _forget(self) -> None:
        for ear in self.ears:
            ear.forget()


def parts_of(messages: list[str]) -> Counter[str]:
    parts: Counter[str] = Counter()
    for text in messages:
        message = json.loads(text)
        for region in message["regions"]:
            parts[region["id"]] += len(region["html"].encode())
        parts["events"] += len(json.dumps(message["events"], ensure_ascii=False).encode())
    return parts


async def race(address: str, database_url: str, name: str, rounds: int) -> list[Round]:
    """So many rounds at the prepared table of this name, fewer if the race ends before."""
    async with PreparedTables(database_url) as services, httpx.AsyncClient() as client:
        racing = Race(address, services, await services.play(name))
        await racing.sit_down(client)
        done: list[Round] = []
        turn = 0
        while len(done) < rounds and game.waiting_on(await services.state(racing.table)):
            one, turn = await racing.round(turn)
            done.append(one)
        await racing.leave()
        return done


def report(load: Load, title: str) -> None:
    print(f"{title}: {load.total:,} bytes over the wire, of these {load.socket:,} on the socket")
    for path, size in sorted(load.bytes.items(), key=lambda item: -item[1]):
        print(f"  {size:7,}  {path}")


def main() -> int:
    with tempfile.TemporaryDirectory() as place, serving(Path(place)) as address:
        url = database_in(Path(place))

        async def tables() -> list[Prepared]:
            async with PreparedTables(url) as services:
                return [await services.play(name) for name in ("select", "two", "solo")]

        made = asyncio.run(tables())
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium(), args=list(chromium_flags))
            report(first_load(browser, address, Scene("home", "/")), "home")
            for table in made:
                scene = Scene(table.name, f"/t/{table.code}", table.company[0], table)
                report(first_load(browser, address, scene), f"table ({table.name})")
            browser.close()
        for name, count in (("start", 8), ("select", 8), ("two", 5), ("solo", 5)):
            for one in asyncio.run(race(address, url, name, count)):
                print(f"{name} round {one.number}: update {one.update}, locks before it {one.locks}")
                print("   ", ", ".join(f"{part} {size:,}" for part, size in one.parts.most_common(8)))
    return 0


if __name__ == "__main__":
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    sys.exit(main())
