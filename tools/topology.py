"""What docker-compose.yml and docs/operations.md describe, without Docker: two server processes, one Postgres, and a
real nginx before them with the very file of deploy/, on ports of its own.

    python -m tools.topology [DATABASE_URL]

Without an address a database is made for it and dropped at the end. Says where it is: https with a certificate that
nobody has signed. Ctrl-C ends everything.
"""

import asyncio
import contextlib
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tools.serving import free_port
from tools.two_processes import Process, database

root = Path(__file__).resolve().parents[1]
name = "localhost"
missing = "NO NGINX: apt-get install nginx-light, or make nginx"

around = """worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
events {{ worker_connections 4096; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/yeti.conf;
}}
"""


def nginx() -> str | None:
    """Its path; None if it is not installed."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


@dataclass(frozen=True)
class Topology:
    """`address`: host and port of nginx; `plain`: of its port without TLS; `certificate`: file to trust; `log`: its
    log's file.
    """

    processes: tuple[Process, Process]
    address: str
    plain: str
    certificate: Path
    log: Path

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))


def configured(
    text: str, folder: Path, upstreams: Sequence[int], encrypted: int, plain: int, *, tls: bool
) -> str:
    """deploy/nginx.conf for this machine: ports, name, certificate. Without `tls` its second server speaks plainly."""
    text = re.sub(r" *listen \[::\][^;]*;\n", "", text)  # of the other family nobody asks here
    for here, there in zip(("8001", "8002"), upstreams, strict=True):
        text = text.replace(f"127.0.0.1:{here} ", f"127.0.0.1:{there} ")
    text = text.replace("yeti.example.org;", f"{name};").replace("listen 80;", f"listen 127.0.0.1:{plain};")
    text = re.sub(r"ssl_certificate +\S+;", f"ssl_certificate {folder}/own.pem;", text)
    text = re.sub(r"ssl_certificate_key +\S+;", f"ssl_certificate_key {folder}/own.key;", text)
    text = text.replace("/var/log/nginx/yeti.log crit", f"{folder}/yeti.log crit")
    if not tls:
        text = re.sub(r"\n *ssl_\w+ [^;]+;", "", text).replace(" ssl http2;", ";")
    return text.replace("listen 443", f"listen 127.0.0.1:{encrypted}")


def make_certificate(folder: Path) -> None:
    """A certificate for localhost, signed by itself: own.pem, and own.key beside it."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "own.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "own.key").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )


def written(folder: Path, ours: str, path: str) -> list[str]:
    """Puts everything nginx needs into the folder and lets it read that; the command that starts it."""
    folder.chmod(0o755)
    make_certificate(folder)
    (folder / "yeti.conf").write_text(ours)
    (folder / "nginx.conf").write_text(around.format(folder=folder))
    words = [path, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "nginx.log")]
    tried = subprocess.run([*words, "-t"], capture_output=True, text=True, check=False)
    if tried.returncode:
        raise RuntimeError(tried.stderr)
    return words


@contextlib.asynccontextmanager
async def topology(
    url: str, env: dict[str, str] | None = None, *, tls: bool = True
) -> AsyncIterator[Topology]:
    """Everything on one database, ended afterwards. Without `tls` people come to the second server without it, and
    BASE_URL is not set: for programs that play through nginx by thousands of requests.
    """
    path, encrypted, plain = nginx(), free_port(), free_port()
    if path is None:
        raise RuntimeError(missing)
    settings = {"BASE_URL": f"https://{name}:{encrypted}"} if tls else {}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        first, second = (Process(url, settings | (env or {})) for _ in range(2))
        ours = (root / "deploy" / "nginx.conf").read_text()
        ours = configured(ours, folder, (first.port, second.port), encrypted, plain, tls=tls)
        words = written(folder, ours, path)
        try:
            await asyncio.gather(first.start(), second.start())
            server = await asyncio.create_subprocess_exec(*words, "-g", "daemon off;")
            try:
                await _answers(encrypted)
                yield Topology(
                    (first, second),
                    f"{name if tls else '127.0.0.1'}:{encrypted}",
                    f"127.0.0.1:{plain}",
                    folder / "own.pem",
                    folder / "nginx.log",
                )
            finally:
                server.send_signal(signal.SIGTERM)
                await server.wait()
        finally:
            await asyncio.gather(first.stop(), second.stop())


async def _answers(port: int) -> None:
    async with asyncio.timeout(10):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return


async def main(url: str | None) -> None:
    async with contextlib.AsyncExitStack() as stack:
        url = url or await stack.enter_async_context(database())
        all_of_it = await stack.enter_async_context(topology(url))
        print(f"https://{all_of_it.address} before " + " and ".join(p.address for p in all_of_it.processes))
        print(f"the certificate, to be trusted or clicked away: {all_of_it.certificate}", flush=True)
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else None))
