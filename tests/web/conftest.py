"""The whole application in the test's own loop, on a database of its own, without a socket to the outside."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from app.main import create_app
from app.settings import Settings
from app.storage import table_repository
from app.web.handlers import request_timeout
from tests.goodbyes import connections_gone


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told to try again because the machine is busy with other work; what waits for ever still ends."""
    monkeypatch.setattr(request_timeout, "limit_s", 60.0)
    monkeypatch.setattr(table_repository, "hold_limit_s", 60.0)


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[FastAPI]:
    async with app.router.lifespan_context(app):
        yield app
    await connections_gone()


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    settings = Settings.from_environment(
        {"DATABASE_URL": f"sqlite:///{tmp_path / 'yeti.db'}", "BOT_DELAY_MS": "0", "ABSENCE_MS": "0"}
    )
    async with running(create_app(settings)) as app:
        yield app


class Guest:
    """Somebody with a browser that runs no script: keeps cookies, sends Origin, follows nothing by itself."""

    def __init__(self, app: FastAPI) -> None:
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app),
            base_url="http://yeti.test",
            headers={"origin": "http://yeti.test", "accept": "text/html"},
        )
        self.token = ""

    async def get(self, path: str) -> httpx.Response:
        answer = await self.http.get(path)
        found = re.search(r'name="?token"?\s+value="([0-9a-f]{32})"', answer.text)
        if found:
            self.token = found[1]
        return answer

    async def post(self, path: str, **fields: str) -> httpx.Response:
        if not self.token:
            await self.get("/")
        return await self.http.post(path, data={"token": self.token} | fields)

    async def open_table(self, name: str) -> str:
        """Opens a private table and gives its code."""
        answer = await self.post("/tables", name=name)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")


@pytest.fixture
async def mira(app: FastAPI) -> AsyncIterator[Guest]:
    guest = Guest(app)
    yield guest
    await guest.http.aclose()


@pytest.fixture
async def ruben(app: FastAPI) -> AsyncIterator[Guest]:
    guest = Guest(app)
    yield guest
    await guest.http.aclose()
