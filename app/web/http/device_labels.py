"""What a browser or program says it is, as far as its person needs it to tell their devices apart."""

import re

browsers = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
systems = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
program = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,39}")


def label_of(user_agent: str) -> str:
    """As in "Firefox, Android"; a program's first word; "" where nothing is said. At most 60 characters."""
    given = user_agent[:500]
    found = [
        next((name for mark, name in kinds if mark in given), None)
        for kinds in (browsers if "Mozilla/" in given else (), systems)
    ]
    known = ", ".join(name for name in found if name)
    if known:
        return known
    first = program.match(given)
    return first[0] if first else ""
