"""The result of a race as a table in words. Shared by all readers."""

from dataclasses import dataclass

from app.games.avalanche.events import Phase
from app.games.avalanche.views import PublicView, SkierState
from app.web.games.avalanche.finish.podium import by_points
from app.web.games.avalanche.mountain.layout import Layout
from app.web.games.avalanche.pieces.roster import ranking
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.words.voice import Cast


@dataclass(frozen=True, slots=True)
class ResultRow:
    """`place`: "1st", "" for who is buried."""

    hat: int | None
    name: str
    place: str
    why: str


@dataclass(frozen=True, slots=True)
class TextResult:
    """`title`: who won; "" while the race goes on."""

    title: str
    text: str
    rows: tuple[ResultRow, ...]


def result(view: PublicView, wording: EventWording, layout: Layout) -> TextResult:
    if view.phase is not Phase.OVER or view.winners is None:
        return TextResult("", "", ())
    cast = wording.cast
    racing = "racing" in view.options
    rows = by_score(view, cast) if racing else by_place(view, cast, layout)
    text = points(view, cast) if racing else reach(view, cast, layout)
    return TextResult(wording.ended(view.winners, view.reason or ""), text, rows)


def by_place(view: PublicView, cast: Cast, layout: Layout) -> tuple[ResultRow, ...]:
    """The first first; the buried in seat order after all others."""
    _ = cast.voice.say

    def row(skier: int, place: str, why: str) -> ResultRow:
        return ResultRow(cast.hats[skier], cast.skier(skier), place, why)

    rows = []
    for skier, place in ranking(view).items():
        over = view.skiers[skier].state is SkierState.FINISHED
        card = layout.card_at(view.skiers[skier].at)
        rows.append(
            row(skier, cast.voice.place(place), _("Over the line") if over else _("Card %(card)s", card=card))
        )
    for skier, s in enumerate(view.skiers):
        if s.state is SkierState.BURIED:
            card = layout.card_at(s.at)
            why = _("Buried on card %(card)s", card=card) if s.at else _("Buried at the start")
            rows.append(row(skier, "", why))
    return tuple(rows)


def by_score(view: PublicView, cast: Cast) -> tuple[ResultRow, ...]:
    return tuple(ResultRow(one.hat, one.name, one.place, one.how) for one in by_points(view, cast))


def reach(view: PublicView, cast: Cast, layout: Layout) -> str:
    """How long it was, and how far the avalanche came."""
    _ = cast.voice.say
    if not view.avalanche_at:
        return _("Round %(round)s.", round=view.round)
    card = layout.banks[view.avalanche_at - 1].card
    return _("Round %(round)s. The avalanche reached card %(card)s.", round=view.round, card=card)


def points(view: PublicView, cast: Cast) -> str:
    return ", ".join(f"{name} {own}" for name, own in zip(cast.names, view.points, strict=True))
