"""Regions of a table's page that are the same in every game: what people have to settle, and who wants another game."""

from app.web.frame import region
from app.web.templating import Phrasebook

of_the_platform = {"asks", "rematch"}
"""Their templates stand in `templates/table/`; those of a game's own regions in its folder."""


def drawn(game: str, contexts: dict[str, object], language: str, phrases: Phrasebook) -> dict[str, str]:
    """HTML by region. `game`: the folder of the game's templates; `contexts`: by region."""
    return {
        name: region(
            f"{'table' if name in of_the_platform else game}/_{name}.html", context, language, phrases
        )
        for name, context in contexts.items()
    }
