"""Names of people: which ones can be shown anywhere without harm, and pleasant ones on offer."""

import hashlib
import unicodedata
from collections.abc import Callable

import regex

from app.players.errors import BadName
from app.players.graphemes import bounded, graphemes
from app.players.lookalikes import bare

most_graphemes = 20
most_code_points = 100
"""A bound for storage: twenty emoji of families would be longer, twenty of anything else are not."""

most_marks = 2
"""Marks on one letter, after composition: enough for Vietnamese and Hebrew, not for towers."""

joiner, emoji_style = "\u200d", "\ufe0f"
blanks = "\u2800\uffa0"
"""Signs that count as symbols or letters and show nothing."""

bot_word = regex.compile(r"bot(?![\p{L}\p{N}])")
"""The word "Bot" at the beginning of a skeleton."""

ignorable = regex.compile(r"\p{Default_Ignorable_Code_Point}")
plain = regex.compile(r"[A-Za-z0-9]")
emoji = regex.compile(r"\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3")
visible = regex.compile(r"[\p{L}\p{N}\p{S}\p{P}]")


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
    short = bounded(given, 3 * most_code_points)  # as written: letters and their marks may come apart
    if short is None:
        raise BadName("name_long", most=most_graphemes)
    name = " ".join(unicodedata.normalize("NFC", short).split())
    if not name:
        raise BadName("name_empty")
    signs = graphemes(name)
    if len(signs) > most_graphemes or len(name) > most_code_points:
        raise BadName("name_long", most=most_graphemes)
    if not all(harmless(sign) for sign in signs) or not visible.search(name):
        raise BadName("name_unfit")
    if any(bot_word.match(drawn) for drawn in bare(name)):
        raise BadName("name_bot")
    return name


def pleasant_name(visit: str, say: Callable[[str], str] = str) -> str:
    """A name to begin with: "Jade Marmot". The same `visit`, whatever names it, is offered the same name. `say`
    translates its words and how they are joined.
    """
    number = int.from_bytes(hashlib.sha256(b"name " + visit.encode()).digest())
    colour, creature = (
        say(colours[number % len(colours)]),
        say(creatures[number // len(colours) % len(creatures)]),
    )
    return say("%(colour)s %(creature)s") % {"colour": colour, "creature": creature}


def harmless(grapheme: str) -> bool:
    """No control, invisible, unassigned or direction-changing sign; joiners only inside emoji; few marks."""
    if plain.fullmatch(grapheme):
        return True
    is_emoji = emoji.search(grapheme)
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
