"""How to play, in our own words. The rulings behind it stand in docs/rules."""

from dataclasses import dataclass

from app.web.pages.frame import Reader, whole
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class Rules:
    """`limits`: (skiers left, speed limit) as on the limit cards; the last one has none (AV-10)."""

    limits: tuple[tuple[int, int | None], ...] = ((5, 16), (4, 13), (3, 10), (2, 7), (1, None))


def page(reader: Reader) -> str:
    """The rules page."""
    return whole("rules.html", gettext_of(reader.language)("How to play"), "/rules", Rules(), reader)
