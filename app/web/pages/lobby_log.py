"""What was changed at a table before the start, in sentences: who did it, line by line (`app.tables.notes`)."""

from app.tables.model import Note, Table
from app.web.avalanche import options as words
from app.web.pages.lobby_contexts import Log, LogLine
from app.web.pages.lobby_rules import clock_word
from app.web.templating import gettext_of

most_lines = 8
"""The latest; older ones have been read."""


def sentence(note: Note, language: str) -> str:
    """One line of the log; "" for what is none of the lobby's business."""
    _ = gettext_of(language)
    params = {"by": note.name, "name": "", **note.params}
    on = bool(note.params.get("on"))
    match note.what:
        case "joined":
            text = _("%(name)s has taken a seat.")
        case "left":
            text = _("%(name)s has left the table.")
        case "removed" if note.name:
            text = _("%(by)s took %(name)s off the lift.")
        case "removed":
            text = _("%(name)s did not come; the lift is free.")
        case "bot":
            text = _("%(by)s put %(name)s on a lift.")
        case "reseated":
            text = _("%(by)s gave a seat back to %(name)s.")
        case "order":
            text = _("%(by)s changed the order of the seats.")
        case "host" if note.name and note.name != params["name"]:
            text = _("%(by)s made %(name)s the host.")
        case "host":
            text = _("%(name)s is the host now.")
        case "option":
            known = words.options(language).get(str(note.params.get("option")))
            params["option"] = known.name if known else note.params.get("option")
            text = _("%(by)s switched on: %(option)s.") if on else _("%(by)s switched off: %(option)s.")
        case "clock" if note.params.get("seconds"):
            params["clock"] = clock_word(int(note.params["seconds"]), language)
            text = _("%(by)s set the time to choose: %(clock)s.")
        case "clock":
            text = _("%(by)s put the clock away: there is all the time in the world.")
        case "leavers" if note.params.get("leavers") == "drop":
            text = _("%(by)s: who leaves is out of the race.")
        case "leavers":
            text = _("%(by)s: for who leaves, a bot races on.")
        case "spectators":
            text = _("%(by)s lets people watch.") if on else _("%(by)s lets nobody watch.")
        case "admits":
            text = (
                _("%(by)s opened the table to newcomers.")
                if on
                else _("%(by)s closed the table to newcomers.")
            )
        case "listed":
            text = (
                _("%(by)s put the table on the start page.")
                if on
                else _("%(by)s took the table off the start page.")
            )
        case "asked":
            text = _("So everybody is asked again: ready?")
        case _:
            return ""
    return text % params


def log(table: Table, language: str) -> Log:
    """The last lines, oldest first. `LogLine.id` stays a note's own while older ones go."""
    _ = gettext_of(language)
    hats = {seat.player: seat.hats[0] for seat in table.seats if seat.player and seat.hats}
    named = {seat.name: seat.hats[0] for seat in table.seats if seat.hats}
    lines: list[LogLine] = []
    told: dict[int, int] = {}
    for note in table.notes:
        told[note.at] = number = told.get(note.at, 0) + 1
        text = sentence(note, language)
        if text:
            hat = hats.get(note.by or "")
            if hat is None:
                hat = named.get(str(note.params.get("name", "")))
            lines.append(LogLine(f"note-{note.at}-{number}", None if note.what == "asked" else hat, text))
    empty = _("Nothing has been changed yet.") if not lines else ""
    return Log(tuple(lines[-most_lines:]), empty)
