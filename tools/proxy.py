"""A line between people and servers that can be slow, dead, or cut: what networks do, done on purpose."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator

close_frame = b"\x88\x02"
"""Begins a server's closing frame of two bytes: its code."""


class Proxy:
    """Hands each connection to the next port that takes it, and passes bytes on both ways.

    `hold()`: no byte passes until `release()`, as with a phone in a tunnel; connections stay open. `swallow()`: the
    same, but what was open stays dead for ever, as behind a router that has forgotten it; what is opened meanwhile
    comes through after `release()`. `cut()`: all connections break at once. `delay_s`: how long everything from the
    client is kept back, as by a slow network to a database.
    """

    def __init__(self, ports: list[int]) -> None:
        self._ports = ports
        self.delay_s = 0.0
        self._turn = 0
        self._free = asyncio.Event()
        self._free.set()
        self._server: asyncio.Server | None = None
        self._lines: set[Line] = set()
        self.address = ""

    async def start(self, port: int = 0) -> None:
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", port)
        self.address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self.cut()
            self.release()
            while self._lines:  # noqa: ASYNC110  # a tool that waits for many small ends
                await asyncio.sleep(0.01)
            await asyncio.sleep(0)  # transports that were cut say goodbye in the next turn of the loop

    def hold(self) -> None:
        self._free.clear()

    def swallow(self) -> None:
        self.hold()
        for line in self._lines:
            line.dead = True

    def release(self) -> None:
        self._free.set()

    def cut(self) -> None:
        for line in tuple(self._lines):
            line.cut()

    def close_sockets(self, code: int) -> int:
        """Ends every open socket with this code, as a server would; how many there were."""
        lines = [line for line in self._lines if line.is_socket and not line.dead]
        for line in lines:
            line.to_client.write(close_frame + code.to_bytes(2))
            line.to_server.close()
        return len(lines)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in self._ports:
            port = self._ports[self._turn % len(self._ports)]
            self._turn += 1
            try:
                back, forth = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue
            line = Line(writer, forth)
            self._lines.add(line)
            try:
                await asyncio.gather(
                    self._pipe(line, reader, forth, slow=True), self._pipe(line, back, writer)
                )
            finally:
                self._lines.discard(line)
            return
        writer.close()

    async def _pipe(
        self, line: "Line", reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, slow: bool = False
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                line.is_socket = line.is_socket or (slow and b"upgrade: websocket" in data[:4096].lower())
                await self._free.wait()
                if slow and self.delay_s:
                    await asyncio.sleep(self.delay_s)
                if line.dead:
                    continue
                writer.write(data)
                await writer.drain()
        with contextlib.suppress(OSError):
            writer.close()


class Line:
    """One connection of a client, and the one it is passed on to."""

    def __init__(self, to_client: asyncio.StreamWriter, to_server: asyncio.StreamWriter) -> None:
        self.to_client = to_client
        self.to_server = to_server
        self.dead = False
        self.is_socket = False

    def cut(self) -> None:
        for writer in (self.to_client, self.to_server):
            writer.transport.abort()


class Tunnel:
    """A proxy with a thread and a loop of its own, for tests that do not run in one. Its words take effect at once."""

    def __init__(self, ports: list[int]) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._ports = ports
        self._proxy = asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(60)

    @property
    def address(self) -> str:
        return f"http://{self._proxy.address}"

    def do(self, what: str, *given: int) -> int | None:
        """hold, swallow, release, cut, or close_sockets (with a code)."""

        async def say() -> int | None:
            done: int | None = getattr(self._proxy, what)(*given)
            return done

        return asyncio.run_coroutine_threadsafe(say(), self._loop).result(60)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)
        self._loop.close()

    async def _end(self) -> None:
        self._proxy.release()
        await self._proxy.stop()
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}), return_exceptions=True)
        await asyncio.sleep(0)  # transports that were cut say goodbye in the next turn of the loop

    async def _start(self) -> Proxy:
        proxy = Proxy(self._ports)
        await proxy.start()
        return proxy


@contextlib.contextmanager
def tunnel(*ports: int) -> Iterator[Tunnel]:
    made = Tunnel(list(ports))
    try:
        yield made
    finally:
        made.close()
