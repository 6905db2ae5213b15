"""The whole application in this process, and people whose every received byte is kept until it has been judged."""

import asyncio
import re

import httpx
import msgspec
from fastapi import FastAPI
from starlette.types import Message

from tests.web.conftest import Guest

changing = re.compile(r'(data-now="?|"presence_version":)\d+')
"""What the time of day decides: a page's own, and when it is told who is here (once a second at most)."""

by_chance = {"set-cookie", "x-request-id"}


def connection(kind: str, path: str, headers: dict[str, str]) -> dict[str, object]:
    """The scope of a request or a socket."""
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "scheme": {"http": "http", "websocket": "ws"}[kind],
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("yeti.test", 80),
        "state": {},
        "extensions": {},
    }


class Ear:
    """An open socket of the application, without a network: keeps its frames until they are taken."""

    def __init__(self, app: FastAPI, path: str, cookie: str, token: str = "", query: str = "") -> None:
        """`token`: of a program, instead of a cookie."""
        self.frames: list[str] = []
        self.version = 0
        self.closed = asyncio.Event()
        self._news = asyncio.Event()
        self._began = False
        headers = {"host": "yeti.test", "origin": "http://yeti.test"}
        headers |= {"authorization": f"Bearer {token}"} if token else {"cookie": cookie}
        scope = connection("websocket", path, headers) | {"subprotocols": [], "query_string": query.encode()}
        self._task = asyncio.create_task(app(scope, self._receive, self._send))

    async def _receive(self) -> Message:
        if not self._began:
            self._began = True
            return {"type": "websocket.connect"}
        await self.closed.wait()
        return {"type": "websocket.disconnect", "code": 1001}

    async def _send(self, message: Message) -> None:
        if self.closed.is_set():
            raise OSError("the page has gone")  # as the server says it
        if message["type"] == "websocket.send":
            text = message.get("text") or message["bytes"].decode()
            self.frames.append(text)
            self.version = max(self.version, msgspec.json.decode(text).get("version", 0))
        self._news.set()

    async def reach(self, version: int) -> list[str]:
        """The frames up to this version, which are then forgotten."""
        async with asyncio.timeout(60):
            while self.version < version:
                self._news.clear()
                await self._news.wait()
        taken, self.frames = self.frames, []
        return taken

    async def close(self) -> None:
        self.closed.set()
        async with asyncio.timeout(60):
            await self._task


class Watched(Guest):
    """Somebody all of whose answers are kept, headers included. `seat`: None for who has none."""

    def __init__(self, app: FastAPI, name: str) -> None:
        super().__init__(app)
        self.app = app
        self.name = name
        self.seat: int | None = None
        self.ear: Ear | None = None
        self.heard: list[str] = []
        self.http.headers["accept-encoding"] = "identity"
        self.http.event_hooks["response"].append(self._keep)

    async def _keep(self, answer: httpx.Response) -> None:
        await answer.aread()
        self.heard.append(whole(answer))

    def listen(self, code: str, since: int = 0) -> None:
        """`since`: the version that the page shows."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        self.ear = Ear(self.app, f"/t/{code}/socket", cookie, query=f"since={since}")

    def take(self) -> str:
        """All that was heard since, which is then forgotten."""
        taken, self.heard = "\n".join(self.heard), []
        return taken

    async def read(self, paths: list[str]) -> list[str]:
        """Each address as it is answered: status, headers, body; what the time of day decides left out."""
        answers = [await self._answer(path) for path in paths]
        self.heard += answers
        return [changing.sub(r"\1", answer) for answer in answers]

    async def _answer(self, path: str) -> str:
        """Without the client, which waits for an end that a stream of events never has: its first news will do."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {
            "host": "yeti.test",
            "accept": "text/html",
            "accept-encoding": "identity",
            "cookie": cookie,
        }
        scope = connection("http", path, headers) | {"method": "GET", "http_version": "1.1"}
        enough = asyncio.Event()
        parts: list[str] = []
        stream = asked = False

        async def receive() -> Message:
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": b"", "more_body": False}
            await enough.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal stream
            if message["type"] == "http.response.start":
                named = [(name.decode(), value.decode()) for name, value in message["headers"]]
                parts.append(str(message["status"]))
                parts.extend(f"{name}: {value}" for name, value in named if name not in by_chance)
                stream = any("event-stream" in value for _, value in named)
            else:
                parts.append(message.get("body", b"").decode("utf-8", "replace"))
                if not message.get("more_body") or (stream and message["body"]):
                    enough.set()

        task = asyncio.create_task(self.app(scope, receive, send))
        async with asyncio.timeout(60):
            await enough.wait()
            if stream:
                task.cancel()
            await asyncio.wait({task})
        return "\n".join(parts)


def whole(answer: httpx.Response) -> str:
    """Every byte of an answer. An own cookie is the reader's business, and a request's own name is drawn at random."""
    headers = [f"{name}: {value}" for name, value in answer.headers.multi_items() if name not in by_chance]
    return "\n".join([str(answer.status_code), *headers, answer.text])


def addresses(app: FastAPI, code: str, table: str) -> list[str]:
    """Every address there is about a table, whatever is added later. What is wanted beside it is tried with 1."""
    filled = {"code": code, "table": table, "table_id": table, "id": table, "name": code}
    return sorted(
        re.sub(r"{(\w+)(?::\w+)?}", lambda part: filled.get(part[1], "1"), path)
        for path, methods in app.openapi()["paths"].items()
        if "get" in methods and (re.search(r"{(code|table|table_id|id)\b", path) or path.startswith("/r/"))
    )
