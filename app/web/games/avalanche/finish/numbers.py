"""The race in numbers, a row a skier. Shared by all readers; counted in `app.games.avalanche.tally`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.games.avalanche.course import RaceRound, order
from app.games.avalanche.tally import numbers, yeti_numbers
from app.games.avalanche.views import PublicView
from app.web.games.avalanche.finish.wording import points_place
from app.web.games.avalanche.words.voice import Cast


@dataclass(frozen=True, slots=True)
class Figures:
    """A row; None = it does not apply to the yeti. `best`: names of the columns in which nobody has more."""

    seat: int | None
    hat: int | None
    name: str
    spaces: int
    lead: int
    jumps: int | None = None
    crashes: int | None = None
    hits: int | None = None
    best: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RaceNumbers:
    rows: tuple[Figures, ...]


def race_numbers(view: PublicView, cast: Cast, rounds: Sequence[RaceRound]) -> RaceNumbers:
    """Rows in the order of the result."""
    if not rounds:
        return RaceNumbers(())
    _ = cast.voice.say
    counted = numbers(rounds)
    skiers = order(view)
    if "racing" in view.options:
        skiers.sort(key=lambda s: points_place(view, view.skiers[s].player))
    rows = [
        Figures(
            view.skiers[s].player, cast.hats[s], cast.skier(s), counted[s].spaces, counted[s].lead,
            counted[s].jumps, counted[s].crashes, counted[s].hits,
        )
        for s in skiers
    ]  # fmt: skip
    yeti = yeti_numbers(rounds)
    if yeti is not None:
        rows.insert(
            len(rows) if view.winners else 0, Figures(None, None, _("The yeti"), yeti.spaces, yeti.lead)
        )
    return RaceNumbers(tuple(replace(row, best=best(row, rows)) for row in rows))


def best(row: Figures, rows: Sequence[Figures]) -> frozenset[str]:
    """Columns in which nobody has more; 0 is nobody's best."""
    found = set()
    for name in ("spaces", "jumps", "lead"):
        top = max(getattr(other, name) or 0 for other in rows)
        if top and getattr(row, name) == top:
            found.add(name)
    return frozenset(found)
