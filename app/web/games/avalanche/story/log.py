"""What was played and what came of it: the revealed cards in a row, the log, the result. Shared by all readers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from app.games.avalanche import events as e
from app.games.avalanche.deck import Card
from app.games.avalanche.events import Phase, RevealedPlay
from app.games.avalanche.views import PublicView, SkierState
from app.tables.model import EventsOf
from app.web.games.avalanche.mountain.layout import Layout
from app.web.games.avalanche.pieces.roster import ranking
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


@dataclass(frozen=True, slots=True)
class PodiumRow:
    """`place`: "1st"; `step`: 1..3 on the podium, 0 = beside it."""

    hat: int
    seat: int
    name: str
    place: str
    step: int
    why: str
    buried: bool


@dataclass(frozen=True, slots=True)
class Result:
    """`title`: who won; "" while the race goes on. `yeti`: he stands on the top step. `race`: address of the replay."""

    title: str
    text: str
    podium: tuple[PodiumRow, ...]
    yeti: bool
    race: str = ""


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


def result(view: PublicView, cast: Cast, wording: EventWording, layout: Layout) -> Result:
    if view.phase is not Phase.OVER or view.winners is None:
        return Result("", "", (), yeti=False)
    _ = cast.voice.say
    places = ranking(view)
    found = []
    for skier, place in sorted(places.items(), key=lambda item: item[1]):
        s = view.skiers[skier]
        why = (
            _("Over the line")
            if s.state is SkierState.FINISHED
            else _("Card %(card)s", card=layout.card_at(s.at))
        )
        found.append(
            PodiumRow(
                cast.hats[skier],
                s.player,
                cast.skier(skier),
                cast.voice.place(place),
                place if place < 4 else 0,
                why,
                buried=False,
            )
        )
    for skier, s in enumerate(view.skiers):
        if s.state is SkierState.BURIED:
            why = (
                _("Buried on card %(card)s", card=layout.card_at(s.at)) if s.at else _("Buried at the start")
            )
            found.append(PodiumRow(cast.hats[skier], s.player, cast.skier(skier), "", 0, why, buried=True))
    if "racing" in view.options:
        found = by_points(view, cast)
    front = next((layout.banks[view.avalanche_at - 1].card for _ in [0] if view.avalanche_at), 0)
    text = (
        _("Round %(round)s. The avalanche reached card %(card)s.", round=view.round, card=front)
        if front
        else _("Round %(round)s.", round=view.round)
    )
    if "racing" in view.options:
        text = ", ".join(f"{name} {points}" for name, points in zip(cast.names, view.points, strict=True))
    return Result(wording.ended(view.winners, view.reason or ""), text, tuple(found), yeti=not view.winners)


def by_points(view: PublicView, cast: Cast) -> list[PodiumRow]:
    """Racing: the players by their points, equal ones on the same step (AV-88)."""
    found = []
    for player, points in sorted(enumerate(view.points), key=lambda item: -item[1]):
        place = 1 + sum(other > points for other in view.points)
        why = cast.voice.count("%(n)s point", "%(n)s points", points)
        hat = cast.hats[cast.players.index(player)]
        found.append(
            PodiumRow(
                hat,
                player,
                cast.names[player],
                cast.voice.place(place),
                place if place < 4 else 0,
                why,
                buried=False,
            )
        )
    return found
