"""What the pages are drawn into: the base page with its reader's theme, language and form token."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Protocol

from app.web.rendered import rendered
from app.web.templating import Phrasebook, environment, plain


@dataclass(frozen=True, slots=True)
class Unmade:
    """A context that is made only where its region is not kept yet: `make(*of)`, and from nothing else."""

    make: Callable[..., object]
    of: tuple[Hashable, ...]


class PageReader(Protocol):
    """Who a page is drawn for, as far as pages need to know."""

    @property
    def language(self) -> str: ...
    @property
    def theme(self) -> str | None: ...
    @property
    def csrf(self) -> str: ...


def named(context: object) -> dict[str, Any]:
    """The fields of a context by name, not copied: templates see the same frozen values."""
    kind: Any = type(context)
    return {name: getattr(context, name) for name in names_of(kind)}


@cache
def names_of(kind: type[Any]) -> tuple[str, ...]:
    """Of a dataclass's fields."""
    return tuple(field.name for field in fields(kind))


def region(template: str, context: object, language: str, phrases: Phrasebook = plain) -> str:
    """One region of a page as HTML, without a form token: regions are pushed, and many readers share some. What equals
    one that is kept is not rendered again; of a context that is `Unmade` the parts are compared, else the context.
    """
    if isinstance(context, Unmade):
        make, of = context.make, context.of
        return rendered.get(
            (template, language, phrases, make, of),
            lambda: anew(template, make(*of), language, phrases),
        )
    return rendered.get(
        (template, language, phrases, type(context), context),
        lambda: anew(template, context, language, phrases),
    )


def anew(template: str, context: object, language: str, phrases: Phrasebook) -> str:
    return environment(language, phrases).get_template(template).render(named(context))


def whole(
    template: str, title: str, here: str, context: object, reader: PageReader, *, phrases: Phrasebook = plain
) -> str:
    """A whole page as HTML. `here`: its own path, to come back to from a form that concerns every page."""
    about = {"title": title, "here": here, "theme": reader.theme, "csrf": reader.csrf}
    return environment(reader.language, phrases).get_template(template).render(named(context) | about)
