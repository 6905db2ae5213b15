"""Every event as a line of the log. Whose turn it is stands in the line that begins it."""

from collections import Counter
from typing import Any

from app.games.yeti import events as e
from app.games.yeti.parts import FACES
from app.web.games.yeti.words import names
from app.web.voice import TablePeople


def sentence(event: Any, people: TablePeople) -> str:
    """An event in words; "" for what needs none."""
    return of_the_table(event, people) or of_the_dice(event, people) or of_the_evaluation(event, people)


def of_the_table(event: Any, people: TablePeople) -> str:
    """Rounds, turns, weather, the end."""
    voice = people.voice
    _ = voice.say
    match event:
        case e.DiceGameStarted():
            return _("%(name)s begins. The yeti stands on 50.", name=people.names[event.first])
        case e.DiceRoundStarted():
            return _("Round %(round)s", round=event.round)
        case e.WeatherChanged():
            return _(
                "%(weather)s: %(line)s.",
                weather=names.weather(voice, event.weather), line=names.weather_line(voice, event.weather),
            )  # fmt: skip
        case e.TurnStarted():
            number = voice.count("%(n)s die", "%(n)s dice", event.dice)
            return _("%(name)s throws %(dice)s.", name=people.names[event.seat], dice=number)
        case e.LastRoundCalled():
            return _(
                "%(name)s has caught up with the yeti: this is the last round.", name=people.names[event.seat]
            )
        case e.TurnEnded():
            return _(
                "%(name)s: %(points)s this turn.",
                name=people.names[event.seat], points=names.points(voice, event.points),
            )  # fmt: skip
        case e.DiceGameOver():
            return result(event.winners, event.reason, people)
    return ""


def of_the_dice(event: Any, people: TablePeople) -> str:
    """Throws, what is set aside, what is thrown again."""
    voice = people.voice
    _ = voice.say
    match event:
        case e.DiceRolled():
            return _("Thrown: %(dice)s.", dice=names.some_dice(voice, counted(event.faces)))
        case e.DiceKept():
            return kept(event, people)
        case e.SnowRerolled():
            now = names.some_dice(voice, counted(event.faces))
            if event.by == "shovel":
                return _("The shovel throws a Snow again: %(dice)s.", dice=now)
            return _("The thaw throws all Snow again: %(dice)s.", dice=now)
        case e.LookedAgain():
            return _(
                "A second look: %(old)s turns to %(new)s.",
                old=_(names.KIND_NAMES[event.old]), new=_(names.KIND_NAMES[event.new]),
            )  # fmt: skip
        case e.EvaluationStarted():
            return _("Set aside: %(dice)s.", dice=names.some_dice(voice, event.tray))
        case e.BlizzardCame():
            if event.stopped:
                return _(
                    "Blizzard! The yeti runs from %(start)s to %(end)s, right behind somebody.",
                    start=event.start, end=event.end,
                )  # fmt: skip
            return _("Blizzard! The yeti runs from %(start)s to %(end)s.", start=event.start, end=event.end)
        case e.DiceHeld():
            return voice.count(
                "%(n)s die stays with %(name)s under the snow.",
                "%(n)s dice stay with %(name)s under the snow.",
                event.dice,
                name=people.names[event.seat],
            )
        case e.SnowTurned(to=None):
            return _("The Snow stays as it is.")
        case e.SnowTurned():
            return _("One Snow is turned: %(face)s.", face=_(names.KIND_NAMES[str(event.to)]))
    return ""


def of_the_evaluation(event: Any, people: TablePeople) -> str:
    """What a turn brings, step by step."""
    voice = people.voice
    _ = voice.say
    match event:
        case e.PhotoTaken():
            coins = voice.count("%(n)s coin", "%(n)s coins", event.coins)
            return _(
                "%(name)s takes a photo for %(coins)s: %(points)s.",
                name=people.names[event.seat], coins=coins, points=names.points(voice, event.points),
            )  # fmt: skip
        case e.SellerPaid():
            return _(
                "%(name)s is paid %(points)s for it.",
                name=people.names[event.seat], points=names.points(voice, event.points),
            )  # fmt: skip
        case e.TileBought():
            return bought(event, people)
        case e.TileUsed():
            return _("%(tile)s is used and for sale again.", tile=names.tile(voice, event.tile))
        case e.LevelClimbed():
            return _(
                "%(name)s climbs: %(level)s.",
                name=people.names[event.seat], level=names.level(voice, event.end),
            )  # fmt: skip
        case e.PeakReached():
            return _(
                "%(name)s stands on the peak: %(points)s.",
                name=people.names[event.seat], points=names.points(voice, event.points),
            )  # fmt: skip
        case e.FootprintsScored():
            return _(
                "%(name)s finds %(prints)s: %(points)s.",
                name=people.names[event.seat],
                prints=names.dice(voice, "footprint", event.footprints),
                points=names.points(voice, event.points),
            )
        case e.CampPitched():
            if event.end == event.start:
                return _(
                    "%(name)s camps: %(level)s.",
                    name=people.names[event.seat], level=names.level(voice, event.end),
                )  # fmt: skip
            return _(
                "Too few tents: %(name)s slides down. %(level)s.",
                name=people.names[event.seat], level=names.level(voice, event.end),
            )  # fmt: skip
        case e.WeatherScored() if event.points > 0:
            return _("Powder joy: %(points)s.", points=names.points(voice, event.points))
        case e.WeatherScored():
            return _(
                "A lonely night: %(name)s loses %(points)s.",
                name=people.names[event.seat], points=names.points(voice, -event.points),
            )  # fmt: skip
        case e.SteppedBack():
            return _(
                "%(name)s steps back %(points)s.",
                name=people.names[event.seat], points=names.points(voice, event.points),
            )  # fmt: skip
        case e.YetiRetreated():
            return _("The yeti steps back to %(to)s.", to=event.to)
    return ""


def kept(event: e.DiceKept, people: TablePeople) -> str:
    voice = people.voice
    _ = voice.say
    aside = ", ".join(
        names.dice(voice, kind, number) for kind, number in zip(event.kinds, event.dice, strict=True)
    )
    snow = names.dice(voice, "snow", event.snow)
    if event.snow and aside:
        return _("Kept: %(dice)s. %(snow)s goes to the tray.", dice=aside, snow=snow)
    if event.snow:
        return _("Nothing kept. %(snow)s goes to the tray.", snow=snow)
    return _("Kept: %(dice)s.", dice=aside)


def bought(event: e.TileBought, people: TablePeople) -> str:
    voice = people.voice
    _ = voice.say
    name, tile = people.names[event.buyer], names.tile(voice, event.tile)
    more = _(" Market day: %(points)s.", points=names.points(voice, event.extra)) if event.extra else ""
    if event.seller is None:
        return _("%(name)s buys: %(tile)s.", name=name, tile=tile) + more
    return (
        _("%(name)s buys from %(seller)s: %(tile)s.", name=name, seller=people.names[event.seller], tile=tile)
        + more
    )


def result(winners: tuple[int, ...], reason: str | None, people: TablePeople) -> str:
    """How it ended, as a sentence."""
    voice = people.voice
    _ = voice.say
    names_ = voice.names([people.names[seat] for seat in winners])
    if len(winners) > 1:
        return _("%(names)s share the picture.", names=names_)
    if reason == "equipment":
        return _("%(names)s has the picture, by the better gear.", names=names_)
    return _("%(names)s has the picture.", names=names_)


def counted(faces: tuple[str, ...]) -> list[int]:
    """How many of each face, in the order of `parts.FACES`."""
    found = Counter(faces)
    return [found[face] for face in FACES]
