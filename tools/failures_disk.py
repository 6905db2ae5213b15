"""A disk that is full while people play: an SQLite file that may not grow, a Postgres on a file system of its own. And
an SQLite file that its server, an ordinary user, may no longer write.
"""

import argparse
import asyncio
import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from tools.cluster import cluster
from tools.failing import Play, missing, playing
from tools.two_processes import Process

environment = {"BOT_DELAY_MS": "100", "LOG_LEVEL": "INFO"}
room_kb = 80
Step = Callable[[], Awaitable[None]]


async def full(args: argparse.Namespace) -> list[str]:
    with tempfile.TemporaryDirectory() as made:
        file = Path(made) / "yeti.db"
        process = Process(f"sqlite:///{file}", environment)
        await process.start()

        async def limit(size: str) -> None:
            # Files of this process may not grow beyond: SQLite meets what it meets on a full disk.
            await _run("prlimit", f"--pid={process.pid}", f"--fsize={size}:unlimited")

        biggest = await asyncio.to_thread(_biggest, Path(made))
        wrong = await _under_play(
            "SQLite",
            process,
            (lambda: limit(str(biggest + room_kb * 1024)), lambda: limit("unlimited")),
            Play([process.address], args.seed),
            f"sqlite:///{file}",
        )
    if os.geteuid() != 0:
        print("Postgres on a full file system: only as root, which may mount one", flush=True)
        return wrong
    async with _small_disk() as folder, cluster(folder) as own:
        process = Process(own.address, environment)
        await process.start()
        ballast = folder / "ballast"

        async def fill() -> None:
            await asyncio.to_thread(_fill, ballast)

        async def make_room() -> None:
            await asyncio.to_thread(ballast.unlink)

        play = Play([process.address], args.seed)
        return wrong + await _under_play("Postgres", process, (fill, make_room), play, own.address)


async def sqlite_read_only(args: argparse.Namespace) -> list[str]:
    """Its rights are taken away, which touches nothing that is open; then the files take no write at all (root, ext4 or
    the like, for `chattr`).
    """
    is_root = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as made:
        folder, file = Path(made), Path(made) / "yeti.db"
        if is_root:
            await asyncio.to_thread(shutil.chown, folder, "nobody")
        before = ("setpriv", "--reuid=nobody", "--clear-groups") if is_root else ()
        process = Process(f"sqlite:///{file}", environment, before)
        await process.start()
        play = Play([process.address], args.seed)
        try:
            wrong = await _without_rights(process, play, folder)
            wrong += [f"without rights: lost {key}" for key in await missing(play, f"sqlite:///{file}")]
            if not is_root:
                print("SQLite whose files take no write: only as root", flush=True)
                return wrong
            files = (str(folder), *(f"{file}{more}" for more in ("", "-wal", "-shm")))
            wrong += await _under_play(
                "SQLite, read-only",
                process,
                (lambda: _run("chattr", "+i", *files), lambda: _run("chattr", "-i", *files)),
                Play([process.address], args.seed + 1),  # the same seed would draw the same keys
                f"sqlite:///{file}",
            )
            return wrong
        finally:
            await process.stop()


async def _without_rights(process: Process, play: Play, folder: Path) -> list[str]:
    """Neither file nor folder may be written by whoever opens it now."""

    def allow(of_folder: int, of_files: int) -> None:
        folder.chmod(of_folder)
        for path in folder.glob("yeti.db*"):
            path.chmod(of_files)

    async with playing(play, 6):
        await play.more(20, 30)
        await asyncio.to_thread(allow, 0o555, 0o444)
        accepted = len(play.accepted)
        await asyncio.sleep(15)
        more = len(play.accepted) - accepted
        ready = await _until(process, 200, 5)
        await asyncio.to_thread(allow, 0o755, 0o644)
    print(
        f"SQLite, rights taken: {more} choices accepted in 15 s of it, ready after {ready} s; "
        f"answers {dict(play.answers)}",
        flush=True,
    )
    return [] if more and ready is not None else [f"without rights: {more} choices, ready after {ready} s"]


async def _under_play(
    name: str,
    process: Process,
    steps: tuple[Step, Step],
    play: Play,
    url: str,
) -> list[str]:
    """Plays, fills, waits, makes room, plays on."""
    (fill, make_room), wrong = steps, []
    try:
        async with playing(play, 6):
            await asyncio.sleep(3)
            await fill()
            seen = await _until(process, 503, 60)
            logged = process.log
            await asyncio.sleep(20)
            more = process.log[len(logged) :]
            accepted = len(play.accepted)
            await make_room()
            back = await _until(process, 200, 60)
            plays = await play.more(accepted, 60)
            await asyncio.sleep(3)
        lines = Counter(
            line.partition('"event": "')[2].partition('"')[0]
            for line in more.splitlines()
            if '"info"' not in line
        )
        print(f"{name}: not ready after {seen} s; lines of the log in 20 s of it: {dict(lines)}", flush=True)
        print(f"{name}: room made: ready after {back} s, people play on after {plays} s", flush=True)
        print(f"{name}: answers {dict(play.answers)}, {len(play.accepted)} accepted", flush=True)
        if seen is None or back is None or plays is None:
            wrong.append(f"{name}: {seen}, {back}, {plays}")
        if sum(lines.values()) > 3:
            wrong.append(f"{name}: {dict(lines)} in 20 s")
        wrong += [f"{name}: lost {key}" for key in await missing(play, url)]
        wrong += [line[:300] for line in process.log.splitlines() if '"level": "error"' in line]
        return wrong + play.odd[:10]
    finally:
        await process.stop()


async def _until(process: Process, wanted: int, limit_s: float) -> float | None:
    began = time.monotonic()
    async with httpx.AsyncClient(timeout=5) as client:
        while time.monotonic() - began < limit_s:
            try:
                if (await client.get(f"http://{process.address}/-/ready")).status_code == wanted:
                    return round(time.monotonic() - began, 1)
            except httpx.HTTPError:
                pass
            await asyncio.sleep(0.1)
    return None


def _biggest(folder: Path) -> int:
    return max(path.stat().st_size for path in folder.glob("yeti.db*"))


def _fill(ballast: Path) -> None:
    """Until nothing more fits."""
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue


@asynccontextmanager
async def _small_disk() -> AsyncIterator[Path]:
    folder = Path(tempfile.mkdtemp())
    await _run("mount", "-t", "tmpfs", "-o", "size=160m", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        await _run("umount", "-l", str(folder))
        await asyncio.to_thread(folder.rmdir)


async def _run(*words: str) -> None:
    process = await asyncio.create_subprocess_exec(*words)
    if await process.wait():
        raise RuntimeError(f"{' '.join(words)} failed")
