"""The settings of a table that its host may change: one dataclass, each setting with its rule. A new setting is a field
here and its control and words in `app/web/pages/setting_controls.py`; use case, storage, notes, commands, API and
documents follow from the two.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from app.tables.errors import Unfit


class Leavers(StrEnum):
    """What becomes of the seat of somebody who leaves a running game: a bot plays it, or it drops out and its owner
    cannot come back. Then the game says what it does (`Dropping` in `games/kernel/extensions.py`), else a bot plays it
    to the end.
    """

    BOT = "bot"
    DROP = "drop"


clocks = (0, 30, 60, 120, 24 * 3600, 72 * 3600)
"""Seconds a decision; 0 = no clock."""


@dataclass(frozen=True, slots=True)
class SettingRule:
    """`values`: what a setting may be. `sent_as`: the field of a form, a body and a note that holds the value.
    `anytime`: also while the game is played, else in the lobby only. `asks_again`: everybody else's ready falls back
    with a change. `refused`: the reason for any other value. `about`: for the API's documents.
    """

    values: tuple[Any, ...]
    sent_as: str
    anytime: bool = False
    asks_again: bool = False
    refused: str = "no_such_option"
    about: str = ""

    def read(self, value: Any) -> Any:
        """The value of these that equals the one given. Raises Unfit."""
        for known in self.values:
            if known == value:
                return known
        raise Unfit(self.refused, **({} if self.refused != "no_such_option" else {"option": str(value)[:40]}))


def _switch(default: bool, *, anytime: bool = False, about: str = "") -> Any:
    return field(default=default, metadata={"rule": SettingRule((False, True), "on", anytime, about=about)})


@dataclass(frozen=True, slots=True)
class TableSettings:
    """`clock`: seconds a decision, 0 = none. `spectators`: whether people without a seat may look on. `admits`: whether
    newcomers may take a seat. `listed`: whether the table stands on the start page.

    `later`: settings of a later version as they are stored: a server of that version works on the same tables.
    """

    clock: int = field(
        default=0,
        metadata={
            "rule": SettingRule(
                clocks,
                "seconds",
                asks_again=True,
                refused="no_such_clock",
                about="Seconds a decision; 0 = none.",
            )
        },
    )
    leavers: Leavers = field(
        default=Leavers.BOT, metadata={"rule": SettingRule(tuple(Leavers), "leavers", asks_again=True)}
    )
    spectators: bool = _switch(False, anytime=True)
    admits: bool = _switch(True)
    listed: bool = _switch(False)
    later: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def value(self, key: str) -> Any:
        return getattr(self, key)

    def changed(self, key: str, value: Any) -> "TableSettings":
        """Raises Unfit for a value that the setting cannot have."""
        return replace(self, **{key: setting_rules[key].read(value)})

    def values(self) -> dict[str, Any]:
        """Every setting by its key."""
        return {key: getattr(self, key) for key in setting_rules}


setting_rules: Mapping[str, SettingRule] = {
    one.name: one.metadata["rule"] for one in fields(TableSettings) if "rule" in one.metadata
}
"""By key, in the order of the fields."""
