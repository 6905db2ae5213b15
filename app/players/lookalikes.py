"""Which names look alike, whatever letters they are written in: "Mira", "Ｍira" and "Мira" are one name to a reader.

A skeleton (Unicode Technical Standard #39) is a text with each sign replaced by the one it looks like. Two are made of
every name, since capitals and small letters look like different signs: "Ian" looks like "lan", "ian" does not. Names
are alike if either is the same.
"""

import unicodedata
from functools import cache
from pathlib import Path

table = Path(__file__).with_name("confusables.txt")

Skeleton = tuple[str, str]


@cache
def prototypes() -> dict[int, str]:
    """Code point -> the sign it looks like."""
    found: dict[int, str] = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        if not line.startswith("# "):
            like, _, signs = line.partition(" ")
            found |= {ord(sign): like for sign in signs}
    return found


def skeleton(name: str) -> Skeleton:
    """Of a short text: as it is written, and in small letters throughout."""
    plain = unicodedata.normalize("NFKD", name).replace("\u0307", "")  # a dot is what i and j have already
    return _drawn(plain), _drawn(plain.casefold())


def alike(one: Skeleton, other: Skeleton) -> bool:
    return any(mine == theirs for mine, theirs in zip(one, other, strict=True))


def bare(name: str) -> Skeleton:
    """The skeleton without marks on letters, for words nobody may take: "Böt" is meant to be read as "Bot"."""
    letters = (c for c in unicodedata.normalize("NFKD", name) if unicodedata.category(c)[0] != "M")
    return skeleton("".join(letters))


def _drawn(plain: str) -> str:
    like = prototypes()
    drawn = unicodedata.normalize("NFKD", plain.translate(like).translate(like))
    return " ".join(drawn.casefold().translate(like).split())
