"""The yeti's decision on the mountain: the nodes he may come to, and every route as one line of a list."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from app.games.avalanche.views import YetiChoice
from app.web.avalanche.layout import Layout
from app.web.avalanche.places import node_class
from app.web.avalanche.words import Cast


@dataclass(frozen=True, slots=True)
class Reachable:
    """A node he may stop on. `step`: fewest steps to it. `hits`: somebody stands there."""

    node: str
    place: str
    step: int
    label: str
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
    steps: dict[str, int] = {}
    for _direction, walk in routes(choice):
        for step, node in enumerate(walk, 1):
            steps[node] = min(step, steps.get(node, step))
    nodes = []
    for node, step in sorted(
        steps.items(), key=lambda item: list(layout.nodes).index(item[0]) if item[0] in layout.nodes else 999
    ):
        who = [cast.skier(s) for s in standing.get(node, ())]
        label = cast.voice.count(
            "%(n)s step, card %(card)s", "%(n)s steps, card %(card)s", step, card=layout.node_card(node)
        )
        if who:
            label = _("%(place)s, hits %(names)s", place=label, names=cast.voice.names(who))
        nodes.append(Reachable(node, node_class(node), step, label, hits=bool(who)))
    graph = {
        "start": choice.start,
        "reach": choice.reach,
        "exact": choice.exact,
        "down": dict(choice.down),
        "up": dict(choice.up),
        "skiers": {n: [{"skier": s, "name": cast.skier(s)} for s in who] for n, who in standing.items()},
    }
    return Aim(tuple(nodes), json.dumps(graph, separators=(",", ":"), ensure_ascii=False))


def route_lines(choice: YetiChoice, cast: Cast, layout: Layout) -> tuple[Route, ...]:
    """For a list: direction, distance, where he ends, whom he steps on."""
    _ = cast.voice.say
    standing = dict(choice.skiers)
    lines = []
    for direction, walk in routes(choice):
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
