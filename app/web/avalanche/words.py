"""The reader's language, and the names of things: hats, symbols, cards, places."""

from dataclasses import dataclass
from functools import cache, cached_property
from gettext import NullTranslations
from typing import Any

from app.tables.forgetting import a_skier
from app.tables.model import Table
from app.web.avalanche.layout import Layout
from app.web.templating import translations


def _(text: str) -> str:
    """Marks a text for the catalogue; `Voice.say` translates it when it is spoken."""
    return text


HATS = (_("Red Pom"), _("Blue Fin"), _("Gold Flap"), _("Violet Spike"), _("Pink Ears"))
SYMBOLS = {"diamond": _("diamond"), "square": _("square"), "circle": _("circle"), "triangle": _("triangle")}
CAPITALS = {"diamond": _("Diamond"), "square": _("Square"), "circle": _("Circle"), "triangle": _("Triangle")}
PLACES = (_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"))


@dataclass(frozen=True)
class Voice:
    """Speaks one language. Parameters are named in the text as %(name)s."""

    language: str

    @cached_property
    def catalogue(self) -> NullTranslations:
        return translations(self.language)

    def say(self, text: str, **params: Any) -> str:
        spoken = self.catalogue.gettext(text)
        return spoken % params if params else spoken

    def count(self, one: str, many: str, number: int, **params: Any) -> str:
        """`number` chooses the form and is %(n)s in it."""
        return self.catalogue.ngettext(one, many, number) % {"n": number, **params}

    def symbol(self, name: str) -> str:
        return self.say(SYMBOLS[name])

    def card(self, symbol: str, speed: int) -> str:
        _ = self.say
        return _("%(symbol)s %(speed)s", symbol=self.say(SYMBOLS[symbol]), speed=speed)

    def card_first(self, symbol: str, speed: int) -> str:
        """The same at the beginning of a sentence."""
        _ = self.say
        return _("%(symbol)s %(speed)s", symbol=self.say(CAPITALS[symbol]), speed=speed)

    def place(self, number: int) -> str:
        """1 -> 1st."""
        return self.say(PLACES[number - 1]) if number <= len(PLACES) else str(number)

    def names(self, names: list[str]) -> str:
        _ = self.say
        if len(names) < 2:
            return "".join(names)
        return _("%(some)s and %(last)s", some=", ".join(names[:-1]), last=names[-1])


@cache
def voice_of(language: str) -> Voice:
    return Voice(language)


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is who. `names` by player; `players` and `hats` by skier (with two players each has two skiers, AV-61)."""

    names: tuple[str, ...]
    players: tuple[int, ...]
    hats: tuple[int, ...]
    voice: Voice

    @property
    def solo(self) -> bool:
        return len(self.names) == 1

    @property
    def doubled(self) -> bool:
        return len(self.names) == 2

    def hat_name(self, skier: int) -> str:
        return self.voice.say(HATS[self.hats[skier]])

    def skier(self, skier: int) -> str:
        """A skier by its player's name; where one player has two, by the hat as well."""
        _ = self.voice.say
        name = self.names[self.players[skier]]
        return _("%(name)s’s %(hat)s", name=name, hat=self.hat_name(skier)) if self.doubled else name


def cast_of(table: Table, voice: Voice) -> Cast:
    seats = table.seats
    players = (0, 0, 1, 1) if len(seats) == 2 else tuple(range(len(seats)))
    hats = []
    for skier, player in enumerate(players):
        own = seats[player].hats
        which = skier - players.index(player)
        hats.append(own[which] if which < len(own) else skier)
    return Cast(tuple(called(seat.name, voice) for seat in seats), players, tuple(hats), voice)


def called(name: str, voice: Voice) -> str:
    """A seat's name; of somebody who wanted to be forgotten only the word that stands in their place."""
    _ = voice.say
    return _("A skier") if name == a_skier else name


def where(voice: Voice, layout: Layout | None, space: int) -> str:
    """The end of a sentence about a movement: which card the skier comes to; "" if the mountain is not known
    any more.
    """
    _ = voice.say
    if layout is None:
        return ""
    if space > layout.spaces:
        return _(", over the line")
    if space <= 0:
        return _(", to the start line")
    return _(", to card %(card)s", card=layout.card_at(space))
