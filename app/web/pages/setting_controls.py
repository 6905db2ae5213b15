"""The controls and words of a table's settings (`app/tables/settings.py`), one row each: what the lobby shows, what its
log says of a change, and what the API's documents call the command.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.games.kernel.extensions import Dropping
from app.tables.settings import Leavers, TableSettings, clocks
from app.web import bodies as b
from app.web.front.game import GameFront
from app.web.pages.lobby_contexts import OptionBox, SettingChoice, SettingRow
from app.web.templating import gettext_of

Words = Callable[[str], str]
"""gettext, in the words of a game where it has its own."""


def clock_words(_: Words) -> dict[int, str]:
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


@dataclass(frozen=True, slots=True)
class SettingControl:
    """`operation`, `summary`: of the command in the API's documents; `body`: what it takes. `drawn`: the control as it
    stands now. `told`: a sentence of the log, by the new value; `%(by)s` is who changed it, `%(value)s` the value in
    words.
    """

    operation: str
    summary: str
    body: type[b.Body]
    drawn: Callable[[TableSettings, GameFront, Words], SettingRow | OptionBox]
    told: Callable[[Any, Words], str]
    spoken: Callable[[Any, str], str] = lambda value, _language: str(value)


def _clock(now: TableSettings, _front: GameFront, _: Words) -> SettingRow:
    spoken = clock_words(_)
    return SettingRow(
        "clock",
        "seconds",
        _("Time to choose"),
        _("At zero a bot picks for whoever is late.")
        if now.clock
        else _("Everybody takes the time they need."),
        tuple(SettingChoice(str(s), spoken[s], s == now.clock) for s in clocks),
    )


def _leavers(now: TableSettings, front: GameFront, _: Words) -> SettingRow:
    return SettingRow(
        "leavers",
        "leavers",
        _("If somebody leaves the game"),
        _("The seat can be taken back at any time.")
        if now.leavers is Leavers.BOT
        else _("They drop out of the game.")
        if isinstance(front.game, Dropping)
        else _("A bot finishes the game for them."),
        (
            SettingChoice("bot", _("A bot plays on"), now.leavers is Leavers.BOT),
            SettingChoice("drop", _("They cannot come back"), now.leavers is Leavers.DROP),
        ),
    )


def _admits(now: TableSettings, _front: GameFront, _: Words) -> OptionBox:
    line = (
        _("Anyone with the link can take a free seat.")
        if now.admits
        else _("Nobody else can take a seat, even with the link.")
    )
    return OptionBox("admits", _("Open to newcomers"), line, now.admits)


def _spectators(now: TableSettings, _front: GameFront, _: Words) -> OptionBox:
    line = _("People with the link may watch; nobody sees what is hidden.")
    return OptionBox("spectators", _("Spectators"), line, now.spectators)


def _listed(now: TableSettings, _front: GameFront, _: Words) -> OptionBox:
    line = _("Anybody on this server can find the table and join.")
    return OptionBox("listed", _("On the start page"), line, now.listed)


setting_controls: Mapping[str, SettingControl] = {
    "clock": SettingControl(
        "clock", "Time to choose", b.ClockBody, _clock,
        lambda seconds, _: _("%(by)s set the time to choose: %(value)s.")
        if seconds
        else _("%(by)s turned the clock off."),
        clock_word,
    ),
    "leavers": SettingControl(
        "leavers", "What becomes of a leaver's seat", b.LeaversBody, _leavers,
        lambda leavers, _: _("%(by)s: whoever leaves cannot come back.")
        if leavers == Leavers.DROP
        else _("%(by)s: if somebody leaves, a bot plays on."),
    ),
    "admits": SettingControl(
        "admits", "Let newcomers sit down, or not", b.Switch, _admits,
        lambda on, _: _("%(by)s opened the table to newcomers.")
        if on
        else _("%(by)s closed the table to newcomers."),
    ),
    "spectators": SettingControl(
        "spectators", "Let people look on, or not", b.Switch, _spectators,
        lambda on, _: _("%(by)s lets people watch.") if on else _("%(by)s lets nobody watch."),
    ),
    "listed": SettingControl(
        "set_listed", "Put the table on the start page, or not", b.Switch, _listed,
        lambda on, _: _("%(by)s put the table on the start page.")
        if on
        else _("%(by)s took the table off the start page."),
    ),
}  # fmt: skip
"""By the setting's key, in the order in which they are drawn."""
