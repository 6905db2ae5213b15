"""Speaking one language: texts with parameters, plurals, lists of names. And who is at a table, by name."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from gettext import NullTranslations
from typing import Any, Protocol

from app.tables.model import Table
from app.web.seat_names import shown_name
from app.web.templating import Phrasebook, plain, translations


def _(text: str) -> str:
    """Marks a text for the catalogue; `Voice.say` translates it when it is spoken."""
    return text


PLACES = (_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"))


@dataclass(frozen=True)
class Voice:
    """Parameters are named in the text as %(name)s. `phrases`: what a game says in its own way."""

    language: str
    phrases: Phrasebook = plain

    @cached_property
    def catalogue(self) -> NullTranslations:
        return translations(self.language)

    def say(self, text: str, **params: Any) -> str:
        spoken = self.catalogue.gettext(self.phrases.texts.get(text, text))
        return spoken % params if params else spoken

    def count(self, one: str, many: str, number: int, **params: Any) -> str:
        """`number` chooses the form and is %(n)s in it."""
        own = self.phrases.texts
        return self.catalogue.ngettext(own.get(one, one), own.get(many, many), number) % {
            "n": number,
            **params,
        }

    def called(self, name: str) -> str:
        """The name of a seat as people read it."""
        return shown_name(name, self.language, self.phrases)

    def place(self, number: int) -> str:
        """1 -> 1st."""
        return self.say(PLACES[number - 1]) if number <= len(PLACES) else str(number)

    def names(self, names: Sequence[str]) -> str:
        _ = self.say
        if len(names) < 2:
            return "".join(names)
        return _("%(some)s and %(last)s", some=", ".join(names[:-1]), last=names[-1])


class TablePeople(Protocol):
    """Who sits at a table, in seat order, and the voice that speaks of them."""

    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def voice(self) -> Voice: ...


@dataclass(frozen=True, slots=True)
class SeatedPeople:
    """Implements `TablePeople` for any game."""

    names: tuple[str, ...]
    voice: Voice


def people_at(table: Table, voice: Voice) -> SeatedPeople:
    return SeatedPeople(tuple(voice.called(seat.name) for seat in table.seats), voice)
