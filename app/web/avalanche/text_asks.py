"""What the people at a table have to settle with one another, as forms of the text view: what its reader may press."""

from dataclasses import dataclass

from app.tables.model import Status, Table
from app.tables.timely import bot_for, resume
from app.web.avalanche.asks import asks
from app.web.avalanche.words import Cast
from app.web.text_screen import Asked


@dataclass(frozen=True, slots=True)
class Act:
    """One button. `path`: its command; `fields`: what it posts."""

    path: str
    label: str
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Matter:
    """One line and what its reader may do about it."""

    text: str
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Settling:
    """`pause`: the reader may stop the clock."""

    matters: tuple[Matter, ...]
    pause: bool


def settling(table: Table, cast: Cast, present: frozenset[int], asked: Asked, *, seated: bool) -> Settling:
    _ = cast.voice.say
    matters = []
    for ask in asks(table, cast, present).lines:
        acts: list[Act] = []
        seat = (("seat", str(ask.seat)),)
        ripe = ask.seat is not None and bot_for(ask.seat) in asked.may
        match ask.kind:
            case "pause":
                if asked.host or (seated and resume in asked.may):
                    acts.append(Act("resume", _("Go on")))
            case "claim" if asked.host:
                if not ask.back:
                    acts.append(Act("reseat", _("Give the seat"), (*seat, ("yes", "yes"))))
                acts.append(Act("reseat", _("No"), (*seat, ("yes", "no"))))
            case "away" | "proposed" if asked.host and ripe:
                acts.append(Act("bot", _("Let a bot play"), seat))
                if ask.kind == "proposed":
                    acts.append(Act("decline", _("Wait"), seat))
            case "away" if seated and ripe:
                acts.append(Act("propose", _("Propose a bot"), seat))
        if acts or ask.kind != "away":
            matters.append(Matter(ask.text, tuple(acts)))
    running = table.status is Status.PLAYING and table.clock > 0 and table.paused_at is None
    return Settling(tuple(matters), asked.host and running)
