"""What was changed at a table before the start, in sentences: who did it, line by line (`app.tables.lobby.notes`)."""

from app.tables.lobby.seating import undo_ms
from app.tables.model import Table, TableNote
from app.tables.settings import setting_rules
from app.web.front.game import GameFront
from app.web.pages.lobby_contexts import LobbyLog, LobbyLogLine
from app.web.pages.setting_controls import setting_controls
from app.web.templating import gettext_of
from app.web.voice import Voice

most_lines = 8
"""The latest; older ones have been read."""


def sentence(note: TableNote, front: GameFront, language: str) -> str:
    """One line of the log; "" for what is none of the lobby's business."""
    _ = gettext_of(language, front.words.phrases)
    params = {"by": note.name, "name": "", **note.params}
    on = bool(note.params.get("on"))
    match note.what:
        case "joined":
            text = _("%(name)s has taken a seat.")
        case "left":
            text = _("%(name)s has left the table.")
        case "removed" if note.name:
            text = _("%(by)s removed %(name)s from the table.")
        case "removed":
            text = _("%(name)s did not come; the seat is free.")
        case "bot":
            text = _("%(by)s gave %(name)s a seat.")
        case "filled":
            params["names"] = Voice(language).names(note.params["names"])
            text = _("%(by)s put bots on the free seats: %(names)s.")
        case "emptied":
            params["names"] = Voice(language).names(note.params["names"])
            text = _("%(by)s took the bots off again: %(names)s.")
        case "reseated":
            text = _("%(by)s gave a seat back to %(name)s.")
        case "level":
            level = front.words.bots(language).get(str(note.params.get("level")))
            params["level"] = level.name if level else note.params.get("level")
            text = _("%(by)s chose for %(name)s: %(level)s.")
        case "order":
            text = _("%(by)s changed the order of the seats.")
        case "host" if note.name and note.name != params["name"]:
            text = _("%(by)s made %(name)s the host.")
        case "host":
            text = _("%(name)s is the host now.")
        case "option":
            known = front.words.options(language).get(str(note.params.get("option")))
            params["option"] = known.name if known else note.params.get("option")
            if known and note.params.get("value"):
                value = str(note.params["value"])
                params["value"] = known.values.get(value, value)
                text = _("%(by)s chose %(option)s: %(value)s.")
            else:
                text = _("%(by)s switched on: %(option)s.") if on else _("%(by)s switched off: %(option)s.")
        case key if key in setting_controls:
            control, new = setting_controls[key], note.params.get(setting_rules[key].sent_as)
            params["value"] = control.spoken(new, language)
            text = control.told(new, _)
        case "asked":
            text = _("So everybody is asked again: ready?")
        case _:
            return ""
    return text % params


def log(table: Table, front: GameFront, language: str) -> LobbyLog:
    """The last lines, oldest first. `LogLine.id` stays a note's own while older ones go."""
    _ = gettext_of(language)
    hats = {seat.player: seat.hats[0] for seat in table.seats if seat.player and seat.hats}
    named = {seat.name: seat.hats[0] for seat in table.seats if seat.hats}
    lines: list[LobbyLogLine] = []
    told: dict[int, int] = {}
    for note in table.notes:
        told[note.at] = number = told.get(note.at, 0) + 1
        text = sentence(note, front, language)
        if text:
            hat = hats.get(note.by or "")
            if hat is None:
                hat = named.get(str(note.params.get("name", "")))
            lines.append(
                LobbyLogLine(f"note-{note.at}-{number}", None if note.what == "asked" else hat, text)
            )
    empty = _("Nothing has been changed yet.") if not lines else ""
    last = table.notes[-1] if table.notes else None
    undo = last.at + undo_ms if last and last.what in ("bot", "filled") else 0
    return LobbyLog(tuple(lines[-most_lines:]), empty, undo)
