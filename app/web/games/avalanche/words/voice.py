"""The reader's language, and the names of things: hats, symbols, cards, places."""

from dataclasses import dataclass
from functools import cache

from app.tables.model import Table
from app.web.games.avalanche.mountain.layout import Layout
from app.web.games.avalanche.words.phrases import phrases
from app.web.hats import HATS
from app.web.templating import Phrasebook
from app.web.voice import Voice


def _(text: str) -> str:
    """Marks a text for the catalogue; `Voice.say` translates it when it is spoken."""
    return text


SYMBOLS = {"diamond": _("diamond"), "square": _("square"), "circle": _("circle"), "triangle": _("triangle")}
CAPITALS = {"diamond": _("Diamond"), "square": _("Square"), "circle": _("Circle"), "triangle": _("Triangle")}


@dataclass(frozen=True)
class RaceVoice(Voice):
    """Speaks of a race."""

    phrases: Phrasebook = phrases

    def symbol(self, name: str) -> str:
        return self.say(SYMBOLS[name])

    def card(self, symbol: str, speed: int) -> str:
        _ = self.say
        return _("%(symbol)s %(speed)s", symbol=self.say(SYMBOLS[symbol]), speed=speed)

    def card_first(self, symbol: str, speed: int) -> str:
        """The same at the beginning of a sentence."""
        _ = self.say
        return _("%(symbol)s %(speed)s", symbol=self.say(CAPITALS[symbol]), speed=speed)


@cache
def voice_of(language: str) -> RaceVoice:
    return RaceVoice(language)


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is who. `names` by player; `players` and `hats` by skier (with two players each has two skiers, AV-61).
    `controlled`: Controlled Speed holds (AV-93), solo always (AV-71).
    """

    names: tuple[str, ...]
    players: tuple[int, ...]
    hats: tuple[int, ...]
    voice: RaceVoice
    controlled: bool = False

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


def cast_of(table: Table, voice: RaceVoice) -> Cast:
    seats = table.seats
    players = (0, 0, 1, 1) if len(seats) == 2 else tuple(range(len(seats)))
    hats = []
    for skier, player in enumerate(players):
        own = seats[player].hats
        which = skier - players.index(player)
        hats.append(own[which] if which < len(own) else skier)
    controlled = len(seats) == 1 or "controlled_speed" in table.options
    return Cast(tuple(voice.called(seat.name) for seat in seats), players, tuple(hats), voice, controlled)


def controlled_speed(voice: RaceVoice) -> str:
    """The rule as a sentence (AV-93)."""
    _ = voice.say
    return _("Controlled speed: at most 2 more or less than last time.")


def where(voice: RaceVoice, layout: Layout | None, space: int) -> str:
    """The end of a sentence about a movement: which card the skier comes to; "" if the mountain is not known
    any more.
    """
    _ = voice.say
    if layout is None:
        return ""
    if space > layout.spaces:
        return _(" over the line")
    if space <= 0:
        return _(" to the start line")
    return _(" to card %(card)s", card=layout.card_at(space))


def aside(voice: RaceVoice, layout: Layout | None, space: int) -> str:
    """The same in brackets, for a space that has been named already; "" if the mountain is not known any more."""
    _ = voice.say
    if layout is None:
        return ""
    if space > layout.spaces:
        return _(" (over the line)")
    return _(" (card %(card)s)", card=layout.card_at(space))
