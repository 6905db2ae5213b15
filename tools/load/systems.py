"""What is measured: floors and the product, each started anew on the servers' core with a database of its own."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import sys
import urllib.request
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg

from tools.cluster import Cluster
from tools.load import cost
from tools.serving import ends_within_s, free_port, root, starts_within_s

floors = ("floor, memory", "floor, Postgres")
products = ("product, SQLite", "product, Postgres", "product, two processes")


@dataclass(slots=True)
class System:
    """`ports`: a seat goes to one of them, in turn; `servers`: processes of the server, `all`: with the database's."""

    name: str
    ports: list[int] = field(default_factory=list)
    servers: list[int] = field(default_factory=list)
    database: list[int] = field(default_factory=list)
    address: str = ""

    @property
    def is_floor(self) -> bool:
        return self.name in floors

    @property
    def all(self) -> list[int]:
        return [*self.servers, *self.database]

    async def missing(self, keys: Collection[str]) -> int | None:
        """How many of the accepted choices do not stand in the log; None where nothing is kept."""
        if not self.address:
            return None
        if self.address.startswith("sqlite"):
            stored = await asyncio.to_thread(self._kept_in_file)
        else:
            connection = await asyncpg.connect(self.address)
            table = "floor_actions" if self.is_floor else "actions"
            rows = await connection.fetch(f"SELECT key FROM {table} WHERE key IS NOT NULL")
            stored = {row["key"].rpartition(".")[2] for row in rows}
            await connection.close()
        return len(set(keys) - stored)

    def _kept_in_file(self) -> set[str]:
        with contextlib.closing(sqlite3.connect(self.address.removeprefix("sqlite:///"))) as connection:
            rows = connection.execute("SELECT key FROM actions WHERE key IS NOT NULL").fetchall()
        return {key.rpartition(".")[2] for (key,) in rows}


@contextlib.asynccontextmanager
async def running(
    name: str, folder: Path, cluster: Cluster, cores: cost.Cores, *, program: Sequence[str] = ("app", "serve")
) -> AsyncIterator[System]:
    """Started, pinned, and stopped afterwards. `folder`: its own, for a database and the logs. `program`: the module
    that is the product's server, with its words.
    """
    system = System(name)
    async with contextlib.AsyncExitStack() as stack:
        if name == "product, SQLite":
            system.address = f"sqlite:///{folder / 'yeti.db'}"
        elif name != "floor, memory":
            database = f"load_{free_port()}"
            await cluster.command(f"CREATE DATABASE {database}")
            stack.push_async_callback(cluster.command, f"DROP DATABASE {database} WITH (FORCE)")
            system.address = f"{cluster.address.rpartition('/')[0]}/{database}"
            system.database = [int((cluster.folder / "postmaster.pid").read_text().split()[0])]
            cost.pin(cost.family(system.database), cores.servers)
        for _ in range(2 if name == "product, two processes" else 1):
            port = free_port()
            process = await stack.enter_async_context(_server(system, port, folder, cores, program))
            system.ports.append(port)
            system.servers.append(process.pid)
        yield system


@contextlib.asynccontextmanager
async def _server(
    system: System, port: int, folder: Path, cores: cost.Cores, program: Sequence[str]
) -> AsyncIterator[asyncio.subprocess.Process]:
    words = ["-m", *program]
    if system.is_floor:
        words = ["-m", "tools.load.floor", str(port), *([system.address] if system.address else [])]
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "DATABASE_URL": system.address}
    log = folder / f"server-{port}.log"
    with log.open("wb") as written:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *words, cwd=root, env=os.environ | settings, stdout=written, stderr=written,
            preexec_fn=lambda: os.sched_setaffinity(0, cores.servers),
        )  # fmt: skip
        try:
            async with asyncio.timeout(starts_within_s):
                while not await _answers(port, is_floor=system.is_floor):
                    if process.returncode is not None:
                        raise RuntimeError(log.read_text()[-3000:])
                    await asyncio.sleep(0.1)
            yield process
        finally:
            await _ended(process)


async def _answers(port: int, *, is_floor: bool) -> bool:
    try:
        if is_floor:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return True
        return await asyncio.to_thread(_is_healthy, port)
    except OSError:
        return False


def _is_healthy(port: int) -> bool:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/-/health", timeout=5) as answer:
        return bool(answer.status == 200)


async def _ended(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    process.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(process.wait(), ends_within_s)
    except TimeoutError:
        process.kill()
        await process.wait()
