"""The files of a mountain: its stylesheet of places, its map for scripts, its picture in both orientations.

Their address holds everything they are made of: card ids, hash of the deck, hash of the code that draws,
joined by "-"; so
every answer may be kept for ever.
"""

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from app.games.avalanche.deck import BadDeck
from app.games.avalanche.views import PublicView
from app.web.assets import digest
from app.web.front.table import DrawingFile
from app.web.games.avalanche.mountain.drawing import number
from app.web.games.avalanche.mountain.geometry import Frame, Tall, Wide
from app.web.games.avalanche.mountain.layout import Layout, layout_of
from app.web.games.avalanche.mountain.scenery import (
    billow,
    danger,
    snow_mass,
    tall_ground,
    wide_edge,
    wide_scene,
)
from app.web.games.avalanche.mountain.summit import (
    asleep,
    in_line,
    own_in_the_middle,
    tall_start,
    wide_start,
    yeti,
)
from app.web.games.avalanche.mountain.terrain import slope

orientations = ("wide", "tall")

drawing_code = tuple(
    (Path(__file__).parent / f"{name}.py").read_bytes()
    for name in ("layout", "geometry", "drawing", "terrain", "scenery", "summit", "places")
)
"""The modules that decide where things stand and how they look; read when they are loaded, since an upgrade may put
others in their place later.
"""


@cache
def drawn_by() -> str:
    """Hash over the modules that draw, and the static files they name."""
    total = hashlib.sha256(digest().encode())
    for module in drawing_code:
        total.update(module)
    return total.hexdigest()[:12]


def mountain_key(view: PublicView) -> str:
    return f"{'-'.join(view.mountain)}-{view.deck_hash}-{drawn_by()}"


def places_url(view: PublicView) -> str:
    return f"/m/{mountain_key(view)}.css"


def of_this_version(name: str) -> str:
    """The file's name as this version has it. During a rolling upgrade a page of one version asks a process of the
    other: a board without places would be worse than one drawn a little differently.
    """
    return re.sub(r"-[0-9a-f]{12}(?=(?:-wide|-tall)?\.\w+$)", f"-{drawn_by()}", name)


def layout_of_key(key: str) -> Layout:
    """Raises LookupError for an address no page of this version names."""
    parts = key.split("-")
    if len(parts) < 4:
        raise LookupError(key)
    *ids, deck_hash, drawn = parts
    if drawn != drawn_by() or not 2 <= len(ids) <= 24 or len(set(ids)) != len(ids):
        raise LookupError(key)
    try:
        return layout_of(deck_hash, tuple(ids))
    except (BadDeck, KeyError):
        raise LookupError(key) from None


def mountain_file(name: str) -> DrawingFile:
    """The files "<key>.css", "<key>.json", "<key>-wide.html" or "<key>-tall.html". Raises LookupError."""
    ours = of_this_version(name)
    stem, _, ending = ours.rpartition(".")
    if ending == "css":
        return DrawingFile("text/css", places_css(stem), ours == name)
    if ending == "json":
        return DrawingFile("application/json", places_map(stem), ours == name)
    key, _, orientation = stem.rpartition("-")
    if ending == "html" and orientation in orientations:
        return DrawingFile("text/html", picture(key, orientation), ours == name)
    raise LookupError(name)


def at(selector: str, wide: tuple[float, float], tall: tuple[float, float]) -> str:
    n = number
    return f".{selector}{{--wx:{n(wide[0])};--wy:{n(wide[1])};--tx:{n(tall[0])};--ty:{n(tall[1])}}}"


def node_class(name: str) -> str:
    return "at-n" + name.replace(".", "-")


@lru_cache(maxsize=128)
def places_css(key: str) -> str:
    """at-s* skier spaces, at-n* yeti nodes, front-* next-* most-* ends of snowbanks, line-* places in the
    starting line.
    """
    layout = layout_of_key(key)
    wide, tall = Wide(layout), Tall(layout)
    rules = [f".piste{{--height:{number(tall.height)}}}"]
    for space in range(layout.spaces + 2):
        rules.append(at(f"at-s{space}", wide.space(space), tall.space(space)))
        rules.append(f".dot-s{space}{{top:{rail_percent(tall, tall.space_u(space)):.1f}%}}")
    rules += [at(f"line-{place}", *in_line(place)) for place in range(1, 6)] + own_in_the_middle()
    for name in ("top", *layout.nodes, "out"):
        (x, y), (tx, ty) = wide.node(name), tall.node(name)
        rules.append(at(node_class(name), (x, y), (tx, ty)))
        column = layout.nodes[name].column if name in layout.nodes else -1 if name == "top" else layout.spaces
        rules.append(
            f".dot-n{name.replace('.', '-')}{{top:{rail_percent(tall, tall.space_u(column + 1)):.1f}%}}"
        )
    # While the camera stands back the yeti waits behind the gate and the avalanche sleeps behind him.
    rules.append(at("board[data-cam] .at-ntop", *yeti()))
    (x, y), (_, ty) = asleep()
    rules.append(
        f".board[data-cam] .piste{{--wf:-40;--tf:-40;--fwx:{number(x)};--fwy:{number(y)};--fty:{number(ty)}}}"
    )
    rules += [bank_rules(wide, tall, bank) for bank in range(len(layout.banks) + 1)]
    return "\n".join(rules) + "\n"


def bank_rules(wide: Wide, tall: Tall, bank: int) -> str:
    uw, ut = wide.bank_end(bank), tall.bank_end(bank)
    w, t = wide.percent(uw), tall.percent(ut)
    y = tall.top + ut
    (fx, fy), n = wide.point(uw, 0), number
    front = f"--wf:{w:.2f};--tf:{t:.2f};--rf:{rail_percent(tall, ut):.1f};--fwx:{n(fx)};--fwy:{n(fy)};--fty:{n(y)}"
    return (
        f".front-{bank}{{{front}}}.next-{bank}{{--wn:{w:.2f};--tn:{t:.2f}}}.most-{bank}{{--wm:{w:.2f};--tm:{t:.2f}}}"
        + at(f"mark-{bank}", wide.point(uw, Wide.foot + Wide.thick + 6), (346, y))
    )


def rail_percent(tall: Tall, u: float) -> float:
    """Height on the small map of the whole mountain."""
    return min(99.0, max(1.0, 4 + u / tall.length * 92))


@lru_cache(maxsize=1024)
def places_map(key: str) -> str:
    """For scripts: spaces and nodes as [wide x, wide y, tall x, tall y], banks as the front's percentages and
    place, the height of the tall picture.
    """
    layout = layout_of_key(key)
    wide, tall = Wide(layout), Tall(layout)

    def pair(a: tuple[float, float], b: tuple[float, float]) -> list[float]:
        return [round(v, 1) for v in (*a, *b)]

    def bank(number: int) -> list[float]:
        uw, ut = wide.bank_end(number), tall.bank_end(number)
        return [
            round(wide.percent(uw), 2),
            round(tall.percent(ut), 2),
            *pair(wide.point(uw, 0), (0, tall.top + ut)),
        ]

    return json.dumps(
        {
            "spaces": [pair(wide.space(s), tall.space(s)) for s in range(layout.spaces + 2)],
            "nodes": {name: pair(wide.node(name), tall.node(name)) for name in ("top", *layout.nodes, "out")},
            "banks": [bank(b) for b in range(len(layout.banks) + 1)],
            "height": round(tall.height, 1),
        },
        separators=(",", ":"),
    )


def svg(css: str, box: str, inside: str) -> str:
    return f'<svg class="{css}" viewBox="{box}" aria-hidden="true">{inside}</svg>'


@lru_cache(maxsize=64)
def picture(key: str, orientation: str) -> str:
    """The still layers, back to front: scenery, slope, danger, snow. Pieces lie over them in the page."""
    layout = layout_of_key(key)
    frame: Frame
    if orientation == "wide":
        frame = Wide(layout)
        box = "0 0 1440 900"
        return (
            svg("scene", box, wide_scene(frame))
            + svg("terrain", box, wide_edge(frame) + wide_start(frame) + slope(frame))
            + svg("cable", box, '<path d="M520 64Q760 60 1500 122"/>')
            + svg("dz dz1", box, danger(frame))
            + svg("dz dz2", box, danger(frame))
            + svg("aval", box, snow_mass(frame))
        )
    frame = Tall(layout)
    box = f"0 0 346 {number(frame.height)}"
    return (
        svg("terrain", box, tall_ground(frame) + tall_start(frame) + slope(frame))
        + svg("dz dz1", box, danger(frame))
        + svg("dz dz2", box, danger(frame))
        + svg("aval", box, snow_mass(frame))
    )


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is drawn only if a page shows it: most windows need one of the two."""

    key: str
    orientation: str

    def __html__(self) -> str:
        return picture(self.key, self.orientation)


@cache
def billows() -> tuple[str, str]:
    """The avalanche's head for both orientations: the same on every mountain."""
    return billow(tall=False), billow(tall=True)


@lru_cache(maxsize=1024)
def rail_cards(key: str) -> tuple[tuple[float, float], ...]:
    """(y, height) of each card on the small map, out of 1000."""
    layout = layout_of_key(key)
    tall = Tall(layout)
    found = []
    for first, count in layout.spans:
        u = tall.edge(first)
        y, end = rail_percent(tall, u) * 10, rail_percent(tall, u + count * tall.pitch) * 10
        found.append((round(y, 1), round(end - y - 3, 1)))
    return tuple(found)
