"""The proof that the cards were shuffled before anybody knew: a page, and the same as a block of the end screen."""

from dataclasses import dataclass

from app.tables.proving import Proof
from app.web.pages.frame import Reader, region, whole
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class Shown:
    """`text`: what is copied. `level`: of its heading; a page has it as its first."""

    table: str
    fingerprint: str
    secret: str
    seed: str
    contributions: str
    text: str
    level: int


def shown(proof: Proof, level: int) -> Shown:
    return Shown(
        proof.table,
        proof.fingerprint,
        proof.secret,
        proof.seed,
        "".join(proof.contributions),
        proof.text,
        level,
    )


def block(proof: Proof, language: str) -> str:
    return region("_proof.html", shown(proof, 2), language)


def page(proof: Proof, reader: Reader) -> str:
    title = gettext_of(reader.language)("The shuffle was fair")
    return whole("proof.html", title, f"/r/{proof.table}/proof", shown(proof, 1), reader)
