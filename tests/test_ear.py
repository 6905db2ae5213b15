"""The socket that weighs what a player is sent (tools/weight.py)."""

import asyncio
import base64
import hashlib
import re

import pytest
from websockets.asyncio.client import connect

from tools.weight import Ear

MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
FRAME = b"\x81\x05hello"


@pytest.mark.parametrize("cut", [0, -3, None])
async def test_a_frame_is_weighed_wherever_the_line_cuts_the_answer_before_it(cut: int | None) -> None:
    """One piece, a cut within the end of the head, and a cut between head and frame weigh the same."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readuntil(b"\r\n\r\n")
        key = re.search(rb"(?i)sec-websocket-key: *(\S+)", asked)
        assert key
        accept = base64.b64encode(hashlib.sha1(key[1] + MAGIC, usedforsecurity=False).digest())
        head = (
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n"
        )
        first = len(head) if cut is None else len(head) + cut
        if cut == 0:
            writer.write(head + FRAME)
        else:
            writer.write(head[:first])
            await writer.drain()
            await asyncio.sleep(0)
            writer.write(head[first:] + FRAME)
        await reader.read()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        ear = await connect(f"ws://127.0.0.1:{port}/", create_connection=Ear)
        assert isinstance(ear, Ear)
        assert await ear.recv() == "hello"
        assert ear.count == len(FRAME)
        ear.transport.close()
        await ear.wait_closed()
