"""The start above the first card: a ramp of snow, the line, the gate over it; and where the line-up stands on it.

The avalanche covers all of it as soon as it lies at its first snowbank.
"""

import math

from app.web.games.avalanche.mountain.drawing import along, number, path
from app.web.games.avalanche.mountain.geometry import Point, Tall, Wide

n = number

LINE_UP = 52.0
"""Distance of two skiers in the starting line of the wide picture."""
GATE = -140.0
"""U of the gate's middle in the wide picture."""
ABREAST: tuple[float, ...] = (0.0, -66.0, 66.0, -132.0, 132.0)
"""The same on the piste, from its middle: side by side, the front of the line in the middle."""

Place = tuple[Point, Point]
"""Where something stands: on the wide picture and on the piste."""


def in_line(place: int) -> Place:
    """A skier's place in the starting line, 1 = nearest the mountain."""
    x = Wide.left - 38 - (place - 1) * LINE_UP
    return (x, Wide.track(x)), (Tall.centre + ABREAST[place - 1], Tall.top - 40)


def own_in_the_middle() -> list[str]:
    """Rules of style for the piste: whoever reads stands in the middle of the line, and who stood there gives way.
    Two skiers of one player stand there together.
    """
    middle = Tall.centre
    alone = [f'.table:not(.players-2)[data-seat="{seat}"]' for seat in range(5)]
    rules = [
        f"{','.join(f'{a} .sk.seat-{s}[class*=line-]' for s, a in enumerate(alone))}{{--tx:{n(middle)}}}"
    ]
    for place in range(2, 6):
        stands = ",".join(f"{a}:has(.sk.seat-{s}.line-{place})" for s, a in enumerate(alone))
        rules.append(f":is({stands}) .sk.line-1{{--tx:{n(middle + ABREAST[place - 1])}}}")
    for seat, other in ((0, 1), (1, 0)):
        for who, first, second in ((seat, -33, 33), (other, -99, 99)):
            own = f'.players-2[data-seat="{seat}"] .sk.seat-{who}'
            rules.append(f"{own}[class*=line-]{{--tx:{n(middle + first)}}}")
            rules.append(f"{own}~.sk.seat-{who}[class*=line-]{{--tx:{n(middle + second)}}}")
    return rules


def yeti() -> Place:
    """Where the yeti waits: behind the gate's banner."""
    x = Wide.left + GATE - 36
    return (x, Wide.track(x) - 166), (Tall.centre, Tall.top - 132)


def seen_from_afar(x: float, y: float) -> Point:
    """A point of the wide stage while the camera stands back (board.css: scaled from the upper right corner)."""
    return 1440 - (1440 - x) * 0.86, y * 0.86 + 0.088 * 900


def asleep() -> Place:
    """The front of the avalanche before it has woken: behind the yeti, above everybody."""
    x = Wide.left - 314
    return seen_from_afar(x, Wide.track(x) - 62), (0.0, Tall.top - 170)


def wide_start(frame: Wide) -> str:
    upper = along(frame, -640, -2, lambda u: Wide.rim + 2 + 4 * math.sin(u / 41))
    lower = along(frame, -640, -2, Wide.foot)
    under = along(frame, -640, frame.length, Wide.foot - 4)
    below = [(x, y + 60) for x, y in under]
    depth = [(x, y + Wide.thick) for x, y in lower]
    x, y = frame.point(-2, 0)
    post = f'd="M{n(x)} {n(y + Wide.rim + 2)}V{n(y + Wide.foot)}"'
    return (
        f'<path class="rock" d="{path(under + below[::-1], close=True)}"/>'
        f'<path class="side" d="{path(lower + depth[::-1], close=True)}"/>'
        f'<path class="t-start" d="{path(upper + lower[::-1], close=True)}"/>'
        f'<path class="ht" d="{path(along(frame, -640, -2, Wide.foot - 22) + lower[::-1], close=True)}"/>'
        f'<path class="snowcap" d="{path(upper)}"/>'
        + "".join(f'<path class="ski-tr" d="{path(along(frame, -300, -2, v))}"/>' for v in (-3.2, 3.2))
        + f'<path class="post" {post}/><path class="post dash" {post}/>'
        + gate(*frame.point(GATE, -66), -84, 14, 60)
    )


def gate(x: float, y: float, top: float, fall: float, foot: float) -> str:
    """The banner hangs `top` above (x, y); its right end lies `fall` lower."""
    return (
        f'<g class="gate" transform="translate({n(x)} {n(y)})">'
        f'<path class="pole" d="M-150 {n(foot - 20)}V{n(top)}M128 {n(foot)}V{n(top + fall)}"/>'
        f'<path class="banner" d="M-156 {n(top)}L134 {n(top + fall)}v40L-156 {n(top + 38)}Z"/>'
        f'<g transform="rotate({n(2.8 if fall else 0)})">'
        f'<path class="flag" d="M-148 {n(top + 8)}h52v32h-52ZM74 {n(top + 8)}h52v32h-52Z"/>'
        f'<text class="gt" x="-11" y="{n(top + 34)}">START</text></g></g>'
    )


def tall_start(frame: Tall) -> str:
    y = frame.top
    return (
        f'<rect class="flag" x="{n(Tall.side)}" y="{n(y - 12)}" width="{n(Tall.breadth)}" height="12"/>'
        f'<g class="gate" transform="translate({n(Tall.centre)} {n(y - 100)})">'
        '<path class="pole" d="M-150 96V-6M150 96V-6"/><path class="banner" d="M-154 -8h308v30h-308Z"/>'
        '<path class="flag" d="M-151 -6h48v26h-48ZM103 -6h48v26h-48Z"/><text class="gt" y="15">START</text></g>'
    )
