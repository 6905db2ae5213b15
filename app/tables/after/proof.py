"""The proof that a finished game's chance was settled before its first card: what was shown then, what is shown now,
and how one follows from the other (docs/rules/random.md).
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.tables.after.record import record_format
from app.tables.errors import NoSuchTable
from app.tables.model import Status
from app.tables.ports import StoredTable
from app.tables.seeds import commitment_of, seed_of

proof_format = "yeti-mountain-proof/1"


@dataclass(frozen=True, slots=True)
class Proof:
    """All in hex. `fingerprint`: SHA-256 of the secret, shown since the table was opened."""

    table: str
    game: str
    rules_version: int
    deck_hash: str
    seats: int
    options: tuple[str, ...]
    fingerprint: str
    secret: str
    contributions: tuple[str, ...]
    seed: str

    @property
    def text(self) -> str:
        """The block to be copied: a line a value, the same in every language, read by `verify`."""
        lines = {
            "format": proof_format,
            "table": self.table,
            "game": f"{self.game}, rules {self.rules_version}",
            "deck": self.deck_hash,
            "players": self.seats,
            "options": ", ".join(self.options) or "none",
            "fingerprint": self.fingerprint,
            "secret": self.secret,
            "contributions": ", ".join(self.contributions) or "none",
            "seed": self.seed,
        }
        checks = "fingerprint = SHA-256(secret), seed = HMAC-SHA-256(key secret, contributions), hex = bytes"
        return "\n".join([*(f"{name}: {value}" for name, value in lines.items()), f"check: {checks}"])


def proof_of(stored_table: StoredTable) -> Proof:
    """Raises NoSuchTable for a game that is not over, as for a table that there is not."""
    table = stored_table.table
    if table.status is not Status.OVER:
        raise NoSuchTable(table.id)
    return Proof(
        table.id,
        table.game,
        table.rules_version,
        table.deck_hash,
        len(table.seats),
        table.options,
        table.commitment,
        stored_table.secret.hex(),
        tuple(part.hex() for part in stored_table.contributions),
        seed_of(stored_table.secret, stored_table.contributions).hex(),
    )


class NotProved(Exception):
    """What does not hold, in a sentence."""


class Unreadable(Exception):
    """Neither a record nor a copied proof."""


def values_of(text: str) -> dict[str, Any]:
    """A copied block as the values of a record: format, commitment, secret, contributions, seed. Raises Unreadable."""
    lines: dict[str, str] = {}
    for line in text.strip().splitlines():
        name, _, value = line.partition(":")
        lines[name.strip()] = value.strip()
    if lines.get("format") != proof_format:
        raise Unreadable(f"this is neither a record nor a proof ({proof_format})")
    parts = lines.get("contributions", "none")
    return {
        "format": proof_format,
        "commitment": lines.get("fingerprint"),
        "secret": lines.get("secret"),
        "contributions": [] if parts == "none" else [part.strip() for part in parts.split(",")],
        "seed": lines.get("seed"),
    }


def settled_before(proof: Mapping[str, Any]) -> list[str]:
    """What holds of fingerprint, secret and seed, a sentence each. Raises NotProved, Unreadable."""
    if proof.get("format") not in (proof_format, record_format):
        raise Unreadable(f"{record_format} or {proof_format} is expected")
    try:
        secret = bytes.fromhex(proof["secret"])
        contributions = [bytes.fromhex(part) for part in proof["contributions"]]
        commitment, seed = str(proof["commitment"]), str(proof["seed"])
    except (KeyError, TypeError, ValueError) as error:
        raise Unreadable(f"a value is missing or no hex: {error}") from None
    if not hmac.compare_digest(commitment_of(secret), commitment):
        raise NotProved(
            f"the secret has the fingerprint {hashlib.sha256(secret).hexdigest()}, not {commitment}"
        )
    if seed_of(secret, contributions).hex() != seed:
        raise NotProved("the seed does not follow from secret and contributions")
    return ["the secret has the fingerprint shown before the start", "the seed follows from the secret"]


def played_so(record: Mapping[str, Any], replayed: Mapping[str, Any]) -> list[str]:
    """What holds of a whole record, given the game's own form of it played again. Raises NotProved."""
    own = record.get("record")
    if not isinstance(own, Mapping) or own.get("seed") != record.get("seed"):
        raise NotProved("the game was not played from this seed")
    if own.get("deck_hash") != record.get("deck_hash"):
        raise NotProved("the game was played with other cards")
    for key in ("winners", "reason"):
        if replayed.get(key) != record.get(key):
            raise NotProved(f"{key}: the choices lead to {replayed.get(key)}, not {record.get(key)}")
    if replayed.get("final") != record.get("final"):
        raise NotProved("the choices lead to another last position")
    return [
        "the cards lie as the seed shuffles them",
        f"{len(own.get('choices', ()))} choices, all legal, lead to the result stated",
    ]
