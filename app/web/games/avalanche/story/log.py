"""What was played and what came of it: the revealed cards in a row, the log. Shared by all readers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from app.games.avalanche import events as e
from app.games.avalanche.deck import Card
from app.games.avalanche.events import RevealedPlay
from app.tables.model import EventsOf
from app.web.games.avalanche.story.beats import Beat, spoken
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.words.voice import Cast


@dataclass(frozen=True, slots=True)
class Face:
    symbol: str
    speed: int


@dataclass(frozen=True, slots=True)
class FaceUpCards:
    """One skier's cards face up. `icon`, `note`: what came of it; `crash`: it crashed."""

    skier: int
    seat: int
    hat: int
    name: str
    cards: tuple[Face, ...]
    speed: int
    icon: str
    note: str
    crash: bool


@dataclass(frozen=True, slots=True)
class Reveal:
    """Fastest first. `id`: the region's, or another one for the row that motion shows."""

    id: str
    plays: tuple[FaceUpCards, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """One point of speed. `hat`: whose, None = not used; `over`: beyond the limit."""

    hat: int | None
    over: bool
    post: bool


@dataclass(frozen=True, slots=True)
class Gauge:
    """The total against the limit, one tick a point, in the order of movement."""

    sign: str
    total: int
    verdict: str
    over: bool
    ticks: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class RaceLog:
    """`names`: of people and bots, which no browser is to translate."""

    lines: tuple[Beat, ...]
    names: tuple[str, ...] = ()


def reveals(story: Sequence[EventsOf]) -> list[tuple[e.CardsRevealed, list[Any]]]:
    """Every reveal with all that came after it, oldest first."""
    flat = [event for part in story for event in part.events]
    return [(event, flat[at + 1 :]) for at, event in enumerate(flat) if isinstance(event, e.CardsRevealed)]


def outcomes(after: Sequence[Any], cast: Cast) -> dict[int, tuple[str, str, bool]]:
    """What came of each play, from the events after a reveal: (icon, note, crashed) by skier."""
    _ = cast.voice.say
    found: dict[int, tuple[str, str, bool]] = {}
    crashed = set()
    for event in after:
        match event:
            case e.CardsRevealed():
                break
            case e.Crashed():
                crashed.add(event.skier)
                found[event.skier] = ("crash", _("Crash"), True)
            case e.RocketJumped():
                note = (
                    _("Crash, jumps")
                    if event.skier in crashed
                    else _("Wild jump")
                    if event.wild
                    else _("Jump")
                )
                found[event.skier] = (
                    "crash" if event.skier in crashed else "rocket",
                    note,
                    event.skier in crashed,
                )
            case e.JumpRefused() if event.skier not in crashed:
                note = (
                    _("Damaged")
                    if event.reason == "rockets_out"
                    else _("%(symbol)s used", symbol=cast.voice.symbol(event.symbol))
                )
                found[event.skier] = ("rocket-out" if event.reason == "rockets_out" else "x", note, False)
            case e.SkierMoved():
                found.setdefault(event.skier, ("", _("Skis"), False))
    return found


def reveal(
    plays: Sequence[RevealedPlay], after: Sequence[Any], cast: Cast, deck: Mapping[str, Card], region: str
) -> Reveal:
    came = outcomes(after, cast)
    return Reveal(
        region,
        tuple(
            FaceUpCards(
                p.skier, p.player, cast.hats[p.skier], cast.names[p.player],
                tuple(Face(deck[c].symbol, deck[c].speed) for c in p.cards), p.speed,
                *came.get(p.skier, ("", "", False)),
            )
            for p in plays
        ),
    )  # fmt: skip


def gauge(event: e.CardsRevealed, wording: EventWording) -> Gauge:
    ticks: list[Tick] = []
    for play in reversed(event.plays):  # as they are turned: the fastest last
        for _point in range(play.speed):
            here = len(ticks) + 1
            over = event.limit is not None and here > event.limit
            ticks.append(Tick(wording.cast.hats[play.skier], over, post=here == event.limit))
    while event.limit is not None and len(ticks) < event.limit:
        ticks.append(Tick(None, over=False, post=False))
    over = event.limit is not None and event.total > event.limit
    return Gauge(
        str(event.limit) if event.limit is not None else "",
        event.total,
        wording.total(event),
        over,
        tuple(ticks),
    )


def log(beats: Sequence[Beat]) -> list[Beat]:
    """The lines of the log. A new mountain is a line of the round that begins on it."""
    lines = [beat._replace(plays=(), moment=None) for beat in spoken(beats)]
    for at, (one, following) in enumerate(pairwise(lines)):
        if one.kind == "heat" and following.kind == "round":
            lines[at : at + 2] = [following, one]
    return lines
