"""The sentence of consequence and the buttons of a decision; for others the odds."""

from typing import Any

from app.games.yeti.actions import KeepDice, MendTray
from app.games.yeti.events import TurnPhase
from app.games.yeti.forecast import odds
from app.games.yeti.parts import SNOW
from app.games.yeti.turn import legal_actions
from app.games.yeti.view import known_state
from app.games.yeti.views import DiceView
from app.tables.model import Acts, Table
from app.web.games.yeti.table import contexts as c
from app.web.games.yeti.table.stage import dice_of, ends_with
from app.web.games.yeti.words.choices import keep_button, mend_label
from app.web.games.yeti.words.in_words import asked, public
from app.web.games.yeti.words.posted import value_of
from app.web.voice import TablePeople, Voice


def act(table: Table, any_view: Any, people: TablePeople, seat: int | None) -> c.DiceActRegion:
    view = public(any_view)
    kind = kind_of(table, view, seat)
    if kind in ("keep", "mend", "turn", "spend"):
        return choosing(view, table, people, kind)
    text = sentence(view, people, kind, seat)
    chances = tuple(odds_lines(view, people.voice)) if kind in ("wait", "watch") else ()
    return blank(kind, view, table, text, chances)


def kind_of(table: Table, view: DiceView, seat: int | None) -> str:
    if view.phase is TurnPhase.OVER:
        return "over"
    if seat is None:
        return "watch"
    if table.seats[seat].dropped:
        return "left"
    if table.seats[seat].acts is Acts.BOT:
        return "bot"
    return view.phase.value if seat == view.turn else "wait"


def blank(
    kind: str, view: DiceView, table: Table, text: str, chances: tuple[c.OddsLine, ...] = ()
) -> c.DiceActRegion:
    return c.DiceActRegion(
        kind, kind in ("keep", "mend", "turn", "spend"), view.decision, text, table.code, "", "", "", 0,
        ("", "", "", ""), (), (), chances,
    )  # fmt: skip


def choosing(view: DiceView, table: Table, people: TablePeople, kind: str) -> c.DiceActRegion:
    voice, s = people.voice, known_state(view)
    _ = voice.say
    legal = legal_actions(s)
    button, none, none_value, free = "", "", "", 0
    if kind == "keep":
        button = _("Pick a kind")
        free = len(s.roll) - s.roll.count(SNOW)
        if KeepDice(()) in legal:
            none, none_value = _("Keep none"), value_of(KeepDice(()))
    elif kind == "turn":
        button, none, none_value = _("Turn it"), _("Leave it"), "turn:none"
    elif kind == "spend":
        button = _("Take the points")
    mends = [action for action in legal if isinstance(action, MendTray)]
    looks = tuple(c.MendOffer(value_of(a).partition(":")[2], mend_label(voice, a)) for a in mends if a.old)
    uses = tuple(c.MendOffer(value_of(a), mend_label(voice, a)) for a in mends if not a.old)
    patterns = (
        _("Keep %(dice)s, roll %(left)s", dice="#1", left="#2"),
        _("Keep %(dice)s, done", dice="#1"),
        keep_button(voice, s, KeepDice(())) if none and kind == "keep" else "",
        voice.say("Pick a kind"),
    )
    return c.DiceActRegion(
        kind, True, view.decision, asked(view, people), table.code, button, none, none_value, free, patterns,
        uses, looks, (),
    )  # fmt: skip


def sentence(view: DiceView, people: TablePeople, kind: str, seat: int | None) -> str:
    _ = people.voice.say
    if kind == "over":
        return ""
    roller = people.names[view.turn]
    if kind == "bot":
        return _("A bot plays in your seat.")
    if kind != "wait" or seat is None:
        return _("%(name)s is rolling.", name=roller)
    dice = people.voice.count("%(n)s die", "%(n)s dice", dice_of(view, seat))
    if seat == (view.turn + 1) % view.players and not ends_with(view, view.turn):
        return _("You are next, with %(dice)s.", dice=dice)
    gap = view.yeti - view.points[seat]
    if gap > 0 and not view.final:
        return _("%(name)s is rolling. You are %(gap)s short of the yeti.", name=roller, gap=gap)
    return _("%(name)s is rolling.", name=roller)


def odds_lines(view: DiceView, voice: Voice) -> list[c.OddsLine]:
    """Chances of the next throw, for the choice that the roller is most likely weighing."""
    chances = odds(view)
    if chances is None:
        return []
    dice = voice.count("%(n)s die to roll: a Snow", "%(n)s dice to roll: a Snow", chances.dice)
    lines = [(dice, chances.snow), (voice.say("The third Snow"), chances.third)]
    lines.append((voice.say("A blizzard"), chances.blizzard))
    told: dict[int, str] = {}
    for text, chance in lines:
        percent = round(100 * chance)
        if 0 < percent < 100:
            told.setdefault(percent, text)
    return [c.OddsLine(text, percent) for percent, text in told.items()]
