"""What people did beside the game, as lines of its log: who sat down, went or paused.

Names only, like all of the log.
"""

from collections.abc import Sequence

from app.tables.model import EventsOf, Table, TableNote
from app.web.voice import Voice


def said(story: Sequence[EventsOf], table: Table, voice: Voice) -> list[tuple[int, str]]:
    """(epoch ms, sentence), oldest first. Only what came after the story's beginning."""
    if not story:
        return []
    told = [(note.at, sentence(note, voice)) for note in table.notes if note.at >= story[0].at]
    return [(at, text) for at, text in told if text]


def sentence(note: TableNote, voice: Voice) -> str:
    """What a note says in the log of a game; "" for what concerns the lobby alone."""
    _ = voice.say
    by, name = voice.called(note.name), voice.called(str(note.params.get("name", "")))
    match note.what:
        case "paused":
            return _("%(by)s pauses the game.", by=by)
        case "resumed":
            return _("%(by)s resumes the game.", by=by)
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
