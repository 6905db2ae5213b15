"""How a race goes, and what was decided where its rules leave room for doubt (docs/rules/avalanche.md)."""

from dataclasses import dataclass

from app.web.frame import PageReader, whole
from app.web.games.avalanche.story import rulings
from app.web.templating import gettext_of


@dataclass(frozen=True, slots=True)
class LimitCards:
    """`limits`: (skiers left, speed limit) as on the limit cards; the last one has none (AV-10)."""

    limits: tuple[tuple[int, int | None], ...] = ((5, 16), (4, 13), (3, 10), (2, 7), (1, None))


class AvalancheRules:
    """Implements `app.web.front.pages.RulesFront`."""

    def page(self, reader: PageReader) -> str:
        title = gettext_of(reader.language)("How to play")
        return whole("avalanche/rules.html", title, "/rules/avalanche", LimitCards(), reader)

    def rulings(self, reader: PageReader) -> str:
        return rulings.page(reader)


rules = AvalancheRules()
