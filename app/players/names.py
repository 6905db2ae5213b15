"""Names of people: which ones can be shown anywhere without harm, and pleasant ones on offer."""

import secrets
import unicodedata
from collections.abc import Callable

import regex

from app.players.errors import BadName

most_graphemes = 20
most_code_points = 100
"""A bound for storage: twenty emoji of families would be longer, twenty of anything else are not."""

most_marks = 2
"""Marks on one letter, after composition: enough for Vietnamese and Hebrew, not for towers."""

joiner, emoji_style = "\u200d", "\ufe0f"
blanks = "\u2800\uffa0"
"""Signs that count as symbols or letters and show nothing."""

bot_alike = regex.compile(
    r"[bß\u0253\u0299\u03b2\u0432\u044c8]\p{M}*[o\u03bf\u03c3\u043e\u05450]\p{M}*[t\u03c4\u0442\u1d1b]\p{M}*(?![\p{L}\p{N}])",
    regex.IGNORECASE,
)
"""The word "Bot", also in the letters of other scripts that look like it."""

ignorable = regex.compile(r"\p{Default_Ignorable_Code_Point}")


def _(text: str) -> str:
    """Marks a word for the catalogues; `pleasant_name` is given the means to translate it."""
    return text


colours = (
    _("Amber"),
    _("Blue"),
    _("Coral"),
    _("Crimson"),
    _("Golden"),
    _("Indigo"),
    _("Ivory"),
    _("Jade"),
    _("Scarlet"),
    _("Silver"),
    _("Teal"),
    _("Violet"),
)
creatures = (
    _("Badger"),
    _("Chamois"),
    _("Falcon"),
    _("Fox"),
    _("Hare"),
    _("Ibex"),
    _("Lynx"),
    _("Marmot"),
    _("Otter"),
    _("Owl"),
    _("Stoat"),
    _("Wolf"),
)


def fit_name(given: str) -> str:
    """The name as it is kept: composed, without spaces at the ends or in rows. Raises BadName."""
    name = " ".join(unicodedata.normalize("NFC", given).split())
    if not name:
        raise BadName("name_empty")
    graphemes = regex.findall(r"\X", name)
    if len(graphemes) > most_graphemes or len(name) > most_code_points:
        raise BadName("name_long", most=most_graphemes)
    if not all(harmless(grapheme) for grapheme in graphemes) or not regex.search(
        r"[\p{L}\p{N}\p{S}\p{P}]", name
    ):
        raise BadName("name_unfit")
    if bot_alike.match(unicodedata.normalize("NFKD", name)):
        raise BadName("name_bot")
    return name


def pleasant_name(say: Callable[[str], str] = str) -> str:
    """A name to begin with: "Jade Marmot". `say` translates its words and how they are joined."""
    colour, creature = say(secrets.choice(colours)), say(secrets.choice(creatures))
    return say("%(colour)s %(creature)s") % {"colour": colour, "creature": creature}


def harmless(grapheme: str) -> bool:
    """No control, invisible, unassigned or direction-changing sign; joiners only inside emoji; few marks."""
    is_emoji = regex.search(
        r"\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3", grapheme
    )
    marks = 0
    for sign in grapheme:
        category = unicodedata.category(sign)
        if sign in (joiner, emoji_style) or "\U000e0020" <= sign <= "\U000e007f":
            if not is_emoji:
                return False
        elif category[0] == "C" or category in ("Zl", "Zp") or sign in blanks or ignorable.match(sign):
            return False
        elif category[0] == "M":
            marks += 1
    return marks <= most_marks
