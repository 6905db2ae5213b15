"""Codes people read to one another, and ids nobody reads, both from the system's generator."""

import secrets
from collections.abc import Callable

from app.players.typed import signs_of

alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 signs, none of which is taken for another: no 0, 1, I or O."""

length = 6

rude = (
    "ARSCH",
    "ARSE",
    "ASS",
    "CRAP",
    "CUNT",
    "FCK",
    "FUCK",
    "HURE",
    "KACK",
    "KKK",
    "NAZ",
    "RAPE",
    "SEX",
    "SHT",
    "SLUT",
    "TWAT",
    "WANK",
    "XXX",
    "88",
)


def new_id() -> str:
    """128 random bits as 32 hex digits: a table's lasting name, in logs and on the bus."""
    return secrets.token_hex(16)


def new_code(choice: Callable[[str], str] = secrets.choice) -> str:
    """Six signs, 30 bits, without a rude word in them."""
    while True:
        code = "".join(choice(alphabet) for _ in range(length))
        if not any(word in code for word in rude):
            return code


def normal_code(given: str) -> str | None:
    """The code somebody meant, see `players/typed.py`. None if it cannot be one."""
    code = signs_of(given)
    return code if len(code) == length and all(c in alphabet for c in code) else None
