"""Every legal choice in words, with what it leads to."""

from app.games.yeti.actions import KeepDice, MendTray, SpendTurn, TurnSnow
from app.games.yeti.forecast import DiceForecast, KindWorth, left_after, worths
from app.games.yeti.parts import SNOW
from app.games.yeti.state import DiceState
from app.web.games.yeti.words import names
from app.web.voice import Voice


def gain(voice: Voice, worth: KindWorth) -> str:
    """What the dice of a kind would be worth in this place."""
    _ = voice.say
    if worth.kind == "footprint" and worth.gain:
        return _("%(points)s here", points=names.points(voice, worth.gain))
    if worth.kind == "sherpa" and worth.gain:
        return voice.count("%(n)s level up", "%(n)s levels up", worth.gain)
    if worth.kind == "coin" and worth.gain:
        return _("photo: %(points)s", points=names.points(voice, worth.gain))
    if worth.kind == "tent" and worth.gain:
        return _("keeps level %(level)s", level=worth.gain) if worth.gain < 3 else _("keeps the peak")
    return _("no use now")


def label(voice: Voice, s: DiceState, forecast: DiceForecast) -> str:
    """A choice with its forecast, in one line."""
    match forecast.action:
        case KeepDice():
            return keep_label(voice, s, forecast.action)
        case MendTray():
            return mend_label(voice, forecast.action)
        case TurnSnow(to=None):
            return voice.say("Leave the Snow: %(points)s", points=at_best(voice, forecast))
        case TurnSnow(to=to):
            kind = voice.say(names.KIND_NAMES[str(to)])
            return voice.say("%(kind)s: %(points)s", kind=kind, points=at_best(voice, forecast))
    return spend_label(voice, forecast)


def at_best(voice: Voice, forecast: DiceForecast) -> str:
    return voice.say("at best %(points)s", points=names.points(voice, forecast.points or 0))


def keep_button(voice: Voice, s: DiceState, action: KeepDice) -> str:
    """What the main button says: Keep 3, roll 3."""
    left = left_after(s, action.kinds)
    dice = len(s.roll) - left - s.roll.count(SNOW)
    if not action.kinds:
        if left:
            return voice.say("Keep none, roll %(left)s", left=left)
        return voice.say("Keep none, done")
    if left:
        return voice.say("Keep %(dice)s, roll %(left)s", dice=dice, left=left)
    return voice.say("Keep %(dice)s, done", dice=dice)


def keep_label(voice: Voice, s: DiceState, action: KeepDice) -> str:
    known = {one.kind: one for one in worths(s)}
    parts = [
        f"{names.dice(voice, kind, known[kind].dice)} ({gain(voice, known[kind])})" for kind in action.kinds
    ]
    button = keep_button(voice, s, action)
    return f"{button}: {', '.join(parts)}" if parts else button


def mend_label(voice: Voice, action: MendTray) -> str:
    _ = voice.say
    if action.use == "shovel":
        return _("Shovel: throw one Snow again")
    if action.use == "thaw":
        return _("Thaw: throw all Snow again")
    if action.old and action.new:
        return _(
            "Second look: %(old)s to %(new)s, costs 2 points",
            old=_(names.KIND_NAMES[action.old]), new=_(names.KIND_NAMES[action.new]),
        )  # fmt: skip
    return _("Go on")


def purchase(voice: Voice, action: SpendTurn) -> str:
    if action.photo is not None:
        coins = voice.count("%(n)s coin", "%(n)s coins", action.photo)
        return voice.say("Photo for %(coins)s", coins=coins)
    if action.tile is not None:
        return names.tile(voice, action.tile)
    return voice.say("Buy nothing")


def spend_label(voice: Voice, forecast: DiceForecast) -> str:
    """Such as: Photo for 3 coins, climb 1, take 11 points, camp on level 1."""
    action = forecast.action
    assert isinstance(action, SpendTurn)
    _ = voice.say
    parts = [purchase(voice, action)]
    if action.climb:
        parts.append(_("climb %(levels)s", levels=action.climb))
    if action.tent:
        parts.append(_("the rope as a tent"))
    parts.append(_("take %(points)s", points=names.points(voice, forecast.points or 0)))
    parts.append(_("camp: %(level)s", level=names.level(voice, forecast.level or 0)))
    if forecast.calls:
        parts.append(_("calls the last round"))
    return ", ".join(parts)
