"""What things are called: symbols, gear, levels, weather."""

from collections.abc import Sequence

from app.games.yeti.parts import FACES
from app.web.voice import Voice


def _(text: str) -> str:
    """Marks a text for the catalogue; a voice translates it when it is spoken."""
    return text


KIND_NAMES = {
    "footprint": _("Footprint"),
    "sherpa": _("Sherpa"),
    "tent": _("Tent"),
    "coin": _("Coin"),
    "snow": _("Snow"),
}
SLOT_NAMES = {
    "snow": _("Snow"),
    "coin": _("Coins"),
    "sherpa": _("Sherpas"),
    "footprint": _("Footprints"),
    "tent": _("Tents"),
}
"""In the order of the evaluation, as they lie in the tray."""

TILE_NAMES = {
    "penny": _("Lucky penny"),
    "rope": _("Rope and canvas"),
    "pack": _("Double pack"),
    "shovel": _("Snow shovel"),
    "lens": _("Tracker’s lens"),
    "yak": _("Old yak"),
    "canvas": _("Storm tent"),
}
TILE_LINES = {
    "penny": _("one coin, once"),
    "rope": _("a Sherpa or a tent, once"),
    "pack": _("keep two kinds"),
    "shovel": _("re-roll a Snow"),
    "lens": _("+1 Footprint a turn"),
    "yak": _("+1 Sherpa a turn"),
    "canvas": _("+1 tent a turn"),
}
LEVEL_NAMES = (_("Base camp"), _("Level 1"), _("Level 2"), _("Peak"))

WEATHER_NAMES = {
    "thaw": _("Thaw"),
    "hard_frost": _("Hard frost"),
    "clear_view": _("Clear view"),
    "poor_trade": _("Poor trade"),
    "market_day": _("Market day"),
    "lonely_night": _("Lonely night"),
    "calm_air": _("Calm air"),
    "drifting_tracks": _("Drifting tracks"),
    "powder_joy": _("Powder joy"),
    "frozen_purse": _("Frozen purse"),
    "second_look": _("Second look"),
    "guides_rest": _("Guides rest"),
}
WEATHER_LINES = {
    "thaw": _("One or two Snow can be thrown again"),
    "hard_frost": _("No Snow is turned"),
    "clear_view": _("Every photo: 3 points more"),
    "poor_trade": _("Sellers get 3 points less"),
    "market_day": _("2 points for whoever buys gear"),
    "lonely_night": _("Alone on a level at night: 2 points less"),
    "calm_air": _("Keep as many kinds as you like"),
    "drifting_tracks": _("One Footprint less for everybody"),
    "powder_joy": _("A point for each Snow"),
    "frozen_purse": _("One coin less for everybody"),
    "second_look": _("Turn any die for 2 points"),
    "guides_rest": _("One Sherpa less for everybody"),
}
"""What each weather does, in a line."""


def dice(voice: Voice, face: str, number: int) -> str:
    """Such as 3 Footprints."""
    match face:
        case "footprint":
            return voice.count("%(n)s Footprint", "%(n)s Footprints", number)
        case "sherpa":
            return voice.count("%(n)s Sherpa", "%(n)s Sherpas", number)
        case "tent":
            return voice.count("%(n)s Tent", "%(n)s Tents", number)
        case "coin":
            return voice.count("%(n)s Coin", "%(n)s Coins", number)
    return voice.say("%(number)s Snow", number=number)


def some_dice(voice: Voice, numbers: Sequence[int]) -> str:
    """Such as 3 Footprints, 1 Snow. `numbers` in the order of `parts.FACES`."""
    parts = [dice(voice, face, number) for face, number in zip(FACES, numbers, strict=True) if number]
    return ", ".join(parts) or voice.say("no dice")


def points(voice: Voice, number: int) -> str:
    return voice.count("%(n)s point", "%(n)s points", number)


def level(voice: Voice, number: int) -> str:
    return voice.say(LEVEL_NAMES[number])


def tile(voice: Voice, name: str) -> str:
    return voice.say(TILE_NAMES.get(name, name))


def weather(voice: Voice, name: str) -> str:
    return voice.say(WEATHER_NAMES.get(name, name))


def weather_line(voice: Voice, name: str) -> str:
    return voice.say(WEATHER_LINES.get(name, ""))
