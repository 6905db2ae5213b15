"""What a table is to be like: the game's house options, and the table's own settings, with their words.

Every control stands there twice: the host's own, and the same for everybody else, disabled. The server checks anyway.
"""

from collections.abc import Callable, Sequence

from app.games.kernel.contract import Game, Option
from app.games.kernel.extensions import Dropping
from app.games.kernel.options import value_of
from app.tables.clocks.deadlines import clocks
from app.tables.model import Leavers, Table, Visibility
from app.web.front.game import GameFront
from app.web.front.words import Explained
from app.web.pages.lobby_contexts import LobbyRules, OptionBox, Options, SettingChoice, SettingRow
from app.web.templating import gettext_of


def clock_words(_: Callable[[str], str]) -> dict[int, str]:
    return {
        0: _("No clock"),
        30: _("30 s"),
        60: _("60 s"),
        120: _("2 min"),
        86_400: _("1 day"),
        259_200: _("3 days"),
    }


def clock_word(seconds: int, language: str) -> str:
    """How long a decision may take, in a word or two."""
    return clock_words(gettext_of(language)).get(seconds, f"{seconds} s")


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
    spoken = clock_words(_)
    by_days = table.clock >= 86_400
    rows = (
        SettingRow(
            "clock",
            "seconds",
            _("Time to choose"),
            _("At zero a bot picks for whoever is late.")
            if table.clock
            else _("Everybody takes the time they need."),
            tuple(SettingChoice(str(s), spoken[s], s == table.clock) for s in clocks),
        ),
        SettingRow(
            "leavers",
            "leavers",
            _("If somebody leaves the game"),
            _("The seat can be taken back at any time.")
            if table.leavers is Leavers.BOT
            else _("They drop out of the game.")
            if isinstance(front.game, Dropping)
            else _("A bot finishes the game for them."),
            (
                SettingChoice("bot", _("A bot plays on"), table.leavers is Leavers.BOT),
                SettingChoice("drop", _("They cannot come back"), table.leavers is Leavers.DROP),
            ),
        ),
    )
    switches = [
        OptionBox(
            "admits",
            _("Open to newcomers"),
            _("Anyone with the link can take a free seat.")
            if table.admits
            else _("Nobody else can take a seat, even with the link."),
            table.admits,
        ),
        OptionBox(
            "spectators",
            _("Spectators"),
            _("People with the link may watch; nobody sees what is hidden."),
            table.spectators,
        ),
    ]
    listed = table.visibility is Visibility.LISTED
    if listing or listed:
        line = _("Anybody on this server can find the table and join.")
        switches.append(OptionBox("listed", _("On the start page"), line, listed))
    hint = _("Played by days: you need not all be here at once.") if by_days else ""
    return LobbyRules(rows, tuple(switches), hint)
