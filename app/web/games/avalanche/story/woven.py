"""Lines of the race with what people did between them."""

from collections.abc import Sequence

from app.tables.model import EventsOf, Table
from app.web.games.avalanche.story.beats import Beat
from app.web.pages.table_notes import said
from app.web.voice import Voice


def woven(told: Sequence[Beat], story: Sequence[EventsOf], table: Table, voice: Voice) -> tuple[Beat, ...]:
    """What people did comes after the last line of its time."""
    return woven_with(told, story, said(story, table, voice))


def woven_with(
    told: Sequence[Beat], story: Sequence[EventsOf], asides: Sequence[tuple[int, str]]
) -> tuple[Beat, ...]:
    """The same, with what people did in words: (epoch ms, sentence), oldest first."""
    when = {part.version: part.at for part in story}
    lines = list(told)
    for at, text in asides:
        after = [index for index, line in enumerate(lines) if when.get(line.version, at) <= at]
        lines.insert(after[-1] + 1 if after else 0, Beat("aside", text))
    return tuple(lines)
