"""What surrounds the mountain: sky, far ranges, forest; and the avalanche that comes down over all of it."""

import math
import random

from app.web.games.avalanche.mountain.drawing import along, cloud, number, path, pine
from app.web.games.avalanche.mountain.geometry import Frame, Point, Tall, Wide

n = number


def dice(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - where a star stands is no secret


def far_range(base: float, amp: float, step: float, seed: int, css: str) -> str:
    """A row of peaks with snow on them, from side to side."""
    draw, x, ps = dice(seed), -460.0, []
    while x < 1920:
        ps.append((x, base - draw.uniform(0.25, 1) * amp))
        x += step * draw.uniform(0.6, 1)
        ps.append((x, base - draw.uniform(0, 0.22) * amp))
        x += step * draw.uniform(0.4, 0.8)
    caps = ""
    for i in range(0, len(ps) - 1, 2):
        px, py = ps[i]
        h = amp * 0.3
        lx, ly = ps[i - 1] if i else (px - step * 0.5, py + amp)
        rx, ry = ps[i + 1]
        tl, tr = min(1, h / max(1, ly - py)), min(1, h / max(1, ry - py))
        ax, ay = px + (lx - px) * tl, py + (ly - py) * tl
        bx, by = px + (rx - px) * tr, py + (ry - py) * tr
        w = bx - ax
        cap = [
            (px, py),
            (bx, by),
            (ax + w * 0.74, by - h * 0.22),
            (ax + w * 0.6, by + h * 0.26),
            (ax + w * 0.44, by - h * 0.25),
            (ax + w * 0.25, ay + h * 0.2),
            (ax, ay),
        ]
        caps += path(cap, close=True)
    outline = path([(-460, 900), *ps, (1920, 900)], close=True)
    return f'<path class="{css}" d="{outline}"/><path class="{css}c" d="{caps}"/>'


def sky() -> str:
    draw, parts = dice(11), []
    for q, (y, a, phase) in enumerate(((92, 7, 0.0), (188, 9, 1.3), (286, 10, 2.1), (392, 10, 3.3))):
        wave: list[Point] = [
            (x, y + a * math.sin(x / 190 + phase) + a / 2 * math.sin(x / 83 + phase * 2))
            for x in range(-480, 1921, 40)
        ]
        parts.append(f'<path class="sb{q + 2}" d="{path([(-480, 1000), *wave, (1920, 1000)], close=True)}"/>')
    parts.append('<circle class="sun" cx="864" cy="288" r="112"/>')
    stars = "".join(
        f'<circle cx="{draw.uniform(-300, 1740):.0f}" cy="{draw.uniform(8, 330):.0f}" '
        f'r="{draw.choice((0.9, 1.2, 1.7))}"/>'
        for _ in range(90)
    )
    parts.append(f'<g class="stars">{stars}</g>')
    parts.append(
        '<g class="aurora">'
        '<path d="M-300 190C60 60 240 250 520 130S980 40 1240 130S1600 60 1800 20V110'
        'C1560 170 1460 130 1240 220S900 150 560 240S100 180 -300 320Z"/>'
        '<path d="M-300 120C100 20 300 170 620 80S1100 -10 1800 -30V10'
        'C1300 60 1000 90 700 160S140 90 -300 220Z"/></g>'
    )
    parts += [far_range(500, 150, 120, 21, "mt3"), far_range(600, 150, 150, 5, "mt2")]
    parts.append('<g class="pylon"><path d="M520 60V470M504 60H536M500 70H540"/></g>')
    return "".join(parts)


def rock(frame: Wide) -> str:
    """The dark body of the mountain below the cards."""
    draw = dice(2)
    low = [frame.point(u, 50) for u in range(-600, int(frame.length) + 620, 30)]
    facets = ""
    for i in range(26):
        x, y = frame.point(-420 + i * 72 + draw.uniform(-14, 14), 96 + draw.uniform(0, 26))
        h, w = draw.uniform(70, 190), draw.uniform(20, 54)
        facets += path(
            [(x, y), (x + w, y + h * 0.4), (x + w * 0.35, y + h), (x - w * 0.2, y + h / 2)], close=True
        )
    body = path([(-480, 1000), *low, (1940, 1000)], close=True)
    return f'<path class="rock" d="{body}"/><path class="facet" d="{facets}"/>'


def forest(y: float, h: float, step: float, css: str, seed: int) -> str:
    """A row of trees with their feet at `y`. They are of few sizes: what is alike weighs little."""
    draw, d, x = dice(seed), "", -480.0
    while x < 1920:
        t = 4 * round(h * draw.uniform(0.65, 1.15) / 4)
        w, foot = t * 0.27, round(x)
        half = [(1.0, 0.0), (0.35, 0.34), (0.6, 0.34), (0.18, 0.66), (0.36, 0.66)]
        left = [(foot - w * across, y - t * up) for across, up in half]
        right = [(foot + w * across, y - t * up) for across, up in reversed(half)]
        d += path([*left, (foot, y - t), *right], close=True)
        x += step * draw.uniform(0.55, 1.2)
    return f'<path class="{css}" d="{d}"/>'


def wide_scene(frame: Wide) -> str:
    woods = forest(770, 120, 34, "fo2", 4) + forest(842, 120, 38, "fo1", 9)
    return f'{sky()}{rock(frame)}{woods}<path class="fo1" d="M-480 840H1920V1400H-480Z"/>'


def wide_edge(frame: Wide) -> str:
    """Trees behind the upper rim and the flag past the last card."""
    draw, trees = dice(8), []
    for i in range(46):
        u = -330 + i * 40 + draw.uniform(-14, 14)
        if draw.random() < 0.36:
            continue
        x, y = frame.point(u, -62)
        trees.append(pine(x, y, draw.uniform(26, 46)))
    x, y = frame.space(frame.layout.spaces + 1)
    x -= 6
    flag = (
        f'<path class="pole" d="M{n(x)} {n(y + 8)}V{n(y - 126)}"/>'
        f'<path class="flag" d="M{n(x + 2)} {n(y - 126)}h62l-12 19 12 19h-62Z"/>'
    )
    return "".join(trees) + flag


def tall_ground(frame: Tall) -> str:
    """Snow above the first card, the finish line and the run-out below the last."""
    end = frame.top + frame.length
    across = f'x="{n(Tall.side)}" width="{n(Tall.breadth)}"'
    return (
        f'<rect class="t-start" {across} y="-400" height="{n(400 + frame.top)}"/>'
        f'<rect class="t-fin" {across} y="{n(end)}" height="400"/>'
        f'<rect class="flag" {across} y="{n(end + 12)}" height="24"/>'
    )


def danger(frame: Frame) -> str:
    """The surface the next advance may cover; the page clips it between two snowbanks."""
    if isinstance(frame, Tall):
        return f'<rect x="{n(Tall.side)}" y="0" width="{n(Tall.breadth)}" height="{n(frame.height)}"/>'
    up, down = along(frame, 0, frame.length, -66), along(frame, 0, frame.length, 68)[::-1]
    return f'<path d="{path(up + down, close=True)}"/>'


def snow_mass(frame: Frame) -> str:
    """The avalanche over the whole slope; the page clips it at the front."""
    if isinstance(frame, Tall):
        height, draw = frame.top + frame.length + 140, dice(3)
        parts = [
            f'<rect class="avf av1" x="{n(Tall.side)}" y="-400" width="{n(Tall.breadth)}" height="{n(height + 400)}"/>'
        ]
        for i in range(int((height + 300) / 64)):
            x, y, w = draw.uniform(-60, 400), -290 + i * 64 + draw.uniform(-12, 12), draw.uniform(40, 74)
            hump = [
                (x - w, y + w / 4),
                (x - w * 0.55, y - w * 0.3),
                (x, y - w / 2),
                (x + w * 0.55, y - w * 0.3),
                (x + w, y + w / 4),
            ]
            parts.append(layer(cloud(hump, 24, 36, 3 + i), "av2"))
        return "".join(parts)
    steps = range(-700, int(frame.length) + 60, 54)
    parts = []
    for q, (above, below, css) in enumerate(((-118, 106, "av3"), (-62, 100, "av2"), (2, 84, "av1"))):
        top = cloud([frame.point(u, above + 12 * math.sin(u / 57 + q * 2)) for u in steps], 38, 60, 3 + q)
        bottom = cloud(
            [frame.point(u, below + 5 * math.sin(u / 31 + q)) for u in reversed(steps)], 30, 46, 8 + q
        )
        parts.append(
            f'<path class="avf {css}" d="{top}L{bottom[1:]}Z"/><path class="avs" d="{top}{bottom}"/>'
        )
    return "".join(parts)


def layer(outline: str, css: str, close: str = "Z") -> str:
    return f'<path class="avf {css}" d="{outline}{close}"/><path class="avs" d="{outline}"/>'


WIDE_BILLOW: tuple[tuple[str, tuple[Point, ...]], ...] = (
    ("av3", ((-146, -84), (-126, -158), (-92, -178), (-70, -178), (-40, -156), (-10, -118), (8, -76), (16, -30),
             (16, 14), (8, 56), (-10, 92), (-48, 112), (-92, 98), (-150, 60))),
    ("av2", ((-186, -64), (-150, -112), (-92, -124), (-54, -104), (-28, -70), (-14, -30), (-10, 12), (-16, 52),
             (-36, 84), (-74, 98), (-124, 80), (-190, 42))),
    ("av1", ((-230, -66), (-176, -90), (-118, -84), (-74, -56), (-46, -18), (-36, 16), (-42, 48), (-66, 74), (-108, 76),
             (-160, 54), (-230, 14))),
)  # fmt: skip


def billow(*, tall: bool) -> str:
    """The head of the avalanche, drawn around (0, 0) = the middle of its front."""
    draw, parts = dice(5), []
    if tall:
        for q, (dy, css) in enumerate(((12, "av3"), (-8, "av2"), (-30, "av1"))):
            row = [(x, dy + 8 * math.sin(x / 37 + q * 2)) for x in range(680, -341, -40)]
            parts.append(layer(cloud([(728, dy - 6), *row, (-372, dy - 6)], 32, 46, 5 + q), css, "V-90H728Z"))
        for _ in range(10):
            spot = f'cx="{n(draw.uniform(-20, 370))}" cy="{n(draw.uniform(30, 46))}" r="{n(draw.uniform(2.2, 5.5))}"'
            parts.append(f'<circle class="chunk" {spot}/>')
        return "".join(parts)
    for q, (css, outline) in enumerate(WIDE_BILLOW):
        parts.append(layer(cloud(outline, 34, 52, 5 + q), css))
    for _ in range(12):
        a = draw.uniform(-1.3, 1.2)
        x, y = 26 + draw.uniform(0, 16) * math.cos(a), 86 * math.sin(a) - 8
        spot = f'cx="{n(x)}" cy="{n(y)}" r="{n(draw.uniform(2, 5.5))}"'
        parts.append(f'<circle class="chunk" {spot}/>')
    return "".join(parts)
