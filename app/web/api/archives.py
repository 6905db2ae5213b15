"""What a client is answered about what is over: races shown again, proved, recorded; and all kept of a person."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from app.web.api.answers import ApiAnswer, Happening, Race


class ReplayRound(ApiAnswer):
    """`opening`: everything before the round's choices, hands and deck included (schemas Opened-GAME)."""

    opening: dict[str, Any]
    story: list[Happening]


class ReplayAnswer(ApiAnswer):
    """A finished race once more. `before`: what happened before the first round's choices. Rounds through all heats."""

    table: str
    room: Race
    before: list[Happening]
    rounds: list[ReplayRound]


class ProofAnswer(ApiAnswer):
    """That the deal was settled before the first card: fingerprint = SHA-256(secret), seed = HMAC-SHA-256(secret,
    contributions); all in hex. `docs/rules/random.md` says how the cards follow from the seed.
    """

    table: str
    game: str
    rules_version: int
    deck_hash: str
    seats: int
    options: list[str]
    fingerprint: str
    secret: str
    contributions: list[str]
    seed: str


class Record(BaseModel):
    """A whole finished game: seed, secret, every action, the last position laid open; `docs/rules/interchange.md`."""

    model_config = ConfigDict(extra="allow")

    format: Literal["yeti-mountain-record/1"]
    table: str
    game: str
    options: list[str]
    seats: list[dict[str, Any]]
    secret: str
    commitment: str
    seed: str
    actions: list[dict[str, Any]]
    winners: list[int] | None
    reason: str | None
    final: dict[str, Any]


class Export(BaseModel):
    """Everything kept about a person."""

    model_config = ConfigDict(extra="allow")
