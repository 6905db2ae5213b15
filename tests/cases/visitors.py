"""People with browsers that run no script, over real connections to real server processes."""

import asyncio
import json
import re
import ssl
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

unsecured = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""One for all: nobody comes by https, and reading the certificates for each of hundreds takes seconds."""


class Visitor:
    """`at`: the addresses of the processes they reach; each call names the one it goes to."""

    def __init__(self, *at: str, name: str = "Mira") -> None:
        self.at = at
        self.name = name
        self.token = ""
        self.seat = 0
        self.http = httpx.AsyncClient(headers={"accept": "text/html"}, timeout=60, verify=unsecured)

    async def get(self, path: str, process: int = 0) -> httpx.Response:
        answer = await self.http.get(self._url(path, process), follow_redirects=True)
        found = re.search(r'name="?token"?\s+value="([0-9a-f]{32})"', answer.text)
        if found:
            self.token = found[1]
        return answer

    async def post(
        self, path: str, process: int = 0, *, headers: dict[str, str] | None = None, **fields: str
    ) -> httpx.Response:
        if not self.token:
            await self.get("/", process)
        origin = {"origin": f"http://{self.at[process]}"}
        data = {"token": self.token} | {name.replace("_", "-"): value for name, value in fields.items()}
        return await self.http.post(self._url(path, process), data=data, headers=origin | (headers or {}))

    async def open_table(self, process: int = 0) -> str:
        answer = await self.post("/tables", process, name=self.name)
        assert answer.status_code == 303, said(answer)
        return answer.headers["location"].removeprefix("/t/")

    async def join(self, code: str, process: int = 0) -> None:
        answer = await self.post(f"/t/{code}/join", process, name=self.name)
        assert answer.status_code == 303, said(answer)

    async def regions(self, code: str, process: int = 0) -> dict[str, Any]:
        """The whole message of the table as this person gets it; regions by id."""
        answer = await self.http.get(self._url(f"/t/{code}/regions", process))
        assert answer.status_code == 200, answer.text
        message: dict[str, Any] = answer.json()
        place = message["place"].split(":")[1]
        self.seat = int(place) if place.isdecimal() else 0
        return message | {"regions": {r["id"]: r["html"] for r in message["regions"]}}

    async def asked(self, code: str, process: int = 0) -> tuple[str, int, list[str]]:
        """What the page asks for now (select, locked, yeti, wait, over, ...), the decision's number, and the
        ids of the cards on the hand.
        """
        regions = (await self.regions(code, process))["regions"]
        kind = re.search(r"\bis-(\w+)", regions["act"])
        decision = re.search(r'data-decision="(\d+)"', regions["act"])
        assert kind, regions["act"]
        cards = re.findall(r'id="card-(\w+)"', regions["hand"])
        return kind[1], int(decision[1]) if decision else 0, cards

    async def select(
        self, code: str, decision: int, card: str, process: int = 0, *, key: str = ""
    ) -> httpx.Response:
        """One card for the own skier, who has the seat's number."""
        fields = {"kind": "select", "decision": str(decision), f"card_{self.seat}": card, "key": key}
        return await self.post(f"/t/{code}/actions", process, **fields | {f"jump_{self.seat}": "no"})

    def listen(self, code: str, process: int = 0, *, at: str | None = None) -> connect:
        address = at or self.at[process]
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return connect(
            f"ws://{address}/t/{code}/socket",
            origin=f"http://{address}",  # type: ignore[arg-type]
            additional_headers={"cookie": cookies},
        )

    def _url(self, path: str, process: int) -> str:
        return f"http://{self.at[process]}{path}"


async def news(socket: ClientConnection, seconds: float = 60) -> dict[str, Any]:
    """The next message that is no heartbeat."""
    async with asyncio.timeout(seconds):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if "beat" not in message:
                return message


async def news_of(socket: ClientConnection, version: int, seconds: float = 60) -> dict[str, Any]:
    """The first message at this version or a later one."""
    async with asyncio.timeout(seconds):
        while (message := await news(socket, seconds))["version"] < version:
            continue
        return message


def said(answer: httpx.Response) -> str:
    """The words of a page, without its marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.text.partition("<main")[2]).split())[:300]
