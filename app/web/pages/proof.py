"""The proof that the cards were shuffled before anybody knew: a page, and the same as a sheet over the end screen."""

from dataclasses import dataclass

from app.tables.proving import Proof
from app.web.pages.frame import Reader, region, whole
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class Shown:
    """`contributions`: all in a row, as the check needs them. `text`: what is copied."""

    table: str
    fingerprint: str
    secret: str
    seed: str
    contributions: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    proof: Shown


def shown(proof: Proof) -> Shown:
    together = "".join(proof.contributions)
    return Shown(proof.table, proof.fingerprint, proof.secret, proof.seed, together, proof.text)


def sheet(proof: Proof, language: str) -> str:
    return region("_proof_sheet.html", Page(shown(proof)), language)


def page(proof: Proof, reader: Reader) -> str:
    title = gettext_of(reader.language)("Was it fair?")
    return whole("proof.html", title, f"/r/{proof.table}/proof", Page(shown(proof)), reader)
