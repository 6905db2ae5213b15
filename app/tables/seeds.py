"""Where a game's chance comes from: a secret made with the table, shown as its hash before anybody can know
it.

docs/rules has the byte stream that follows from a seed; here are only the secret, its commitment and the
seed.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence


def new_secret() -> bytes:
    """32 bytes, drawn when the table is opened."""
    return secrets.token_bytes(32)


def commitment_of(secret: bytes) -> str:
    """Hex SHA-256 of the secret: shown in the lobby, checked by anybody once the game is over."""
    return hashlib.sha256(secret).hexdigest()


def seed_of(secret: bytes, contributions: Sequence[bytes] = ()) -> bytes:
    """32 bytes: HMAC-SHA256 of the players' contributions in seat order, keyed by the secret."""
    return hmac.digest(secret, b"".join(contributions), hashlib.sha256)
