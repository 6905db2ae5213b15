"""A Postgres cluster of its own, in a folder that goes with it, to be stopped, killed and filled at will."""

import asyncio
import contextlib
import os
import pwd
import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg

from tools.serving import free_port


def _programs() -> Path:
    """Where initdb and pg_ctl are; the newest version."""
    kept = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    found = shutil.which("pg_ctl")
    return kept[-1] if kept else Path(found or "pg_ctl").parent


class Cluster:
    """Runs as an ordinary user: Postgres refuses root, so then `postgres` or `nobody` stands in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "cluster"
        self.port = free_port()
        self.address = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self._user: list[str] = []
        if os.geteuid() == 0:
            name = next(n for n in ("postgres", "nobody") if n in {u.pw_name for u in pwd.getpwall()})
            shutil.chown(folder, name)
            self._user = ["setpriv", f"--reuid={name}", "--clear-groups"]

    async def make(self) -> None:
        await self._run("initdb", "-D", str(self.folder), "-U", "postgres", "-A", "trust", "--no-sync")
        with (self.folder / "postgresql.conf").open("a") as settings:
            settings.write(
                f"port = {self.port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n"
                "max_connections = 60\nmin_wal_size = 32MB\nmax_wal_size = 64MB\nshared_buffers = 32MB\n"
            )
        await self.start()

    async def start(self) -> None:
        log = str(self.folder / "log")
        await self._run("pg_ctl", "-D", str(self.folder), "-w", "-l", log, "start")

    async def stop(self, how: str = "fast") -> None:
        """`how`: fast, or immediate (a crash)."""
        await self._run("pg_ctl", "-D", str(self.folder), "-w", "-m", how, "stop")

    async def command(self, sql: str) -> None:
        connection = await asyncpg.connect(self.address, timeout=5)
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    async def _run(self, program: str, *words: str) -> None:
        process = await asyncio.create_subprocess_exec(
            *self._user,
            str(_programs() / program),
            *words,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        if await process.wait():
            raise RuntimeError(f"{program} {' '.join(words)} failed")


@contextlib.asynccontextmanager
async def cluster(folder: Path | None = None) -> AsyncIterator[Cluster]:
    """`folder`: where instead of a temporary one."""
    with tempfile.TemporaryDirectory() as made:
        own = Cluster(folder or Path(made))
        await own.make()
        try:
            yield own
        finally:
            with contextlib.suppress(RuntimeError):
                await own.stop("immediate")
