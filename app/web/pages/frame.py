"""What every page of the front of house is drawn into: the base page with the visitor's theme, language and form token."""

from dataclasses import fields, is_dataclass
from typing import Any, Protocol

from app.web.templating import environment


class Reader(Protocol):
    """Who a page is drawn for, as far as pages need to know."""

    @property
    def language(self) -> str: ...
    @property
    def theme(self) -> str | None: ...
    @property
    def csrf(self) -> str: ...


def named(context: object) -> dict[str, Any]:
    """The fields of a context by name, not copied: templates see the same frozen values."""
    assert is_dataclass(context)
    return {field.name: getattr(context, field.name) for field in fields(context)}


def region(template: str, context: object, language: str) -> str:
    """One region of a page as HTML. Draws no form token: regions are pushed, and some are shared by many readers."""
    return environment(language).get_template(template).render(named(context))


def whole(template: str, title: str, context: object, reader: Reader) -> str:
    """A whole page as HTML."""
    about = {"title": title, "theme": reader.theme, "csrf": reader.csrf}
    return environment(reader.language).get_template(template).render(named(context) | about)
