"""The whole game by the plain front's contract: how things stand, what is asked, what each choice does."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.kernel.contract import Json
from app.games.yeti.events import TurnPhase
from app.games.yeti.forecast import forecasts, odds
from app.games.yeti.parts import parts_by_hash
from app.games.yeti.view import known_state
from app.games.yeti.views import DiceView, SeatDiceView
from app.web.games.yeti.words import names, posted, refusals, sentences
from app.web.games.yeti.words.choices import label
from app.web.plain.contract import PlainChoice, PlainState
from app.web.voice import TablePeople

AnyDiceView = DiceView | SeatDiceView


def public(view: AnyDiceView) -> DiceView:
    """What everybody sees: a seat's own view adds nothing to it."""
    return view.public if isinstance(view, SeatDiceView) else view


def weather_of(view: DiceView) -> str:
    """The weather in force, "" without the option."""
    if not view.weather:
        return ""
    tile, side = view.weather[0]
    return parts_by_hash(view.parts_hash).weather[tile][0 if side == "good" else 1]


class YetiInWords:
    """Implements `app.web.plain.contract.PlainGame`."""

    def state(self, view: AnyDiceView) -> PlainState:
        now = public(view)
        return PlainState(now.round, now.decision, now.phase is TurnPhase.OVER)

    def facts(self, view: AnyDiceView, people: TablePeople) -> tuple[str, ...]:
        now, voice = public(view), people.voice
        _ = voice.say
        found = [player(now, seat, people) for seat in range(now.players)]
        found.append(_("The yeti stands on %(yeti)s.", yeti=now.yeti))
        if weather := weather_of(now):
            line = names.weather_line(voice, weather)
            found.append(_("%(weather)s: %(line)s.", weather=names.weather(voice, weather), line=line))
        if now.final and now.phase is not TurnPhase.OVER:
            last = people.names[(now.first - 1) % now.players]
            found.append(_("Last round: until %(name)s.", name=last))
        if any(now.tray):
            found.append(_("In the tray: %(dice)s.", dice=names.some_dice(voice, now.tray)))
        parts = parts_by_hash(now.parts_hash)
        sale = [f"{names.tile(voice, t.id)} ({parts.tile[t.id].cost})" for t in now.tiles if t.owner is None]
        if sale:
            found.append(_("For sale, for coins: %(tiles)s.", tiles=", ".join(sale)))
        return tuple(found)

    def question(self, view: AnyDiceView, people: TablePeople) -> str:
        now, voice = public(view), people.voice
        _ = voice.say
        if now.phase is TurnPhase.OVER:
            return ""
        if isinstance(view, SeatDiceView) and view.seat == now.turn:
            return asked(now, people)
        name = people.names[now.turn]
        chances = odds(now)
        if chances is None:
            return _("%(name)s is choosing.", name=name)
        return _(
            "%(name)s is choosing. A Snow in the next throw: %(chance)s %%.",
            name=name, chance=round(100 * chances.snow),
        )  # fmt: skip

    def choices(self, view: AnyDiceView, people: TablePeople) -> tuple[PlainChoice, ...]:
        now = public(view)
        if not isinstance(view, SeatDiceView) or view.seat != now.turn or now.phase is TurnPhase.OVER:
            return ()
        s = known_state(now)
        return tuple(
            PlainChoice(label(people.voice, s, forecast), "choice", posted.value_of(forecast.action))
            for forecast in forecasts(now)
        )

    def action(self, form: Mapping[str, Sequence[str]]) -> Json:
        return posted.action_of(form)

    def sentence(self, event: Any, people: TablePeople) -> str:
        return sentences.sentence(event, people)

    def result(self, view: AnyDiceView, people: TablePeople) -> str:
        now = public(view)
        return "" if now.winners is None else sentences.result(now.winners, now.reason, people)

    def refusal(self, reason: str, params: Mapping[str, Any], people: TablePeople) -> str | None:
        return refusals.refusal(reason, params, people)


def player(now: DiceView, seat: int, people: TablePeople) -> str:
    """Somebody's points, level, gear and dice under the snow, in a line."""
    voice = people.voice
    parts = [names.points(voice, now.points[seat]), names.level(voice, now.levels[seat])]
    parts += [names.tile(voice, tile.id) for tile in now.tiles if tile.owner == seat]
    if now.held[seat]:
        parts.append(voice.count("%(n)s die under the snow", "%(n)s dice under the snow", now.held[seat]))
    return voice.say("%(name)s: %(rest)s", name=people.names[seat], rest=", ".join(parts))


def asked(now: DiceView, people: TablePeople) -> str:
    """What the roller is asked, with the dice."""
    voice = people.voice
    _ = voice.say
    match now.phase:
        case TurnPhase.KEEP:
            thrown = names.some_dice(voice, sentences.counted(now.roll))
            return _("You threw %(dice)s. Which kind stays?", dice=thrown)
        case TurnPhase.MEND:
            return _("Before the turn is counted: use something, or go on.")
        case TurnPhase.TURN:
            return _("Three Snow: one of them can be turned.")
    return _("What does this turn bring?")
