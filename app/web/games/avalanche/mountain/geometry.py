"""Where everything stands on the picture of a mountain, in two orientations.

Axis u runs downhill in px from the upper edge of card 1, axis v across the slope. One step is one pitch
everywhere, so distances can be counted by eye. What is joined to what comes from `layout.py`.
"""

import math
from dataclasses import dataclass, field
from typing import ClassVar

from app.web.games.avalanche.mountain.layout import Layout

Point = tuple[float, float]


@dataclass(frozen=True)
class Frame:
    """An orientation. Any division of a card's spaces into snowbanks works: a bank is as long as its spaces."""

    layout: Layout
    tall: ClassVar[bool] = False
    pitch: float = field(init=False)
    gap: float = field(init=False)
    lane: float = field(init=False)
    """Distance of the yeti's trail from the ski track."""

    def point(self, u: float, v: float) -> Point:
        raise NotImplementedError

    @property
    def length(self) -> float:
        """From the upper edge of the first card to the lower edge of the last."""
        return self.layout.spaces * self.pitch + (len(self.layout.cards) - 1) * self.gap

    @property
    def radius(self) -> float:
        """Of a space's disc."""
        return min(14.0, 0.38 * self.pitch)

    def edge(self, column: int) -> float:
        """U of the upper edge of a column, counted from 0; the end of the mountain for the column past the last."""
        if column >= self.layout.spaces:
            return self.length
        return column * self.pitch + (self.layout.columns[column] - 1) * self.gap

    def middle(self, column: int) -> float:
        return self.edge(column) + self.pitch / 2

    def bank_end(self, bank: int) -> float:
        """U of the lower edge of snowbank 1..B: where an avalanche that has covered it stands. 0 = above the first."""
        if bank <= 0:
            return 0.0
        banks = self.layout.banks
        if bank >= len(banks):
            return self.length
        here = banks[bank - 1]
        half = self.gap / 2 if banks[bank].card != here.card else 0.0
        return self.edge(here.first) + here.width * self.pitch + half

    def space(self, space: int) -> Point:
        """Skier space 1..T; 0 = the start line, T + 1 = over the line."""
        return self.point(self.space_u(space), 0)

    def space_u(self, space: int) -> float:
        if space <= 0:
            return -0.9 * self.pitch
        if space > self.layout.spaces:
            return self.length + 0.9 * self.pitch
        return self.middle(space - 1)

    def node(self, name: str) -> Point:
        """A node of the yeti's trail; "top" = before he has entered it, "out" = below the last card."""
        if name == "top":
            return self.point(-0.9 * self.pitch, self.layout.first_side * self.lane)
        if name == "out":
            return self.point(self.length + 0.9 * self.pitch, self.layout.last_side * self.lane)
        node = self.layout.nodes[name]
        return self.point(self.middle(node.column), node.side * self.lane)


@dataclass(frozen=True)
class Wide(Frame):
    """A landscape slope, left to right, on a stage of 1440 x 900."""

    left: ClassVar[float] = 118
    right: ClassVar[float] = 1340
    rim: ClassVar[float] = -68
    foot: ClassVar[float] = 68
    thick: ClassVar[float] = 20

    def __post_init__(self) -> None:
        gap = 5.0
        span = self.right - self.left - gap * (len(self.layout.cards) - 1)
        object.__setattr__(self, "gap", gap)
        object.__setattr__(self, "pitch", span / self.layout.spaces)
        object.__setattr__(self, "lane", 46.0)

    @classmethod
    def track(cls, x: float) -> float:
        """Y of the ski track: a summit shoulder, the slope, the run-out."""
        t = (x - cls.left) / (cls.right - cls.left)
        if t < 0:
            fall = 0.5 * t
        elif t < 1:
            fall = 0.58 * (1 - (1 - t) ** 2) + 0.42 * t
        else:
            fall = 1 + 0.3 * (t - 1)
        return 226 + 344 * fall + 4 * math.sin(t * 21)

    def point(self, u: float, v: float) -> Point:
        x = self.left + u
        return x, self.track(x) + v

    def percent(self, u: float) -> float:
        """U as a share of the stage's width, for clipping."""
        return (self.left + u) / 1440 * 100


@dataclass(frozen=True)
class Tall(Frame):
    """A portrait piste, top to bottom, 346 wide and as long as it needs to be."""

    tall: ClassVar[bool] = True
    centre: ClassVar[float] = 178
    top: ClassVar[float] = 250
    """Above the first card there is room for the start."""
    side: ClassVar[float] = -372
    breadth: ClassVar[float] = 1100
    """From where to how far snow is drawn: tablets see much of both sides."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "gap", 10.0)
        object.__setattr__(self, "pitch", 46.0)
        object.__setattr__(self, "lane", 80.0)

    @property
    def radius(self) -> float:
        return 16.0

    @property
    def height(self) -> float:
        return self.top + self.length + 130

    def point(self, u: float, v: float) -> Point:
        return self.centre + 9 * math.sin(u / 97) + v, self.top + u

    def percent(self, u: float) -> float:
        """U as a share of the piste's height, for clipping."""
        return (self.top + u) / self.height * 100
