"""Whether an avalanche would wall somebody in (YM-06)."""

from app.games.yeti_mountain.kit import Spot
from app.games.yeti_mountain.state import SLOPE, YETI, ClimbState, beside


def keeps_ways_open(s: ClimbState, avalanche: Spot) -> bool:
    """Every climber still has a walk to a column beyond all cards, the new avalanche counted as one."""
    columns = [column for _level, column in (*s.cards, avalanche)]
    edges = (min(columns) - 1, max(columns) + 1)
    return all(has_open_way(s, seat, avalanche, edges) for seat in range(s.players))


def has_open_way(s: ClimbState, seat: int, avalanche: Spot, edges: tuple[int, int]) -> bool:
    """From the climber's card over slopes, yetis with its own marker and empty slope-level spots, beside to beside."""
    start = s.at[seat]
    seen, rest = {start}, [start]
    while rest:
        spot = rest.pop()
        if not edges[0] < spot[1] < edges[1]:
            return True
        for near in beside(spot):
            if near not in seen and near != avalanche and passable(s, seat, near):
                seen.add(near)
                rest.append(near)
    return False


def passable(s: ClimbState, seat: int, spot: Spot) -> bool:
    card = s.cards.get(spot)
    if card is None:
        return 1 <= spot[0] <= s.summit and spot[0] not in s.kit.yeti_levels
    return card.kind == SLOPE or (card.kind == YETI and seat in card.friends)
