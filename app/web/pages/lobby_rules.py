"""What a table is to be like: the game's house options, and the table's own settings, with their words.

Every control stands there twice: the host's own, and the same for everybody else, disabled. The server checks anyway.
"""

from collections.abc import Sequence

from app.games.kernel.contract import Game, Option
from app.games.kernel.options import value_of
from app.tables.clocks.deadlines import by_days_s
from app.tables.model import Table
from app.web.front.game import GameFront
from app.web.front.words import Explained
from app.web.pages.lobby_contexts import LobbyRules, OptionBox, Options, SettingChoice, SettingRow
from app.web.pages.setting_controls import setting_controls
from app.web.templating import gettext_of


def options(table: Table, front: GameFront, language: str) -> Options:
    known, groups = front.words.options(language), groups_of(front.game)
    grouped = {option.key for members in groups.values() for option in members}
    alone = {option.key for option in front.game.options if not option.values} - grouped
    switches = tuple(OptionBox(k, w.name, w.line, k in table.options) for k, w in known.items() if k in alone)
    rows = [_group(table, front, name, members, language) for name, members in groups.items()]
    for option in front.game.options:
        if option.values:
            words, chosen = known[option.key], value_of(table.options, option)
            choices = tuple(SettingChoice(v, words.values.get(v, v), v == chosen) for v in option.values)
            rows.append(SettingRow(f"option-{option.key}", "value", words.name, words.line, choices))
    return Options(switches, tuple(rows))


def groups_of(game: Game) -> dict[str, list[Option]]:
    """Switches of which one at most is set, by the name of their group; one alone is no group."""
    names = dict.fromkeys(option.group for option in game.options if option.group and not option.values)
    groups = {
        name: [option for option in game.options if option.group == name and not option.values]
        for name in names
    }
    return {name: members for name, members in groups.items() if len(members) > 1}


def _group(table: Table, front: GameFront, name: str, members: Sequence[Option], language: str) -> SettingRow:
    """A group as one row: none of them, or one. What it is called: the words of the game under the group's name."""
    _ = gettext_of(language, front.words.phrases)
    known = front.words.options(language)
    chosen = next((option.key for option in members if option.key in table.options), "")
    words = known.get(name, Explained(" / ".join(known[option.key].name for option in members), ""))
    to_none = f"option-{chosen or members[0].key}"
    none = SettingChoice("none", _("None of them"), not chosen, form=to_none, posted="no")
    each = (
        SettingChoice(o.key, known[o.key].name, o.key == chosen, form=f"option-{o.key}", posted="yes")
        for o in members
    )
    line = known[chosen].line if chosen else words.line
    return SettingRow(f"group-{name}", "on", words.name, line, (none, *each))


def rules(table: Table, front: GameFront, language: str, *, listing: bool) -> LobbyRules:
    """`listing`: whether the operator lets hosts put their tables on the start page."""
    _ = gettext_of(language, front.words.phrases)
    settings = table.settings
    hidden = {"listed"} if not (listing or settings.listed) else set()
    drawn = [
        control.drawn(settings, front, _) for key, control in setting_controls.items() if key not in hidden
    ]
    hint = _("Played by days: you need not all be here at once.") if settings.clock >= by_days_s else ""
    return LobbyRules(
        tuple(one for one in drawn if isinstance(one, SettingRow)),
        tuple(one for one in drawn if isinstance(one, OptionBox)),
        hint,
    )
