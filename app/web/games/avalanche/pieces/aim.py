"""The yeti's decision on the mountain: the nodes he may come to, and every route as one line of a list."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from app.games.avalanche.views import YetiChoice
from app.web.games.avalanche.mountain.layout import Layout
from app.web.games.avalanche.mountain.places import node_class
from app.web.games.avalanche.pieces.ground import Ground
from app.web.games.avalanche.words.voice import Cast


@dataclass(frozen=True, slots=True)
class Reachable:
    """A node he may stop on. `step`: fewest steps to it. `hits`: somebody stands there. `label`: steps, direction,
    where it is and whom he hits; `where`: where it is.
    """

    node: str
    place: str
    step: int
    label: str
    where: str
    hits: bool


@dataclass(frozen=True, slots=True)
class Aim:
    """`graph`: for the script: start, reach, exact, down, up, who stands where by name and hat."""

    nodes: tuple[Reachable, ...]
    graph: str


@dataclass(frozen=True, slots=True)
class Route:
    """`value`: the nodes he enters, joined by spaces."""

    value: str
    label: str


Graph = Mapping[str, tuple[str, ...]]


def routes(choice: YetiChoice) -> list[tuple[str, tuple[str, ...]]]:
    """Every walk he may be sent on, as (direction, nodes), staying left out. Exact: only those of his full distance."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for direction, graph in (("down", dict(choice.down)), ("up", dict(choice.up))):
        walks: list[tuple[str, ...]] = [()]
        for _step in range(choice.reach):
            walks = [
                (*walk, node) for walk in walks for node in graph.get(walk[-1] if walk else choice.start, ())
            ]
            if not choice.exact or _step == choice.reach - 1:
                found += [(direction, walk) for walk in walks]
    return found


def aim(choice: YetiChoice | None, cast: Cast, layout: Layout) -> Aim:
    if choice is None:
        return Aim((), "")
    _ = cast.voice.say
    standing = dict(choice.skiers)
    ground = Ground(layout, cast)
    steps: dict[str, int] = {}
    ways: dict[str, str] = {}
    for direction, walk in routes(choice):
        for step, node in enumerate(walk, 1):
            steps[node] = min(step, steps.get(node, step))
            ways.setdefault(node, direction)
    nodes = []
    for node, step in sorted(
        steps.items(), key=lambda item: list(layout.nodes).index(item[0]) if item[0] in layout.nodes else 999
    ):
        who = [cast.skier(s) for s in standing.get(node, ())]
        where = ground.node(node)
        label = far(step, ways[node], where, cast)
        if who:
            label = _("%(place)s, hits %(names)s", place=label, names=cast.voice.names(who))
        nodes.append(Reachable(node, node_class(node), step, label, where, hits=bool(who)))
    graph = {
        "start": choice.start,
        "reach": choice.reach,
        "exact": choice.exact,
        "down": dict(choice.down),
        "up": dict(choice.up),
        "skiers": {n: [{"skier": s, "name": cast.skier(s)} for s in who] for n, who in standing.items()},
    }
    return Aim(tuple(nodes), json.dumps(graph, separators=(",", ":"), ensure_ascii=False))


def far(steps: int, direction: str, place: str, cast: Cast) -> str:
    """As in: 2 steps uphill to card 3, on space 2."""
    count = cast.voice.count
    if direction == "down":
        return count(
            "%(n)s space downhill to %(place)s", "%(n)s spaces downhill to %(place)s", steps, place=place
        )
    return count("%(n)s space uphill to %(place)s", "%(n)s spaces uphill to %(place)s", steps, place=place)


def route_lines(choice: YetiChoice, cast: Cast, layout: Layout) -> tuple[Route, ...]:
    """For a list: direction, distance, where he ends, whom he steps on. Where he must walk the first one is chosen
    already, so those that hit nobody stand first.
    """
    _ = cast.voice.say
    standing = dict(choice.skiers)
    lines = []
    found = routes(choice)
    if choice.exact:
        found.sort(key=lambda one: any(node in standing for node in one[1]))
    for direction, walk in found:
        way = _("Downhill %(n)s", n=len(walk)) if direction == "down" else _("Uphill %(n)s", n=len(walk))
        label = _("%(way)s, to card %(card)s", way=way, card=layout.node_card(walk[-1]))
        lanes = [node for node in walk if node[-1] in "ab"]
        if lanes:
            label = _("%(route)s by %(lanes)s", route=label, lanes=" ".join(lanes))
        hit = [cast.skier(s) for node in walk for s in standing.get(node, ())]
        if hit:
            label = _("%(route)s: hits %(names)s", route=label, names=cast.voice.names(hit))
        lines.append(Route(" ".join(walk), label))
    return tuple(lines)
