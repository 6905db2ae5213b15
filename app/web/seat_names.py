"""The name of a seat as people read it."""

from app.tables.after.erasure import a_skier
from app.web.templating import Phrasebook, gettext_of, plain


def shown_name(name: str, language: str, phrases: Phrasebook = plain) -> str:
    """A seat's name; of somebody who wanted to be forgotten only the word that stands in their place."""
    return gettext_of(language, phrases)("A player") if name == a_skier else name
