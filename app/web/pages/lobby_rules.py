"""What a table is to be like: the game's house options, and the table's own settings, with their words.

Every control stands there twice: the host's own, and the same for everybody else, disabled. The server checks anyway.
"""

from collections.abc import Callable

from app.tables.clocks import clocks
from app.tables.model import Leavers, Table, Visibility
from app.web.avalanche import options as words
from app.web.pages.lobby_contexts import Choice, OptionBox, Options, Row, Rules
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


def options(table: Table, language: str) -> Options:
    known = words.options(language)
    return Options(tuple(OptionBox(k, w.name, w.line, k in table.options) for k, w in known.items()))


def rules(table: Table, language: str, *, listing: bool) -> Rules:
    """`listing`: whether the operator lets hosts put their tables on the start page."""
    _ = gettext_of(language)
    spoken = clock_words(_)
    by_days = table.clock >= 86_400
    rows = (
        Row(
            "clock",
            "seconds",
            _("Time to choose"),
            _("At zero a bot picks for whoever is late.")
            if table.clock
            else _("Everybody takes the time they need."),
            tuple(Choice(str(s), spoken[s], s == table.clock) for s in clocks),
        ),
        Row(
            "leavers",
            "leavers",
            _("If somebody leaves the race"),
            _("The seat can be taken back at any time.")
            if table.leavers is Leavers.BOT
            else _("Their skier only rides to the end of the race."),
            (
                Choice("bot", _("A bot races on"), table.leavers is Leavers.BOT),
                Choice("drop", _("They are out"), table.leavers is Leavers.DROP),
            ),
        ),
    )
    switches = [
        OptionBox(
            "admits",
            _("Open to newcomers"),
            _("Who has the link may take a free lift.")
            if table.admits
            else _("Nobody else can take a lift, even with the link."),
            table.admits,
        ),
        OptionBox(
            "spectators",
            _("Spectators"),
            _("People with the link may watch the race; nobody sees hidden cards."),
            table.spectators,
        ),
    ]
    listed = table.visibility is Visibility.LISTED
    if listing or listed:
        line = _("Anybody on this server can find the table and join.")
        switches.append(OptionBox("listed", _("On the start page"), line, listed))
    hint = _("Played by days: you need not all be here at once.") if by_days else ""
    return Rules(rows, tuple(switches), hint)
