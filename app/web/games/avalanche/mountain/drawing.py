"""Pens: numbers, paths, scalloped clouds and trees as SVG text. Shapes are the same for every reader of a mountain."""

import math
import random
from collections.abc import Callable, Sequence
from itertools import pairwise

from app.web.games.avalanche.mountain.geometry import Frame, Point, Tall, Wide


def number(value: float) -> str:
    """One decimal at most: a tenth of a stage pixel is invisible."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def short(*values: float) -> str:
    """Numbers as close together as SVG reads them: no zero before a point, no space before a minus."""
    text = ""
    for value in values:
        one = number(value)
        one = one.replace("0.", ".", 1) if one.startswith(("0.", "-0.")) else one
        text += one if not text or one.startswith("-") else f" {one}"
    return text


def path(ps: Sequence[Point], *, close: bool = False) -> str:
    """A line through the points, in steps: half as long as with whole coordinates. Rounding does not add up."""
    (x, y), *rest = [(round(px, 1), round(py, 1)) for px, py in ps]
    steps = []
    for nx, ny in rest:
        if (nx, ny) != (x, y):
            steps.append(short(nx - x, ny - y))
        x, y = nx, ny
    start = short(round(ps[0][0], 1), round(ps[0][1], 1))
    line = "".join(step if not i or step.startswith("-") else f" {step}" for i, step in enumerate(steps))
    return f"M{start}" + (f"l{line}" if line else "") + ("Z" if close else "")


def along(frame: Frame, start: float, end: float, v: float | Callable[[float], float]) -> list[Point]:
    """Points down the slope from u = start to end, at a fixed or changing distance v from the track.

    The track is so gently bent (radius 850 px and more) that over 24 px a line stays within a tenth of a pixel of it.
    """
    count = max(2, int(abs(end - start) / (8 if callable(v) else 24)))
    found = []
    for i in range(count + 1):
        u = start + (end - start) * i / count
        found.append(frame.point(u, v(u) if callable(v) else v))
    return found


def lane(frame: Frame, a: Point, b: Point) -> str:
    """A smooth piece of the yeti's trail: its tangents run downhill."""
    (x1, y1), (x2, y2) = a, b
    if frame.tall:
        h = (y2 - y1) / 2
        return (
            f"M{number(x1)} {number(y1)}C{number(x1)} {number(y1 + h)} "
            f"{number(x2)} {number(y2 - h)} {number(x2)} {number(y2)}"
        )
    h = (x2 - x1) / 2
    lift = (Wide.track(x2) - Wide.track(x1)) / 2
    return (
        f"M{number(x1)} {number(y1)}C{number(x1 + h)} {number(y1 + lift)} "
        f"{number(x2 - h)} {number(y2 - lift)} {number(x2)} {number(y2)}"
    )


def arc(frame: Frame, a: Point, b: Point) -> str:
    """A rocket's way through the air: over the slope in a landscape, round to the right on a piste."""
    (x1, y1), (x2, y2) = a, b
    if isinstance(frame, Tall):
        bow = max(x1, x2) + 120
        return (
            f"M{number(x1 + 16)} {number(y1 + 4)}C{number(bow)} {number(y1 + 24)} "
            f"{number(bow)} {number(y2 - 40)} {number(x2 + 20)} {number(y2 - 8)}"
        )
    top = min(y1, y2) - 128
    return (
        f"M{number(x1 + 8)} {number(y1 - 28)}C{number(x1 + 40)} {number(top)} "
        f"{number(x2 - 40)} {number(top + 20)} {number(x2)} {number(y2 - 34)}"
    )


def cloud(ps: Sequence[Point], smallest: float, largest: float, seed: int) -> str:
    """A scalloped outline through the points; `smallest` and `largest`: px between two scallops."""
    draw = random.Random(seed)  # noqa: S311 - the shape of a cloud is no secret
    x0, y0 = round(ps[0][0], 1), round(ps[0][1], 1)
    d = f"M{short(x0, y0)}"
    for a, b in pairwise(ps):
        length = math.dist(a, b)
        count = max(1, round(length / draw.uniform(smallest, largest)))
        for j in range(1, count + 1):
            x, y = (
                round(a[0] + (b[0] - a[0]) * j / count, 1),
                round(a[1] + (b[1] - a[1]) * j / count, 1),
            )
            q = round(length / count * draw.uniform(0.52, 0.68))
            d += f"a{q} {q} 0 0 1 {short(x - x0, y - y0)}"
            x0, y0 = x, y
    return d


def pine(x: float, y: float, h: float) -> str:
    """A tree about `h` high with snow on it, its foot at (x, y). Of few sizes: what is alike weighs little."""
    h = 4 * round(h / 4)
    w = h * 0.46
    n = number
    return (
        f'<g class="pine" transform="translate({n(x)} {n(y)})">'
        f'<path d="M{n(-w * 0.09)} 0h{n(w * 0.18)}v{n(-h * 0.2)}h{n(-w * 0.18)}Z" class="trunk"/>'
        f'<path d="M0 {n(-h)}L{n(w * 0.3)} {n(-h * 0.62)}H{n(w * 0.16)}L{n(w * 0.42)} {n(-h * 0.36)}H{n(w * 0.24)}'
        f"L{n(w * 0.54)} {n(-h * 0.1)}H{n(-w * 0.54)}L{n(-w * 0.24)} {n(-h * 0.36)}H{n(-w * 0.42)}"
        f'L{n(-w * 0.16)} {n(-h * 0.62)}H{n(-w * 0.3)}Z"/>'
        f'<path class="cap" d="M0 {n(-h)}L{n(w * 0.3)} {n(-h * 0.62)}'
        f"L{n(w * 0.1)} {n(-h * 0.7)}L{n(-w * 0.05)} {n(-h * 0.6)}"
        f"L{n(-w * 0.16)} {n(-h * 0.72)}H{n(-w * 0.22)}ZM{n(-w * 0.3)} {n(-h * 0.49)}L{n(-w * 0.42)} {n(-h * 0.36)}"
        f'L{n(-w * 0.1)} {n(-h * 0.42)}Z"/></g>'
    )
