"""Templates and words: one Jinja environment a language (an overlay would share globals), every text through gettext.

Catalogues are `.po` files, compiled in memory at the first use: no build step, nothing to forget.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.core import Locale, negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

from app.web.assets import static_url
from app.web.template_engine import TranslatedEnvironment

root = Path(__file__).resolve().parents[2]
locales = Path(__file__).resolve().parent / "locales"
source_language = "en"
languages = (source_language, *sorted(path.stem for path in locales.glob("*.po")))

language_names = {
    code: (Locale.parse(code).get_language_name(code) or code).capitalize() for code in languages
}
"""Each language named in itself, for the switch."""


@dataclass(frozen=True, eq=False)
class Phrasebook:
    """Texts of the platform that a game says in its own way, by the platform's English: "The game is over." -> "The
    race is over.". Both sides stand in the catalogues. Two phrasebooks are never equal.
    """

    texts: Mapping[str, str]


plain = Phrasebook({})
"""The platform's own way."""


@cache
def catalogues() -> Mapping[str, bytes]:
    """Every catalogue by its language, as it was at the first call, for the same reason as `sources`."""
    return {path.stem: path.read_bytes() for path in locales.glob("*.po")}


@cache
def translations(language: str) -> NullTranslations:
    """The catalogue of a language; English is the source text itself. KeyError for one we do not speak."""
    if language == source_language:
        return NullTranslations()
    if language not in languages:
        raise KeyError(language)
    catalogue = read_po(BytesIO(catalogues()[language]), locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


def language_for(chosen: str | None, accepted: str) -> str:
    """A visitor's language: the one chosen by the switch, else the best of `Accept-Language`, else English."""
    if chosen in languages:
        return chosen
    wishes = []
    for part in accepted.split(",")[:20]:
        tag, _, weight = part.partition(";q=")
        try:
            wishes.append((-float(weight or 1), tag.strip()))
        except ValueError:
            continue
    preferred = [tag for _, tag in sorted(wishes, key=lambda wish: wish[0])]
    return negotiate_locale(preferred, languages, sep="-") or source_language


def gettext_of(language: str, phrases: Phrasebook = plain) -> Callable[[str], str]:
    """Speaks a language, as a game does where a phrasebook is given."""
    spoken, own = translations(language).gettext, phrases.texts
    return (lambda text: spoken(own.get(text, text))) if own else spoken


def named(text: str, names: Iterable[str]) -> Markup:
    """A sentence in HTML, in which no browser translates the names it holds. One that a template has put together is
    HTML already, but without tags.
    """
    if isinstance(text, Markup):
        text = text.unescape()
    known = "|".join(re.escape(name) for name in sorted(filter(None, names), key=len, reverse=True))
    if not known:
        return escape(text)
    parts = re.split(rf"(?<!\w)({known})(?!\w)", text)
    kept = Markup('<span translate="no">{}</span>')
    return Markup("").join(kept.format(part) if at % 2 else escape(part) for at, part in enumerate(parts))


@cache
def sources() -> Mapping[str, str]:
    """Every template by its name, as it was at the first call. An upgrade puts new ones on the disk while this process
    still runs the code of before, which they would not fit.
    """
    folder = root / "templates"
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.html")
    }


def _template(name: str) -> tuple[str, str, Callable[[], bool]] | None:
    """As Jinja asks for it: source, file for tracebacks, whether that is still the newest."""
    source = sources().get(name)
    return None if source is None else (source, str(root / "templates" / name), lambda: True)


@cache
def environment(language: str, phrases: Phrasebook = plain) -> Environment:
    return environment_by(TranslatedEnvironment, language, phrases)


def environment_by(kind: type[Environment], language: str, phrases: Phrasebook = plain) -> Environment:
    """One of this kind; `environment` is what pages are drawn with."""
    env = kind(
        loader=FunctionLoader(_template),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # a template newer than the running code must not meet it
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    catalogue = translations(language)
    env.install_gettext_callables(  # type: ignore[attr-defined]  # added by the extension
        gettext_of(language, phrases),
        catalogue.ngettext,
        newstyle=True,
        pgettext=catalogue.pgettext,
        npgettext=catalogue.npgettext,
    )
    env.globals["static_url"] = static_url
    env.filters["named"] = named
    env.globals["language"] = language
    env.globals["languages"] = language_names
    return env
