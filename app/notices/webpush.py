"""Web Push: a message that only one browser can read (RFC 8291), signed by this server (RFC 8292). Pure.

`http_ece` encrypts. The libraries that also send bring an HTTP client of their own, which would connect wherever an
endpoint points to. The tests compare with the example of the standard.
"""

import base64
import json
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

token_s = 12 * 3600
"""How long a signature holds; services allow a day."""


class BadKey(ValueError):
    """Not a private key of P-256 in base64url."""


def written(raw: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def read(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """The key whose 32 bytes `text` is, as `python -m app admin vapid` writes it. Raises BadKey."""
    try:
        raw = read(text)
        if len(raw) != 32:
            raise BadKey
        return ec.derive_private_key(int.from_bytes(raw), ec.SECP256R1())
    except ValueError:
        raise BadKey from None


def new_keys() -> tuple[str, str]:
    """A fresh pair, private half first, both as the settings take them."""
    key = ec.generate_private_key(ec.SECP256R1())
    return written(key.private_numbers().private_value.to_bytes(32)), written(point(key.public_key()))


def sealed(
    payload: bytes,
    p256dh: str,
    auth: str,
    *,
    salt: bytes | None = None,
    once: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The body for a browser with these keys. `salt`, `once`: fresh for every message; given only to be compared with
    the standard's example. Raises ValueError for a point that is none.
    """
    body: bytes = http_ece.encrypt(
        payload,
        salt=salt,
        private_key=once or ec.generate_private_key(ec.SECP256R1()),
        dh=read(p256dh),
        auth_secret=read(auth),
        version="aes128gcm",
    )
    return body


@dataclass(frozen=True, slots=True)
class Vapid:
    """Our name at push services. `subject`: whom they may write to."""

    key: ec.EllipticCurvePrivateKey = field(repr=False)
    subject: str

    @property
    def public(self) -> str:
        """What browsers subscribe with, and services check."""
        return written(point(self.key.public_key()))

    def authorization(self, endpoint: str, now: int) -> str:
        """The header for a post to this endpoint. `now`: epoch ms."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": now // 1000 + token_s,
            "sub": self.subject,
        }
        halves = [
            json.dumps(half, separators=(",", ":")) for half in ({"typ": "JWT", "alg": "ES256"}, claims)
        ]
        text = ".".join(written(half.encode()) for half in halves)
        r, s = decode_dss_signature(self.key.sign(text.encode(), ec.ECDSA(SHA256())))
        return f"vapid t={text}.{written(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"
