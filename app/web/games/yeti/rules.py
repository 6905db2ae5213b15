"""How Yeti goes, and what was decided where its rules leave room for doubt (docs/rules/yeti.md)."""

from dataclasses import dataclass

from app.games.yeti.parts import standard
from app.web.frame import PageReader, whole
from app.web.games.yeti.words import names
from app.web.games.yeti.words.game_words import words
from app.web.games.yeti.words.ruling_texts import TEXTS
from app.web.templating import gettext_of
from app.web.voice import Voice


@dataclass(frozen=True, slots=True)
class GearRow:
    """`once`: it goes back to the display when it has been used."""

    name: str
    line: str
    cost: int
    value: int
    once: bool


@dataclass(frozen=True, slots=True)
class WeatherRow:
    good: str
    good_line: str
    bad: str
    bad_line: str


@dataclass(frozen=True, slots=True)
class YetiRulesPage:
    """`photos`, `peaks`: points, in order. `blizzard`: players and steps of the yeti."""

    photos: tuple[int, ...]
    peaks: tuple[int, ...]
    gear: tuple[GearRow, ...]
    weather: tuple[WeatherRow, ...]
    blizzard: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class YetiRuling:
    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class YetiRulingsPage:
    rulings: tuple[YetiRuling, ...]


class YetiRules:
    """Implements `app.web.front.pages.RulesFront`."""

    def page(self, reader: PageReader) -> str:
        voice = Voice(reader.language)
        gear = tuple(
            GearRow(names.tile(voice, t.id), voice.say(names.TILE_LINES[t.id]), t.cost, t.value, t.once)
            for t in standard.tiles
        )
        weather = tuple(
            WeatherRow(
                names.weather(voice, good), names.weather_line(voice, good),
                names.weather(voice, bad), names.weather_line(voice, bad),
            )
            for good, bad in standard.weather.values()
        )  # fmt: skip
        page = YetiRulesPage(
            standard.photos, standard.peaks, gear, weather, tuple(sorted(standard.blizzard.items()))
        )
        title = gettext_of(reader.language)("How to play")
        return whole("yeti/rules.html", title, "/rules/yeti", page, reader, phrases=words.phrases)

    def rulings(self, reader: PageReader) -> str:
        _ = gettext_of(reader.language)
        page = YetiRulingsPage(
            tuple(YetiRuling(number, _(title), _(text)) for number, (title, text) in TEXTS.items())
        )
        here = "/rules/yeti/rulings"
        return whole("yeti/rulings.html", _("Rulings"), here, page, reader, phrases=words.phrases)
