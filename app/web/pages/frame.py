"""What the pages are drawn into: the base page with its reader's theme, language and form token."""

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
    """One region of a page as HTML, without a form token: regions are pushed, and many readers share some."""
    return environment(language).get_template(template).render(named(context))


def whole(template: str, title: str, here: str, context: object, reader: Reader) -> str:
    """A whole page as HTML. `here`: its own path, to come back to from a form that concerns every page."""
    about = {"title": title, "here": here, "theme": reader.theme, "csrf": reader.csrf}
    return environment(reader.language).get_template(template).render(named(context) | about)
