"""The mountain itself: slabs of ice with their snowbanks, spaces, trail and signs. Drawn once a mountain."""

import math
import random

from app.web.assets import static_url
from app.web.games.avalanche.mountain.drawing import along, lane, number, path, pine
from app.web.games.avalanche.mountain.geometry import Frame, Point, Tall, Wide

n = number


def use(symbol: str, attributes: str) -> str:
    return f'<use href="{static_url("sprite.svg")}#{symbol}" {attributes}/>'


def slope(frame: Frame) -> str:
    """Cards, tracks, trail, spaces and signs, inside an svg of the frame's own size."""
    parts: list[str] = []
    if isinstance(frame, Wide):
        parts += wide_cards(frame)
    elif isinstance(frame, Tall):
        parts += tall_cards(frame)
    parts += tracks(frame)
    parts += spaces(frame)
    parts += trail_nodes(frame)
    parts += signs(frame)
    return "".join(parts)


def rim(u: float) -> float:
    return Wide.rim + 3 * math.sin(u / 37) + 2 * math.sin(u / 13)


def wide_cards(frame: Wide) -> list[str]:
    lower = along(frame, -2, frame.length + 2, Wide.foot - 6)
    upper = along(frame, -2, frame.length + 2, Wide.rim + 6)[::-1]
    parts = [f'<path class="crack" d="{path(lower + upper, close=True)}"/>']
    for i, (first, count) in enumerate(frame.layout.spans):
        start, end = frame.edge(first), frame.edge(first) + count * frame.pitch
        up, low = along(frame, start, end, rim), along(frame, start, end, Wide.foot)
        depth = [(x, y + Wide.thick) for x, y in low]
        parts.append(
            f'<g class="card-t {"odd" if i % 2 else "even"}">'
            f'<path class="side" d="{path(low + depth[::-1], close=True)}"/>'
            f'<path class="face" d="{path(up + low[::-1], close=True)}"/>'
            f'<path class="ht" d="{path(along(frame, start, end, Wide.foot - 20) + low[::-1], close=True)}"/>'
            f'<path class="ht2" d="{path(along(frame, start, end, Wide.foot - 9) + low[::-1], close=True)}"/>'
            f'<path class="snowcap" d="{path(up)}"/>'
        )
        for bank in frame.layout.banks:
            if bank.card == i + 1:
                below = bank.first + bank.width
                parts.append(
                    wide_lip(frame.edge(bank.first) + bank.width * frame.pitch, below == first + count)
                )
        parts.append("</g>")
    return parts


def wide_lip(u: float, last: bool) -> str:
    """The ledge at the lower end of a snowbank; between two banks of a card a line too."""
    x = Wide.left + u
    y = Wide.track(x)
    edge: list[Point] = []
    for t in range(13):
        v = rim(u) + (Wide.foot - rim(u)) * t / 12
        edge.append((x - 3 - (6 if last else 5) * math.sin(math.pi * t / 12) ** 0.7, y + v))
    lip = f'<path class="lip" d="{path([(x, y + rim(u)), *edge, (x, y + Wide.foot)], close=True)}"/>'
    if last:
        return lip
    return (
        f'{lip}<path class="lip-l" d="M{n(x)} {n(y + rim(u))}V{n(y + Wide.foot)}"/>'
        f'<path class="lip-s" d="M{n(x)} {n(y + Wide.foot)}v{n(Wide.thick)}"/>'
    )


def tall_cards(frame: Tall) -> list[str]:
    parts: list[str] = []
    for i, (first, count) in enumerate(frame.layout.spans):
        y0 = frame.top + frame.edge(first)
        y1 = y0 + count * frame.pitch

        def wave(y: float, height: float, phase: int = i) -> list[Point]:
            return [
                (Tall.side + Tall.breadth * t / 42, y + height * abs(math.sin(t * math.pi / 4 + phase)))
                for t in range(43)
            ]

        left, right = Tall.side, Tall.side + Tall.breadth
        top: list[Point] = [(left, y0), (right, y0)]
        parts.append(
            f'<g class="card-t {"odd" if i % 2 else "even"}">'
            f'<path class="side" d="{path(top + wave(y1 + 7, 2)[::-1], close=True)}"/>'
            f'<path class="face" d="{path(top + wave(y1 - 3, 2)[::-1], close=True)}"/>'
        )
        for bank in [b for b in frame.layout.banks if b.card == i + 1][:-1]:
            e = frame.top + frame.edge(bank.first) + bank.width * frame.pitch
            parts.append(
                f'<path class="lip" d="{path([*wave(e - 7, 4), (right, e + 1.5), (left, e + 1.5)], close=True)}"/>'
                f'<path class="lip-l" d="M{n(left)} {n(e + 1.5)}H{n(right)}"/>'
            )
        parts.append("</g>")
    draw = random.Random(7)  # noqa: S311 - where trees stand is no secret
    for i in range(int(frame.length / 58)):
        right, y = i % 2, frame.top + 30 + i * 58 + draw.uniform(-14, 14)
        parts.append(
            pine(draw.uniform(334, 384) if right else draw.uniform(-44, -6), y, draw.uniform(34, 52))
        )
        if draw.random() < 0.4:
            parts.append(
                pine(
                    draw.uniform(352, 400) if right else draw.uniform(-60, -20), y + 16, draw.uniform(26, 40)
                )
            )
    return parts


def tracks(frame: Frame) -> list[str]:
    start, end = -0.9 * frame.pitch, frame.length + 1.4 * frame.pitch
    skis = [f'<path class="ski-tr" d="{path(along(frame, start, end, v))}"/>' for v in (-3.2, 3.2)]
    first = [lane(frame, frame.node("top"), frame.node(name)) for name in ("1.1",)]
    lanes = "".join(first + [lane(frame, frame.node(a), frame.node(b)) for a, b in frame.layout.edges])
    return [*skis, f'<path class="lane-b" d="{lanes}"/><path class="lane" d="{lanes}"/>']


def spaces(frame: Frame) -> list[str]:
    r = frame.radius
    crossings = {node.column for node in frame.layout.nodes.values() if node.crossing}
    parts: list[str] = []
    for space in range(1, frame.layout.spaces + 1):
        x, y = frame.space(space)
        crossing = space - 1 in crossings
        if crossing:
            parts.append(f'<circle class="sp-x" cx="{n(x)}" cy="{n(y)}" r="{n(r + 4.5)}"/>')
        parts.append(f'<circle class="sp" cx="{n(x)}" cy="{n(y)}" r="{n(r)}"/>')
        if crossing:
            q = r * 1.3
            parts.append(
                use(
                    "i-paw",
                    f'class="paw-x" x="{n(x - q / 2)}" y="{n(y - q / 2)}" width="{n(q)}" height="{n(q)}"',
                )
            )
    return parts


def trail_nodes(frame: Frame) -> list[str]:
    q = 24 if frame.tall else 19
    parts: list[str] = []
    for name, node in frame.layout.nodes.items():
        if node.crossing:
            continue
        x, y = frame.node(name)
        turn = (
            180.0
            if frame.tall
            else 90 + math.degrees(math.atan((Wide.track(x + 5) - Wide.track(x - 5)) / 10))
        )
        paw = use(
            "i-paw",
            f'transform="rotate({n(turn)} {n(x)} {n(y)})" x="{n(x - q / 2)}" y="{n(y - q / 2)}"'
            f' width="{q}" height="{q}"',
        )
        parts.append(
            f'<g class="yn"><circle class="yn-b" cx="{n(x)}" cy="{n(y)}" r="{n(q * 0.62)}"/>{paw}</g>'
        )
    return parts


def signs(frame: Frame) -> list[str]:
    """Each card's symbol as a piste marker, and its number."""
    parts: list[str] = []
    for i, (card, (first, count)) in enumerate(zip(frame.layout.cards, frame.layout.spans, strict=True)):
        middle = frame.edge(first) + count * frame.pitch / 2
        if isinstance(frame, Tall):
            y = frame.top + middle
            parts.append(use(f"sg-{card.symbol}", f'x="4" y="{n(y - 30)}" width="42" height="42"'))
            parts.append(f'<text class="cn" x="25" y="{n(y + 28)}">{i + 1}</text>')
        else:
            x, y = frame.point(middle, Wide.rim)
            parts.append(f'<path class="pole" d="M{n(x)} {n(y + 4)}V{n(y - 36)}"/>')
            parts.append(use(f"sg-{card.symbol}", f'x="{n(x - 19)}" y="{n(y - 66)}" width="38" height="38"'))
            parts.append(
                f'<text class="cn" x="{n(x)}" y="{n(Wide.track(x) + Wide.foot + 15)}">{i + 1}</text>'
            )
    return parts
