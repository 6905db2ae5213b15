"""A browser's two lines to a server, as cheap as they can be had: a kept HTTP/1.1 connection and a WebSocket.

Only what our own servers say is understood. Bodies come by Content-Length or in chunks; messages of the socket may be
deflated, as Chromium offers it.
"""

import asyncio
import base64
import os
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import brotli

agent = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
)
gives_up_s = 60.0


@dataclass(frozen=True, slots=True)
class Answer:
    """`headers`: names in small letters; of cookies all that are set, one a line."""

    status: int
    headers: dict[str, str]
    raw: bytes

    @property
    def text(self) -> str:
        is_brotli = self.headers.get("content-encoding") == "br"
        return (brotli.decompress(self.raw) if is_brotli else self.raw).decode()


class HttpLine:
    """`address`: of this computer, from which is spoken: limits go by it."""

    def __init__(self, port: int, address: str) -> None:
        self.port = port
        self.address = address
        self.cookies: dict[str, str] = {}
        self.requests = 0
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turn = asyncio.Lock()

    @property
    def common(self) -> str:
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return (
            f"Host: 127.0.0.1:{self.port}\r\nOrigin: http://127.0.0.1:{self.port}\r\nUser-Agent: {agent}\r\n"
            f"Accept-Language: en-GB,en;q=0.9\r\nCookie: {jar}\r\n"
        )

    async def send(self, method: str, path: str, headers: str = "", body: str | None = None) -> Answer:
        """Tried once more if the server had just closed the kept connection."""
        length = "" if body is None else f"Content-Length: {len(body)}\r\n"
        request = f"{method} {path} HTTP/1.1\r\n{self.common}Accept-Encoding: gzip, deflate, br, zstd\r\n"
        data = f"{request}{headers}{length}\r\n{body or ''}".encode()
        async with self._turn, asyncio.timeout(gives_up_s):
            for is_last in (False, True):
                is_kept = self._streams is not None
                try:
                    return await self._once(data)
                except (OSError, EOFError):
                    self.close()
                    if is_last or not is_kept:
                        raise
        raise AssertionError

    async def _once(self, data: bytes) -> Answer:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0), limit=1 << 20
            )
        reader, writer = self._streams
        self.requests += 1
        writer.write(data)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers: dict[str, str] = {}
        for line in lines[1:-2]:
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                cookie, _, kept = value.split(";", 1)[0].partition("=")
                if cookie in ("yeti", "yeti-before"):
                    self.cookies[cookie] = kept
            headers[name.lower()] = value
        if "chunked" in headers.get("transfer-encoding", ""):
            body = b""
            while size := int(await reader.readuntil(b"\r\n"), 16):
                body += (await reader.readexactly(size + 2))[:-2]
            await reader.readexactly(2)
        else:
            body = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        return Answer(int(lines[0].split()[1]), headers, body)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class SocketLine(asyncio.Protocol):
    """An open WebSocket. `heard`: called with each text; `gone`: once, with the close code, unless we hung up."""

    def __init__(self, request: bytes, heard: Callable[[bytes], None], gone: Callable[[int], None]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = request
        self._heard = heard
        self._gone = gone
        self._data = bytearray()
        self._parts = bytearray()
        self._is_deflated = False
        self._inflater = zlib.decompressobj(-15)
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: Any) -> None:  # uvloop's is no asyncio.Transport by its class
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self._ended(1006, error)

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self.opened.done():
            end = self._data.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._data.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(OSError(self._data[:30].decode("latin-1")))
                self.hang_up()
                return
            del self._data[: end + 4]
            self.opened.set_result(None)
        while self._frame():
            pass

    def _frame(self) -> bool:
        data = self._data
        if len(data) < 2:
            return False
        first, length, start = data[0], data[1] & 127, 2
        if length > 125:
            start = 4 if length == 126 else 10
            if len(data) < start:
                return False
            length = int.from_bytes(data[2:start])
        if len(data) < start + length:
            return False
        payload = bytes(data[start : start + length])
        del data[: start + length]
        code = first & 15
        if code == 8:
            self._ended(struct.unpack("!H", payload[:2])[0] if payload else 1005, None)
            return False
        if code == 9:
            self._write(10, payload)
        elif code < 3:
            if code:
                self._is_deflated = bool(first & 64)
            self._parts += payload
            if first & 128:
                whole = bytes(self._parts)
                self._parts.clear()
                if self._is_deflated:
                    whole = self._inflater.decompress(whole + b"\0\0\xff\xff")
                self._heard(whole)
        return True

    def send(self, text: bytes) -> None:
        self._write(1, text)

    def _write(self, code: int, payload: bytes) -> None:
        """Masked by zeros: the law wants a mask, and nobody listens in here."""
        if self._transport is not None and not self._transport.is_closing():
            size = len(payload)
            head = bytes((128 | size,)) if size < 126 else b"\xfe" + struct.pack("!H", size)
            self._transport.write(bytes((128 | code,)) + head + b"\0\0\0\0" + payload)

    def hang_up(self) -> None:
        self._gone = lambda _code: None
        self._heard = lambda _text: None
        if self._transport is not None:
            self._write(8, b"\x03\xe8")
            self._transport.close()

    def _ended(self, code: int, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or OSError("closed before it was open"))
            return
        gone, self._gone = self._gone, lambda _code: None
        if self._transport is not None:
            self._transport.close()
        gone(code)


async def listen(
    line: HttpLine, path: str, heard: Callable[[bytes], None], gone: Callable[[int], None]
) -> SocketLine:
    """A socket from the same browser. Raises OSError where there is none."""
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\n{line.common}Connection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n"
    ).encode()
    _, made = await asyncio.get_running_loop().create_connection(
        lambda: SocketLine(request, heard, gone), "127.0.0.1", line.port, local_addr=(line.address, 0)
    )
    async with asyncio.timeout(gives_up_s):
        await made.opened
    return made
