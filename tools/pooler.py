"""A pgbouncer of its own in front of a Postgres, in a folder that goes with it; it must be installed."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tools.serving import free_port

settings = """[databases]
* = host={host} port={port} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
"""


def pgbouncer() -> str | None:
    """Its path; None if it is not installed."""
    return shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


@asynccontextmanager
async def pooler(url: str, mode: str) -> AsyncIterator[str]:
    """The address of the database at `url` by way of a pooler. `mode`: session or transaction."""
    path, parts, listen = pgbouncer(), urlsplit(url), free_port()
    assert path is not None
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        given = {"host": parts.hostname, "port": parts.port or 5432, "user": parts.username or "postgres"}
        _write(folder, settings.format(listen=listen, mode=mode, **given))
        # It runs as nobody's superuser: root's rights are put off, as it asks for.
        user = ["-u", "nobody"] if os.geteuid() == 0 else []
        process = await asyncio.create_subprocess_exec(
            path, *user, "-q", str(folder / "settings.ini"), stderr=asyncio.subprocess.DEVNULL
        )
        try:
            for _ in range(100):
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", listen)
                except OSError:
                    await asyncio.sleep(0.05)
                else:
                    writer.close()
                    break
            yield f"postgresql://{given['user']}@127.0.0.1:{listen}{parts.path}"
        finally:
            process.terminate()
            await process.wait()


def _write(folder: Path, text: str) -> None:
    (folder / "settings.ini").write_text(text)
    folder.chmod(0o755)
