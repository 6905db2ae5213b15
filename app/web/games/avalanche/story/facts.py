"""What stands on the page beside the moving pieces after each beat of a story, from the fold of the events told so far.

The page decides nothing of it: each beat carries what has changed, under "f", in as few bytes as can be.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.games.avalanche import events as e
from app.games.avalanche.events import Phase
from app.games.avalanche.story import CardsTurned, Moment, SkierJumped
from app.games.avalanche.views import PublicView, SkierState
from app.web.games.avalanche.mountain.layout import Layout, layout_of
from app.web.games.avalanche.pieces.board import board
from app.web.games.avalanche.pieces.ground import Ground, around, where
from app.web.games.avalanche.pieces.roster import ranking, yeti_does
from app.web.games.avalanche.story.beats import Beat
from app.web.games.avalanche.words.voice import Cast

NOWHERE = "0"
"""The place of who is under the snow, and of everybody before anybody has moved."""


@dataclass(frozen=True, slots=True)
class Facts:
    """`places`: a digit for each skier, 1 = first; `next`: the last snowbank of the next advance, where the avalanche
    stands if there is none; `reached`: digits of the skiers on it; `behind`: snowbanks between the avalanche and each
    skier, None for who is out; `cards`: in each hand; `won`: points of each player. For the ear, in the reader's words:
    `spots`, where each skier is, and `about`, where the yeti and the avalanche are. `yeti`: what stands in his cabin.
    """

    places: str
    next: int
    reached: str
    behind: tuple[int | None, ...]
    cards: tuple[int, ...]
    won: tuple[int, ...]
    spots: tuple[str, ...]
    about: str
    yeti: str

    def since(self, before: "Facts | None") -> dict[str, Any]:
        """What has changed, by the first letter of its name; everything if nothing was before. Of `spots` those that
        have changed, the others are None.
        """
        found = {
            name[0]: getattr(self, name)
            for name in self.__slots__
            if before is None or getattr(self, name) != getattr(before, name)
        }
        if before is not None and "s" in found:
            pairs = zip(self.spots, before.spots, strict=True)
            found["s"] = tuple([now if now != then else None for now, then in pairs])
        return found


def facts(view: PublicView, layout: Layout, reach: int, cast: Cast) -> Facts:
    """Of one moment. `reach`: the last snowbank the next advance covers."""
    places = ranking(view)
    racing = [skier.state is SkierState.RACING for skier in view.skiers]
    banks = [layout.bank_at(skier.at) for skier in view.skiers]
    here = view.avalanche_at
    ground = Ground(layout, cast)
    return Facts(
        "".join(str(places.get(skier, NOWHERE)) for skier in range(len(view.skiers))),
        reach,
        "".join(str(skier) for skier, bank in enumerate(banks) if racing[skier] and here < bank <= reach),
        tuple([bank - here - 1 if on else None for bank, on in zip(banks, racing, strict=True)]),
        view.hand_sizes,
        view.points,
        tuple([where(view, ground, skier) for skier in range(len(view.skiers))]),
        " ".join(around(view, ground, reach)),
        yeti_does(view, cast),
    )


@dataclass(frozen=True, slots=True)
class Told:
    """The public view after a beat, and how far the avalanche goes next: nowhere once it has gone this round."""

    view: PublicView
    reach: int

    def after(self, moment: Moment) -> "Told":
        assert moment.after is not None, "told without the view before"
        view = moment.after
        match moment.what:
            case CardsTurned():
                return self.reaching(view)
            case SkierJumped() | e.AvalancheQuickened() if self.view.phase not in {
                Phase.DISCARD,
                Phase.DRAFT,
            }:
                return self.reaching(view)
            case e.AvalancheAdvanced():
                return Told(view, view.avalanche_at)
        return replace(self, view=view)

    def reaching(self, view: PublicView) -> "Told":
        """What was shown as possible before the cards were turned is not taken back."""
        end = len(layout_of(view.deck_hash, view.mountain).banks)
        return Told(view, max(self.reach, min(end, view.avalanche_at + view.avalanche_speed)))


def told_after(before: PublicView, beats: Sequence[Beat]) -> Iterator[Told | None]:
    """What is public after each beat; None for those that are no part of the race, and from a new mountain on."""
    now = Told(before, board(before, layout_of(before.deck_hash, before.mountain)).next)
    elsewhere = False
    for beat in beats:
        elsewhere = elsewhere or (beat.moment is not None and isinstance(beat.moment.what, e.HeatStarted))
        if elsewhere or beat.moment is None:
            yield None
            continue
        now = now.after(beat.moment)
        yield now


def changes(before: PublicView, beats: Sequence[Beat], cast: Cast) -> Iterator[dict[str, Any]]:
    """What each beat changes, the first one everything; {} where it changes nothing that is told here."""
    layout = layout_of(before.deck_hash, before.mountain)
    known: Facts | None = None
    for now in told_after(before, beats):
        if now is None:
            yield {}
            continue
        then, known = known, facts(now.view, layout, now.reach, cast)
        yield known.since(then)
