"""A socket that is woken for nothing: heartbeats come as if it had not been."""

import asyncio
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from app.web.http.request_user import RequestUser
from app.web.live import socket as module
from app.web.live.broadcaster import PageSubscription

pytestmark = pytest.mark.anyio


class NothingForThisReader:
    """What others are told in private wakes all who listen to the table."""

    def __init__(self) -> None:
        self.asked = 0

    async def greeting(self, reader: PageSubscription) -> bytes | None:
        del reader
        return b"greeting"

    async def message(self, reader: PageSubscription) -> bytes | None:
        del reader
        self.asked += 1

    def heartbeat(self, reader: PageSubscription) -> bytes:
        del reader
        return b"beat"


class Line:
    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send_text(self, text: str) -> None:
        self.sent.append(text)


async def test_private_news_of_others_put_no_heartbeat_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a spectator saw when something was whispered, and of steady whispers took the line for dead."""
    monkeypatch.setattr(module, "heartbeat_s", 0.05)
    line, mark, source = Line(), asyncio.Event(), NothingForThisReader()
    reader = PageSubscription("t", RequestUser("", None, "en", None))
    writing = asyncio.create_task(module.write(cast(WebSocket, cast(Any, line)), mark, source, reader))
    async with asyncio.timeout(30):
        while line.sent.count("beat") < 3:
            mark.set()
            await asyncio.sleep(0.005)
            assert source.asked < 3_000  # woken so often, and no heartbeat yet
    writing.cancel()
    assert line.sent[0] == "greeting"
    assert source.asked
