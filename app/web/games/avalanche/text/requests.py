"""What the people at a table have to settle with one another, as forms of the text view: what its reader may press."""

from dataclasses import dataclass

from app.tables.clocks.permissions import bot_for, resume
from app.tables.model import Status, Table
from app.web.front.text import Asked
from app.web.games.avalanche.words.voice import Cast
from app.web.pages.pending_requests import asks


@dataclass(frozen=True, slots=True)
class SettlingAct:
    """One button. `path`: its command; `fields`: what it posts."""

    path: str
    label: str
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Matter:
    """One line, the names in it, and what its reader may do about it."""

    text: str
    names: tuple[str, ...]
    acts: tuple[SettlingAct, ...]


@dataclass(frozen=True, slots=True)
class Settling:
    """`pause`: the reader may stop the clock."""

    matters: tuple[Matter, ...]
    pause: bool


def settling(table: Table, cast: Cast, present: frozenset[int], asked: Asked, *, seated: bool) -> Settling:
    _ = cast.voice.say
    matters = []
    for ask in asks(table, cast, present).lines:
        acts: list[SettlingAct] = []
        seat = (("seat", str(ask.seat)),)
        ripe = ask.seat is not None and bot_for(ask.seat) in asked.may
        match ask.kind:
            case "pause":
                if asked.host or (seated and resume in asked.may):
                    acts.append(SettlingAct("resume", _("Resume the race")))
            case "claim" if asked.host:
                if not ask.back:
                    acts.append(SettlingAct("reseat", _("Give the seat"), (*seat, ("yes", "yes"))))
                acts.append(SettlingAct("reseat", _("No"), (*seat, ("yes", "no"))))
            case "away" | "proposed" if asked.host and ripe:
                acts.append(SettlingAct("bot", _("Let a bot play"), seat))
                if ask.kind == "proposed":
                    acts.append(SettlingAct("decline", _("Wait"), seat))
            case "away" if seated and ripe:
                acts.append(SettlingAct("propose", _("Propose a bot"), seat))
        if acts or ask.kind != "away":
            matters.append(Matter(ask.text, ask.names, tuple(acts)))
    running = table.status is Status.PLAYING and table.settings.clock > 0 and table.paused_at is None
    return Settling(tuple(matters), asked.host and running)
