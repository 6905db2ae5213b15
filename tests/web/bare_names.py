"""Names of people that a browser may translate, because nothing around them says that it must not."""

import re
from collections.abc import Iterable
from html.parser import HTMLParser

empty = frozenset({"input", "br", "img", "link", "meta", "hr", "source", "use"})
silent = frozenset({"script", "style", "title"})


class Bare(HTMLParser):
    """`found`: (where, text) of each text that holds one of the names outside `translate="no"`."""

    def __init__(self, html: str, names: Iterable[str]) -> None:
        super().__init__()
        wanted = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        self.wanted = re.compile(rf"(?<!\w)(?:{wanted})(?!\w)")
        self.inside: list[tuple[str, bool, str]] = []
        self.found: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in empty:
            kept = given.get("translate") == "no" or tag in silent
            self.inside.append((tag, kept, given.get("id") or given.get("class") or tag))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.wanted.search(data) and not any(kept for _, kept, _ in self.inside):
            self.found.append((" > ".join(where for *_, where in self.inside[-3:]), " ".join(data.split())))
