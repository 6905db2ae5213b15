"""What people did beside the race, as lines of its log: who sat down, went or paused.

Names only, like all of the log.
"""

from collections.abc import Sequence

from app.tables.model import EventsOf, Note, Table
from app.web.avalanche.beats import Beat
from app.web.avalanche.story import Log
from app.web.avalanche.words import Voice, called


def woven(log: Log, story: Sequence[EventsOf], table: Table, voice: Voice) -> Log:
    """The log with what people did between its lines."""
    when = {part.version: part.at for part in story}
    lines = list(log.lines)
    for at, text in said(story, table, voice):
        after = [index for index, line in enumerate(lines) if when.get(line.version, at) <= at]
        lines.insert(after[-1] + 1 if after else 0, Beat("aside", text))
    return Log(tuple(lines))


def said(story: Sequence[EventsOf], table: Table, voice: Voice) -> list[tuple[int, str]]:
    """(epoch ms, sentence), oldest first. Only what came after the story's beginning."""
    if not story:
        return []
    told = [(note.at, sentence(note, voice)) for note in table.notes if note.at >= story[0].at]
    return [(at, text) for at, text in told if text]


def sentence(note: Note, voice: Voice) -> str:
    """What a note says in the log of a race; "" for what concerns the lobby alone."""
    _ = voice.say
    by, name = called(note.name, voice), called(str(note.params.get("name", "")), voice)
    match note.what:
        case "paused":
            return _("%(by)s pauses the race.", by=by)
        case "resumed":
            return _("%(by)s lets the race go on.", by=by)
        case "sits_in" if not note.by:
            return _("The clock decided for %(name)s twice: a bot sits in.", name=name)
        case "sits_in" if note.name == note.params.get("name"):
            return _("%(name)s lets a bot sit in.", name=name)
        case "sits_in":
            return _("%(by)s lets a bot sit in for %(name)s.", by=by, name=name)
        case "back":
            return _("%(name)s is back in the seat.", name=name)
        case "host":
            return _("%(name)s is the host now.", name=name)
        case "reseated":
            return _("%(by)s gives the seat to %(name)s, who lost it.", by=by, name=name)
    return ""
