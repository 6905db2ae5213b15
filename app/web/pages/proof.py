"""The proof that the cards were shuffled before anybody knew: a page, and the same as a sheet over the end screen."""

from dataclasses import dataclass

from app.tables.after.proof import Proof
from app.web.frame import PageReader, region, whole
from app.web.front.game import GameFront
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class ShownProof:
    """`contributions`: all in a row, as the check needs them. `text`: what is copied."""

    table: str
    fingerprint: str
    secret: str
    seed: str
    contributions: str
    text: str


@dataclass(frozen=True, slots=True)
class ProofPage:
    proof: ShownProof


def shown(proof: Proof) -> ShownProof:
    together = "".join(proof.contributions)
    return ShownProof(proof.table, proof.fingerprint, proof.secret, proof.seed, together, proof.text)


def sheet(proof: Proof, front: GameFront, language: str) -> str:
    return region("_proof_sheet.html", ProofPage(shown(proof)), language, front.words.phrases)


def page(proof: Proof, front: GameFront, reader: PageReader) -> str:
    title = gettext_of(reader.language)("Was it fair?")
    here = f"/r/{proof.table}/proof"
    return whole("proof.html", title, here, ProofPage(shown(proof)), reader, phrases=front.words.phrases)
