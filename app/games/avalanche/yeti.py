"""Step 4: where the yeti may walk, and what he does to rockets. Not here: what a hit costs solo
(`solo.py`).
"""

from collections.abc import Callable

from app.games.avalanche.actions import MoveYeti
from app.games.avalanche.events import RocketsRestored, YetiHit, YetiMoved
from app.games.avalanche.mountain import OUT, Mountain
from app.games.avalanche.state import Log, RaceState
from app.games.kernel.contract import IllegalAction


def routes_of(mountain: Mountain, start: int, reach: int, *, exact: bool) -> list[MoveYeti]:
    """Every route: staying (AV-41), then downhill, then uphill, short ones first; one direction each (AV-50).

    `exact` (solo): downhill all the way (AV-70, AV-72); none if that leads past the last card.
    """
    known = mountain.routes.get((start, reach, exact))
    if known is None:
        down = _walks(mountain.below, mountain.names, start, reach)
        if exact:
            known = [MoveYeti(path) for path in down if len(path) == reach] if reach else [MoveYeti(())]
        else:
            up = _walks(mountain.above, mountain.names, start, reach)
            known = [MoveYeti(()), *map(MoveYeti, down), *map(MoveYeti, up)]
        mountain.routes[start, reach, exact] = known
    return known


def _walks(
    step: Callable[[int], tuple[int, ...]], names: list[str], start: int, reach: int
) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    frontier: list[tuple[int, tuple[str, ...]]] = [(start, ())]
    for _ in range(reach):
        frontier = [(near, (*path, names[near])) for node, path in frontier for near in step(node)]
        if not frontier:
            break
        found += [path for _, path in frontier]
    return found


def check_route(mountain: Mountain, start: int, reach: int, action: MoveYeti, *, exact: bool) -> None:
    """Raises IllegalAction unless `routes_of` would list the action."""
    route = action.route
    if "top" in route:
        raise IllegalAction("yeti_top")
    if exact and len(route) != reach:
        raise IllegalAction("solo_distance", reach=reach)
    if len(route) > reach:
        raise IllegalAction("yeti_too_far", reach=reach)
    step: Callable[[int], tuple[int, ...]] | None = None
    here = start
    for name in route:
        node = mountain.nodes.get(name, OUT)
        if node == OUT:
            raise IllegalAction("yeti_not_next", node=name)
        if step is None:
            step = mountain.below if node >> 1 > here >> 1 else mountain.above
            if exact and step == mountain.above:
                raise IllegalAction("solo_distance", reach=reach)
        if node not in step(here):
            turned = mountain.above if step == mountain.below else mountain.below
            raise IllegalAction("yeti_turns" if node in turned(here) else "yeti_not_next", node=name)
        here = node


def leaves(mountain: Mountain, start: int, reach: int) -> bool:
    """Solo: whether his distance takes him off the last card (AV-72, AV-73)."""
    return (start >> 1) + reach > mountain.spaces


def walk(s: RaceState, player: int | None, route: tuple[str, ...], log: Log, *, out: bool = False) -> None:
    """Moves him and hits every skier on a space he enters, the mover's too (AV-43, AV-45); not where he
    started (AV-44).
    """
    mountain = s.mountain
    path = [mountain.nodes[name] for name in route]
    start = s.yeti
    if log is not None:
        direction = "stay"
        if out or path:
            direction = "down" if out or path[0] > start else "up"
        log.append(YetiMoved(player, mountain.name(start), route, direction, out))
    if out:
        s.yeti = OUT
        return
    for node in path:
        space = node >> 1
        if mountain.crossing[space] != node:
            continue
        for skier in s.racing:
            if s.at[skier] == space:
                s.hit += (skier,)
                s.rockets[skier] = s.variant.solo
                if log is not None:
                    log.append(YetiHit(skier, mountain.names[node], not s.variant.solo))
    if path:
        s.yeti = path[-1]
    for skier in s.racing:
        if not s.rockets[skier] and skier not in s.hit:
            s.rockets[skier] = True  # out for exactly one round unless hit again (AV-46)
            if log is not None:
                log.append(RocketsRestored(skier))
