"""How long there is to choose, in words: what the sun shows on the table."""

from dataclasses import dataclass

from app.games.avalanche.events import Phase
from app.games.avalanche.views import PublicView
from app.tables.model import Table
from app.web.games.avalanche.words.voice import RaceVoice

in_minutes_from = 120
in_hours_from = 2 * 3600


@dataclass(frozen=True, slots=True)
class TextClock:
    """`deadline`: epoch ms; `seconds`: of a whole decision; `left`: what was left when the page was made, in words.
    `paused`: the clock stands.
    """

    deadline: int
    seconds: int
    left: str
    paused: bool


def text_clock(table: Table, view: PublicView, now: int, voice: RaceVoice) -> TextClock | None:
    """`now`: epoch ms. None where no clock runs."""
    if not table.settings.clock or view.phase is Phase.OVER:
        return None
    if table.deadline_at is None:
        return TextClock(0, table.settings.clock, "", paused=True) if table.paused_at is not None else None
    left = max(0, min(table.settings.clock, round((table.deadline_at - now) / 1000)))
    return TextClock(table.deadline_at, table.settings.clock, lasting(left, voice), paused=False)


def lasting(seconds: int, voice: RaceVoice) -> str:
    """As in: 45 seconds, 12 minutes, 23 hours; rounded down, so that nobody hopes for more than there is."""
    count = voice.count
    if seconds < in_minutes_from:
        return count("%(n)s second", "%(n)s seconds", seconds)
    if seconds < in_hours_from:
        return count("%(n)s minute", "%(n)s minutes", seconds // 60)
    return count("%(n)s hour", "%(n)s hours", seconds // 3600)
