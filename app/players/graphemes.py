"""Text as people count it: graphemes, at a cost that grows with the length of the text and no faster.

Two things grow with its square if they are left alone: putting the marks on one letter in order (NFC), and finding
where a row of regional indicators (flags) breaks. Whoever normalizes what somebody has sent calls `bounded` first.
"""

import regex

most_marks_in_a_row = 4
"""As written, before composition. Two stay at most; the longest row in use, on a Vietnamese vowel, is two."""

towers = regex.compile(rf"(\p{{M}}{{{most_marks_in_a_row}}})\p{{M}}+")

pieces = regex.compile(
    r"\p{Regional_Indicator}{1,2}[\p{GCB=Extend}\p{GCB=SpacingMark}\p{GCB=ZWJ}]*+|\P{Regional_Indicator}++"
)
"""Flags pair by pair and what stands between them: a grapheme never reaches over the edge of a piece."""

one = regex.compile(r"\X")


def bounded(given: str, most: int) -> str | None:
    """The text without spaces at the ends or in rows, and without the marks of a row beyond the fourth. None if more
    than `most` code points are left: nothing else shall be done with it then.
    """
    text = towers.sub(r"\1", " ".join(given.split()))
    return text if len(text) <= most else None


def graphemes(text: str) -> list[str]:
    """What a reader takes for one sign each."""
    return [sign for piece in pieces.findall(text) for sign in one.findall(piece)]
