"""A real server in a process of its own, on a database of its own, and the Chromium that looks at it."""

import contextlib
import os
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

root = Path(__file__).resolve().parents[1]
chromium_flags = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
starts_within_s = 90
ends_within_s = 60


def chromium() -> str | None:
    """The path of Chromium: `CHROMIUM`, else what PATH offers; None without one."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next((p for p in map(shutil.which, names) if p), None)


def free_port() -> int:
    """Below the ports a system gives to outgoing connections: none of them takes it before the server has started, or
    while one that was stopped is down.
    """
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as listener, contextlib.suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


def database_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'yeti.db'}"


@contextlib.contextmanager
def serving(folder: Path, *, program: str = "app", **environment: str) -> Iterator[str]:
    """The address of a server that keeps its database and its log (`server.log`) in `folder`. `program`: what is
    started; `tools.seeded` takes the chance out of it.
    """
    port = free_port()
    settings = {"PORT": str(port), "DATABASE_URL": database_in(folder), "BOT_DELAY_MS": "0"}
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", program, "serve"],
            env=os.environ | settings | environment,
            stdout=log,
            stderr=log,
            cwd=root,
        )
        address = f"http://127.0.0.1:{port}"
        try:
            deadline = time.monotonic() + starts_within_s
            while not answers(address):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError((folder / "server.log").read_text())
                time.sleep(0.05)
            yield address
        finally:
            process.terminate()
            process.wait(ends_within_s)


def answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/-/health").status_code == 200
    except httpx.TransportError:
        return False
