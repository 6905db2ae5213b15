"""Codes and keys as people hand them on: read out, copied with what stood around them, or as a whole link."""

import re
import unicodedata

most_signs = 1000
"""Whatever is longer is no code and no link of ours."""

in_link = re.compile(r"/t/([^/?#\s]+)|[?&]code=([^&#\s]+)", re.IGNORECASE)


def signs_of(given: str) -> str:
    """Letters and digits of what was meant, as capitals: no spaces, hyphens, dots, quotes, stars, invisible signs;
    plain letters for full-width ones; of a link to a table, or to a way back, only its code.
    """
    if len(given) > most_signs:
        return ""
    text = unicodedata.normalize("NFKC", given)
    link = in_link.search(text)
    if link is not None:
        text = link[1] or link[2]
    return "".join(sign for sign in text.upper() if sign.isalnum())
