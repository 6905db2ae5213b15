"""Chat: what of a text can be shown anywhere without harm."""

import unicodedata

from app.players.errors import BadText
from app.players.graphemes import bounded, graphemes
from app.players.names import harmless, most_marks, visible

most_graphemes = 500
most_code_points = 2000


def fit_text(given: str) -> str:
    """The text as it is kept: one line, composed, without invisible or direction-changing signs, and without
    towers of marks. Raises BadText: text_empty, text_long (most).
    """
    short = bounded(given, 2 * most_code_points)
    if short is None:
        raise BadText("text_long", most=most_graphemes)
    line = " ".join(unicodedata.normalize("NFC", short).split())
    kept, count = [], 0
    for sign in graphemes(line):
        fit = sign if harmless(sign) else _mended(sign)
        kept.append(fit)
        count += fit not in ("", " ")
        if count > most_graphemes:  # what follows is not even looked at
            raise BadText("text_long", most=most_graphemes)
    text = " ".join("".join(kept).split())
    if not visible.search(text):
        raise BadText("text_empty")
    if len(graphemes(text)) > most_graphemes or len(text) > most_code_points:
        raise BadText("text_long", most=most_graphemes)
    return text


def _mended(grapheme: str) -> str:
    """What is left of a grapheme without its unfit signs and its marks beyond the second."""
    kept, marks = "", 0
    for sign in grapheme:
        is_mark = unicodedata.category(sign)[0] == "M"
        marks += is_mark
        if (is_mark and marks <= most_marks) or (not is_mark and harmless(sign)):
            kept += sign
    return kept
