"""What a page says, and whether any of it is in another language than it should be."""

import json
import re
from functools import cache
from html.parser import HTMLParser
from itertools import chain
from typing import Any

from app.web.templating import locales
from tools.catalog import forms, kept

placeholder = re.compile(r"%\(\w+\)s")


class Spoken(HTMLParser):
    """What a page says: its texts, and those attributes that are read out, shown or put in place by a script."""

    told = frozenset({"aria-label", "title", "alt", "placeholder"})
    silent = frozenset({"style", "script", "code"})
    own_name = re.compile(r"(?:Avalanche at |Avalanche <small>at</small></span> <span>)?Yeti Mountain")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside: list[str] = []
        self.feed(self.own_name.sub("", html))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside.append(tag)
        given = {name: value for name, value in attrs if value}
        for name, value in given.items():
            if name in self.told or (name.startswith("data-") and " " in value and value[0] not in "[{"):
                self.texts.append(value)
            elif name.startswith("data-") and value[0] in "[{":
                self.texts += strings(json.loads(value))
        if given.get("name") == "description":
            self.texts.append(given["content"])

    def handle_data(self, data: str) -> None:
        if data.strip() and not self.silent & set(self.inside[-1:]):
            self.texts.append(" ".join(data.split()))


def strings(value: Any) -> list[str]:
    """The texts inside some JSON; its keys are for scripts."""
    if isinstance(value, dict):
        return list(chain.from_iterable(strings(v) for v in value.values()))
    if isinstance(value, list | tuple):
        return list(chain.from_iterable(strings(v) for v in value))
    return [value] if isinstance(value, str) and " " in value else []


def shape_of(text: str) -> str:
    parts = placeholder.split(text)
    gaps = [r"[\d#]+" if name == "%(n)s" else ".*?" for name in placeholder.findall(text)]
    return re.escape(parts[0]) + "".join(
        gap + re.escape(part) for gap, part in zip(gaps, parts[1:], strict=True)
    )


@cache
def in_source(language: str) -> re.Pattern[str]:
    """Finds any text of the source language that is another in this one; parameters stand for anything, counts (`n`)
    for figures: "2 die" is English, "Liegt die" is not.
    """
    found = set()
    for message in kept(locales / f"{language}.po"):
        for source, form in zip(forms(message.id), forms(message.string), strict=False):
            bare = placeholder.sub("", re.sub(r"<[^>]+>", "", source))
            if source != form and re.search(r"[A-Za-z]{2}", bare):
                found.add(source.strip())
    shapes = map(shape_of, found)
    return re.compile(
        "|".join(rf"(?<!\w)(?:{shape})(?!\w)" for shape in sorted(shapes, key=len, reverse=True))
    )


def foreign(html: str, language: str) -> list[str]:
    return sorted({text for text in Spoken(html).texts if is_foreign(text, language)})


@cache
def is_foreign(text: str, language: str) -> bool:
    return in_source(language).search(text) is not None
