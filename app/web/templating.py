"""Templates: one Jinja environment a language (an overlay would share globals), every text through gettext."""

from collections.abc import Callable
from functools import cache
from gettext import NullTranslations
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.web.assets import static_url

root = Path(__file__).resolve().parents[2]
languages = ("en",)


@cache
def translations(language: str) -> NullTranslations:
    """The catalogue of a language; English is the source text itself."""
    if language not in languages:
        raise KeyError(language)
    return NullTranslations()


def gettext_of(language: str) -> Callable[[str], str]:
    return translations(language).gettext


@cache
def environment(language: str) -> Environment:
    env = Environment(
        loader=FileSystemLoader(root / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    env.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]  # added by the extension
    env.globals["static_url"] = static_url
    env.globals["language"] = language
    return env
