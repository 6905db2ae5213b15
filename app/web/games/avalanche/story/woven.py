"""Lines of the race with what people did between them."""

from collections.abc import Sequence

from app.tables.model import EventsOf, Table
from app.web.games.avalanche.story.beats import Beat
from app.web.pages.table_notes import said
from app.web.voice import Voice


def woven(told: Sequence[Beat], story: Sequence[EventsOf], table: Table, voice: Voice) -> tuple[Beat, ...]:
    """What people did comes after the last line of its time."""
    when = {part.version: part.at for part in story}
    lines = list(told)
    for at, text in said(story, table, voice):
        after = [index for index, line in enumerate(lines) if when.get(line.version, at) <= at]
        lines.insert(after[-1] + 1 if after else 0, Beat("aside", text))
    return tuple(lines)
