"""Real servers at the other end, on this machine: a push service over TLS that reads what it gets, a mail server."""

import asyncio
import base64
import json
import ssl
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID

from app.notices.model import Browser
from tests.notices.mailbox import Mailbox


def unpadded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def padded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


@dataclass
class Reader:
    """The browser's side of Web Push: keys that never leave it, and how it reads a message. Written from the standard
    alone, with nothing of ours.
    """

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"0123456789abcdef"

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def at(self, endpoint: str) -> Browser:
        return Browser(1, endpoint, padded(self.point), padded(self.auth), "en")

    def read(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        theirs, text = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        )

        def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
            return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)

        secret = derived(shared, self.auth, b"WebPush: info\0" + self.point + theirs, 32)
        key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, text, None).rstrip(b"\0")
        assert plain[-1] == 2, "the last record ends with 2"
        return plain[:-1]


def signed_by(header: str) -> dict[str, Any]:
    """The claims of a VAPID header, whose signature is checked with the key it names; that key as `k`."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    raw = unpadded(signature)
    assert len(raw) == 64
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpadded(parts["k"]))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert json.loads(unpadded(head)) == {"typ": "JWT", "alg": "ES256"}
    read: dict[str, Any] = json.loads(unpadded(claims))
    return read | {"k": parts["k"]}


@dataclass
class Service:
    """A push service: keeps every request, answers with `status`. `stuck`: reads, and never answers; `drips`: answers
    a letter at a time, for ever.
    """

    port: int
    tls: ssl.SSLContext
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    status: str = "201 Created"
    stuck: bool = False
    drips: bool = False

    def endpoint(self, name: str = "abc") -> str:
        return f"https://localhost:{self.port}/push/{name}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                headers = {
                    k.lower(): v.strip() for k, _, v in (line.partition(":") for line in head[1:]) if k
                }
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                self.got.append((head[0], headers, body))
                if self.stuck:
                    await asyncio.sleep(3600)
                if self.drips:
                    writer.write(b"HTTP/1.1 200 OK\r\nx: ")
                while self.drips:
                    writer.write(b"x")
                    await writer.drain()
                    await asyncio.sleep(0.05)
                extra = "Location: https://localhost/elsewhere\r\n" if self.status.startswith("3") else ""
                writer.write(f"HTTP/1.1 {self.status}\r\n{extra}Content-Length: 0\r\n\r\n".encode())
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate for localhost, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    file = tmp_path_factory.mktemp("tls") / "localhost.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(secret + made.public_bytes(Encoding.PEM))
    return file


@pytest.fixture
async def service(certificate: Path) -> AsyncIterator[Service]:
    inside = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    inside.load_cert_chain(certificate)
    outside = ssl.create_default_context(cafile=str(certificate))
    made = Service(0, outside)
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0, ssl=inside)
    made.port = server.sockets[0].getsockname()[1]
    yield made
    server.close()


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox.open() as opened:
        yield opened
