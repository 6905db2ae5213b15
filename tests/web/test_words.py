"""One word for one thing, in both languages (docs/words.en.md, docs/words.de.md): what was put right does not come
back.
"""

import re
from collections.abc import Iterator

import pytest

from app.web.templating import locales
from tools.catalog import extracted, kept

ENGLISH = {
    r"\blanes?\b": "path",
    r"\btrails?\b": "path",
    r"\blifts?\b": "seat",
    r"\bof one symbol\b|\btwo of a kind\b": "two with the same symbol",
    r"\brockets? (out|over|off)\b|\byou rocket\b(?! jump)|\bno rockets\b|\bbroken rockets\b": "rockets damaged",
    r"\bnotices\b(?! nothing)": "notifications",
    r"\bthe story\b": "the animation",
    r"\bnought\b": "zero",
    r"\b(free|taken) space\b|\bnext free\b": "empty, occupied",
    r"\b(eight|sixteen) signs\b": "characters",
    r"^Who (has|runs|leaves|moves|is)\b|\bfor who\b|\bto who\b": "whoever",
    r"\bbanks?\b": "snowbank",
    r"\bfarther back\b|\bfarthest back\b": "farther uphill",
    r"\bsteps? on (you|him|%\(names)|\bstepped on\b": "hits",
    r"\bmade up\b|\blook on\b": "set up, watch",
    r"\bup to # steps\b|\bsteps?, (up|down)hill\b": "spaces",
    r"\blast skier on the snow\b": "on the mountain",
    r"\bg(iv(e|es|en|ing)|ave) up\b": "discard",
}

GERMAN = {
    r"\bSesseln?\b": "Platz",
    r"(?<!Schnee)\bBänken?\b|\bBank\b": "Schneebank",
    r"\bMeldungen\b": "Benachrichtigungen",
    r"\bErzählung\b": "Animation",
    r"\b(ge)?lenk(t|st|en|e)?\b": "bewegen",
    r"\behrlich\b": "fair",
    r"\bauf dem Schnee\b": "auf dem Berg",
    r"\bSeite (führt|fährt)\b": "du, ihr",
    r"E-Mail": "E‑Mail with the hyphen that does not break",
    r"[Yy]eti\b[^.]*\berwisch": "treffen",
    r"\bmacht Pause\b|\bhat angehalten\b": "unterbrechen",
    r"\bVorstoß\b": "vorrücken",
    r"\b[Aa]b(zu)?geben\b|\b[Gg]ib(st|t)?\b[^.]*\b([Kk]arten?|Hand|cards\)s)\b[^.]*\bab\b": "abwerfen",
}

NOUN_FIRST = re.compile(r"\b(he|him|his)\b", re.IGNORECASE)


def texts(part: str) -> Iterator[str]:
    """All English texts, or all of a catalogue's translations; every form of a plural by itself."""
    catalog = extracted() if part == "en" else kept(locales / f"{part}.po")
    for message in catalog:
        if message.id:
            found = message.id if part == "en" else message.string
            yield from [found] if isinstance(found, str) else found


@pytest.fixture(scope="module")
def english() -> list[str]:
    return [without_names(text) for text in texts("en")]


def without_names(text: str) -> str:
    """Parameters are named for the code, not for readers."""
    return re.sub(r"%\(\w+\)s", "X", text)


@pytest.mark.parametrize("word", ENGLISH, ids=lambda word: word[:30])
def test_no_english_text_uses_a_word_that_was_put_right(word: str, english: list[str]) -> None:
    found = [text for text in english if re.search(word, text, re.IGNORECASE)]
    assert found == [], f"say: {ENGLISH[word]}"


@pytest.mark.parametrize("word", GERMAN, ids=lambda word: word[:30])
def test_no_german_text_uses_a_word_that_was_put_right(word: str) -> None:
    found = [text for text in map(without_names, texts("de")) if re.search(word, text)]
    assert found == [], f"say: {GERMAN[word]}"


def test_the_yeti_is_named_before_he_is_he(english: list[str]) -> None:
    """A text stands alone: nobody has heard the line before it."""
    found = []
    for text in english:
        pronoun = NOUN_FIRST.search(text)
        if pronoun and "yeti" not in text[: pronoun.start()].lower():
            found.append(text)
    assert found == []
