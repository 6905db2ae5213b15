"""Where things stand in the two pictures: wide (1440 by 900) and tall (390 by 194)."""

from dataclasses import dataclass
from itertools import pairwise
from math import sin

from app.games.yeti.views import DiceView

Point = tuple[float, float]

FEET_WIDE: tuple[tuple[Point, ...], ...] = (
    tuple((x, 622) for x in (150, 242, 334, 426, 518)),
    tuple((x, 474) for x in (128, 216, 304, 392, 480)),
    tuple((x, 342) for x in (194, 256, 318, 380, 436)),
    tuple((x, 223) for x in (256, 286, 316, 346, 372)),
)
FEET_TALL: tuple[tuple[Point, ...], ...] = (
    tuple((x, 163) for x in (44, 82, 120, 158, 196)),
    tuple((x, 110) for x in (52, 88, 124, 160, 196)),
    tuple((x, 72) for x in (76, 102, 128, 154, 178)),
    tuple((x, 37) for x in (106, 118, 130, 142, 154)),
)
"""Feet of the climbers by level and seat: a climber keeps its spot while it stays."""

TENTS_WIDE: tuple[Point, ...] = tuple((96 + 94 * seat, 634) for seat in range(5))
TENTS_TALL: tuple[Point, ...] = tuple((31 + 38 * seat, 170) for seat in range(5))

fewest_spaces, more_spaces, margin = 60, 15, 3
near_spaces = 3
"""Markers so close to each other overlap."""


@dataclass(frozen=True, slots=True)
class Trail:
    """A trail of so many spaces across a picture: from `left` to `right` at height `y`, waving by `wave`."""

    left: float
    right: float
    y: float
    wave: float
    spaces: int

    def at(self, space: int) -> Point:
        x = self.left + (self.right - self.left) * min(space, self.spaces) / self.spaces
        return round(x, 1), round(self.y + self.wave * sin(x / 125 + 0.5) + self.wave / 2 * sin(x / 52), 1)

    @property
    def path(self) -> str:
        points = (self.at(space) for space in range(0, self.spaces + 1, 3))
        return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points)


def spaces_of(view: DiceView) -> int:
    """How long the trail is drawn: 60 spaces, and 15 more whenever somebody comes near its end."""
    farthest = max(view.yeti, *view.points)
    spaces = fewest_spaces
    while farthest > spaces - margin:
        spaces += more_spaces
    return spaces


def wide_trail(spaces: int) -> Trail:
    return Trail(64, 1376, 666, 9, spaces)


def tall_trail(spaces: int) -> Trail:
    return Trail(16, 374, 178, 2, spaces)


def lifts(points: tuple[int, ...]) -> tuple[int, ...]:
    """How many heads each marker is raised: those on one space stack upwards, of close ones every second is raised."""
    found = [0] * len(points)
    order = sorted(range(len(points)), key=lambda seat: (points[seat], seat))
    for before, seat in pairwise(order):
        if points[seat] == points[before]:
            found[seat] = found[before] + 1
        elif points[seat] - points[before] <= near_spaces and found[before] == 0:
            found[seat] = 1
    return tuple(found)
