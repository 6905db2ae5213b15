"""The catalogues are whole: every text is found, translated, and keeps what it must keep."""

import re
from collections import Counter
from itertools import product

import pytest
from babel.messages.catalog import Catalog

from app.players.names import colours, creatures, fit_name
from app.web.templating import gettext_of, language_names, languages, locales, root, source_language
from tools.catalog import extracted, forms, kept

others = tuple(language for language in languages if language != source_language)

fixed = re.compile(r"%\(\w+\)s|#\d?|</?\w+>")
"""What a translation must take over: parameters, the place of a number that a script puts in, tags."""


@pytest.fixture(scope="module")
def template() -> Catalog:
    return extracted()


def pieces(text: str) -> Counter[str]:
    """A parameter may be said twice or in another order, but not be left out or invented; tags must match exactly."""
    found = Counter(fixed.findall(text))
    return Counter({piece: 1 if piece.startswith("%") else times for piece, times in found.items()})


def test_german_is_spoken() -> None:
    assert "de" in others
    assert language_names == {"de": "Deutsch", "en": "English"}


@pytest.mark.parametrize("language", others)
def test_every_text_is_translated(language: str, template: Catalog) -> None:
    """`make catalog` brings in what is new; nothing may wait for a translation, be guessed, or be left over."""
    catalogue = kept(locales / f"{language}.po")
    waiting = []
    for message in template:
        told = catalogue.get(message.id, message.context)
        if told is None or told.fuzzy or not all(forms(told.string)):
            waiting.append(message.id)
    assert [text for text in waiting if text] == []
    gone = [m.id for m in catalogue if m.id and template.get(m.id, m.context) is None]
    assert gone == []
    assert not catalogue.obsolete


def test_one_german_word_does_not_stand_for_several_deeds() -> None:
    """Skip, next chapter, resume and continue lead to different places, so "Weiter" is the label of none of them."""
    catalogue = kept(locales / "de.po")
    assert [message.id for message in catalogue if message.string == "Weiter"] == []


@pytest.mark.parametrize("language", others)
def test_a_translation_takes_over_parameters_numbers_and_tags(language: str) -> None:
    for message in kept(locales / f"{language}.po"):
        if not message.id:
            continue
        wanted = pieces(forms(message.id)[-1])
        for form in forms(message.string):
            assert pieces(form) == wanted, message.id
            assert edges(form) == edges(forms(message.id)[0]), message.id
        assert len(forms(message.string)) == (1 if isinstance(message.id, str) else 2), message.id


def edges(text: str) -> tuple[str, str]:
    """Blanks at both ends: sentences are put together by them."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


@pytest.mark.parametrize("language", others)
def test_a_translation_ends_as_its_source_does(language: str) -> None:
    """A full stop is part of a sentence and none of a label: some labels stand inside of other sentences."""
    for message in kept(locales / f"{language}.po"):
        for source, form in zip(forms(message.id), forms(message.string), strict=False):
            if len(source) > 4:
                assert source.rstrip("”").endswith(".") == form.rstrip("“").endswith("."), source


def test_german_uses_its_own_quotation_marks_and_addresses_nobody_formally() -> None:
    for message in kept(locales / "de.po"):
        for form in forms(message.string):
            assert not re.search(r"[\"”]", re.sub(r"<[^>]+>", "", form)), form
            assert form.count("„") == form.count("“"), form
            assert not re.search(r"\b(?:Ihnen|Ihrem|Ihren)\b", form), form
            assert "*in" not in form, form
            assert not re.search(r"[a-zäöü]In\b", form), form


@pytest.mark.parametrize(
    "text",
    [
        "Watching",  # a voice's say, under another name
        "Exactly %(n)s space downhill.",  # a voice's count
        "Red Pom",  # marked in a table, translated later
        "How to play",  # said where the language is chosen
        "The start line",  # data
        "Pick a speed",  # in a lambda
        "You ski as",  # a template
    ],
)
def test_texts_are_found_however_they_are_marked(text: str, template: Catalog) -> None:
    assert template.get(text)


def test_offered_names_fit_in_every_language() -> None:
    """Up to 20 characters, like all names."""
    for language in languages:
        say = gettext_of(language)
        for colour, creature in product(colours, creatures):
            offer = say("%(colour)s %(creature)s") % {"colour": say(colour), "creature": say(creature)}
            assert fit_name(offer) == offer


def test_scripts_say_nothing_of_their_own(template: Catalog) -> None:
    """Their words come with the page; what they fall back to without it are the same texts."""
    for path in (root / "static" / "js").rglob("*.js"):
        for text in re.findall(r"""["'`]([A-Z][a-z]+ [a-z]{2,}[^"'`]*)["'`]""", path.read_text()):
            assert template.get(text), f"{path.name}: {text}"
