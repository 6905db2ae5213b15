"""Two server processes on one Postgres, behind one small proxy that hands out connections in turn.

    python -m tools.two_processes [DATABASE_URL]

Without an address a database is made for it and dropped at the end. Opens http://127.0.0.1:8100 (PORT); each
connection of a browser, sockets included, lands at one process or the other. Ctrl-C ends everything.
"""

import asyncio
import contextlib
import os
import secrets
import signal
import sys
import urllib.request
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import asyncpg

from tools.proxy import Proxy
from tools.serving import ends_within_s, free_port, starts_within_s

root = Path(__file__).resolve().parents[1]
default_server = "postgresql://postgres@127.0.0.1:5432/postgres"


@contextlib.asynccontextmanager
async def database(server: str | None = None) -> AsyncIterator[str]:
    """A database of its own on the server (TEST_POSTGRES_URL), dropped afterwards; its address."""
    server = server or os.environ.get("TEST_POSTGRES_URL", default_server)
    name = f"yeti_pair_{secrets.token_hex(6)}"
    await _command(server, f"CREATE DATABASE {name}")
    try:
        yield f"{server.rpartition('/')[0]}/{name}"
    finally:
        await _command(server, f"DROP DATABASE {name} WITH (FORCE)")


async def _command(server: str, sql: str) -> None:
    connection = await asyncpg.connect(server, timeout=3)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


class Process:
    """One server process. `env` beside DATABASE_URL and PORT: what the environment says otherwise. `before`: words
    before its own, as of a program that starts it as somebody else. `program`: what is started.
    """

    def __init__(
        self,
        url: str,
        env: dict[str, str] | None = None,
        before: Sequence[str] = (),
        *,
        program: str = "app",
    ) -> None:
        self._before = before
        self._program = program
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self._env = os.environ | {"LOG_LEVEL": "WARNING"} | (env or {})
        self._env |= {"DATABASE_URL": url, "PORT": str(self.port), "HOST": "127.0.0.1"}
        self._process: asyncio.subprocess.Process | None = None
        self._log = b""

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *self._before, sys.executable, "-m", self._program, "serve", cwd=root, env=self._env,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self._reading = asyncio.create_task(self._read())
        async with asyncio.timeout(starts_within_s):
            while not await asyncio.to_thread(self._answers):
                if self._process.returncode is not None:
                    await self._reading
                    raise RuntimeError(f"the server did not start: {self.log[-3000:]}")
                await asyncio.sleep(0.05)

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> bool:
        """Whether it ended when it was told to: if it does not, it is killed."""
        ended = True
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(how)
            try:
                await asyncio.wait_for(self._process.wait(), ends_within_s)
            except TimeoutError:
                ended = False
                self._process.kill()
                await self._process.wait()
        if self._process is not None:
            await self._reading
            self._process = None
        return ended

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """What it has written to its log so far."""
        return self._log.decode()

    async def _read(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        while chunk := await self._process.stderr.read(65536):
            self._log += chunk

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://{self.address}/-/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


@contextlib.asynccontextmanager
async def pair(
    url: str, env: dict[str, str] | None = None, *, program: str = "app"
) -> AsyncIterator[tuple[Process, Process]]:
    """Two processes on one database, stopped afterwards."""
    first, second = (Process(url, env, program=program) for _ in range(2))
    try:
        await asyncio.gather(first.start(), second.start())
        yield first, second
    finally:
        await asyncio.gather(first.stop(), second.stop())


async def main(url: str | None) -> None:
    async with contextlib.AsyncExitStack() as stack:
        url = url or await stack.enter_async_context(database())
        processes = await stack.enter_async_context(pair(url))
        proxy = Proxy([process.port for process in processes])
        await proxy.start(int(os.environ.get("PORT", "8100")))
        print(f"http://{proxy.address} in turn to " + " and ".join(p.address for p in processes), flush=True)
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        await stop.wait()
        await proxy.stop()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else None))
