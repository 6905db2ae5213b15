"""The log with what people did between its lines."""

from collections.abc import Sequence

from app.tables.model import EventsOf, Table
from app.web.games.avalanche.story.beats import Beat
from app.web.games.avalanche.story.log import RaceLog
from app.web.pages.table_notes import said
from app.web.voice import Voice


def woven(log: RaceLog, story: Sequence[EventsOf], table: Table, voice: Voice) -> RaceLog:
    when = {part.version: part.at for part in story}
    lines = list(log.lines)
    for at, text in said(story, table, voice):
        after = [index for index, line in enumerate(lines) if when.get(line.version, at) <= at]
        lines.insert(after[-1] + 1 if after else 0, Beat("aside", text))
    return RaceLog(tuple(lines), tuple(voice.called(seat.name) for seat in table.seats))
