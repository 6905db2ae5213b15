"""The dice lying there, grouped: for the roller buttons, for others a picture."""

from app.games.yeti.actions import TurnSnow
from app.games.yeti.events import TurnPhase
from app.games.yeti.forecast import DiceForecast, forecasts, left_after, worths
from app.games.yeti.parts import KINDS, SNOW
from app.games.yeti.state import DiceState
from app.games.yeti.view import known_state
from app.games.yeti.views import DiceView
from app.web.games.yeti.table import contexts as c
from app.web.games.yeti.words import names
from app.web.games.yeti.words.choices import gain
from app.web.games.yeti.words.in_words import weather_of
from app.web.voice import TablePeople, Voice


def throw(view: DiceView, people: TablePeople, *, own: bool) -> c.ThrowRegion:
    """`own`: the reader chooses here."""
    voice, s = people.voice, known_state(view)
    _ = voice.say
    snow = view.tray[SNOW] + s.roll.count(SNOW)
    small = _("%(number)s Snow so far", number=snow)
    blizzard = view.phase is TurnPhase.TURN and view.snow > s.parts.snow_limit
    return c.ThrowRegion(
        shown=view.phase.value,
        own=own,
        decision=view.decision,
        title=title(view, people, own=own),
        small=small if view.phase is TurnPhase.KEEP else "",
        groups=groups(s, voice) if view.phase is TurnPhase.KEEP else (),
        several=several(view, s),
        snow_choices=snow_choices(view, voice) if view.phase is TurnPhase.TURN else (),
        storm=view.held[view.turn] if blizzard else 0,
        story=_("%(snow)s Snow: the yeti runs to %(yeti)s.", snow=view.snow, yeti=view.yeti)
        if blizzard
        else "",
        held=voice.count("%(n)s stays under the snow", "%(n)s stay under the snow", view.held[view.turn]),
    )


def title(view: DiceView, people: TablePeople, *, own: bool) -> str:
    _ = people.voice.say
    if not own:
        return _("%(name)s is choosing", name=people.names[view.turn])
    match view.phase:
        case TurnPhase.KEEP:
            return _("Keep one kind") if several(view, known_state(view)) < 2 else _("Keep what you like")
        case TurnPhase.MEND:
            return _("Before it counts")
        case TurnPhase.TURN:
            return _("Turn one Snow")
    return _("What does it bring?")


def several(view: DiceView, s: DiceState) -> int:
    """How many kinds may be kept from this throw."""
    if weather_of(view) == "calm_air":
        return len(KINDS)
    return 2 if s.effect_of(s.turn, "second_type") is not None else 1


def groups(s: DiceState, voice: Voice) -> tuple[c.DiceGroup, ...]:
    """Biggest number of dice first."""
    found = sorted(worths(s), key=lambda worth: -worth.dice)
    return tuple(
        c.DiceGroup(
            worth.kind,
            worth.dice,
            names.dice(voice, worth.kind, worth.dice),
            gain(voice, worth),
            consequence(s, worth.kind, names.dice(voice, worth.kind, worth.dice), gain(voice, worth), voice),
        )
        for worth in found
    )


def consequence(s: DiceState, kind: str, dice: str, worth: str, voice: Voice) -> str:
    left = left_after(s, (kind,))
    if not left:
        return voice.say("%(dice)s: %(worth)s. That was the last throw.", dice=dice, worth=worth)
    more = voice.count("%(n)s die is left to throw.", "%(n)s dice are left to throw.", left)
    return voice.say("%(dice)s: %(worth)s. %(more)s", dice=dice, worth=worth, more=more)


def snow_choices(view: DiceView, voice: Voice) -> tuple[c.SnowChoice, ...]:
    looks = [look for look in forecasts(view) if isinstance(look.action, TurnSnow) and look.action.to]
    best = max(looks, key=lambda look: (look.points or 0, look.level or 0), default=None)
    return tuple(snow_choice(look, voice, best=look is best) for look in looks)


def snow_choice(look: DiceForecast, voice: Voice, *, best: bool) -> c.SnowChoice:
    assert isinstance(look.action, TurnSnow)
    kind = str(look.action.to)
    name = voice.say(names.KIND_NAMES[kind])
    points = names.points(voice, look.points or 0)
    level = names.level(voice, look.level or 0)
    say = voice.say(
        "One Snow to %(kind)s: at best %(points)s, camp: %(level)s.", kind=name, points=points, level=level
    )
    return c.SnowChoice(kind, name, points, best, say, voice.say("Turn to %(kind)s", kind=name))
