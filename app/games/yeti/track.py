"""Markers on the points trail and the yeti: forward, back, and who calls the last round. Not here: why they move."""

from app.games.yeti.events import LastRoundCalled, YetiRetreated
from app.games.yeti.state import DiceLog, DiceState


def advance(s: DiceState, seat: int, points: int) -> int:
    """Moves a marker forward; gives the new total. What follows from it is told by `called` (the cause's event comes
    first).
    """
    s.points[seat] += points
    return s.points[seat]


def called(s: DiceState, seat: int, log: DiceLog) -> None:
    """The last round, if the marker now stands on or past the yeti (YT-11)."""
    if not s.final and s.points[seat] >= s.yeti:
        s.final = True
        if log is not None:
            log.append(LastRoundCalled(seat))


def fall_back(s: DiceState, seat: int, points: int) -> tuple[int, bool]:
    """Moves a marker back, not below 0: how many points it lost, and whether the yeti goes back behind it (YT-35)."""
    old = s.points[seat]
    lost = min(points, old)
    s.points[seat] = old - lost
    return lost, old >= s.yeti >= s.points[seat] and lost > 0


def retreat(s: DiceState, seat: int, log: DiceLog) -> None:
    """The yeti is set one space behind the marker."""
    s.yeti = s.points[seat] - 1
    if log is not None:
        log.append(YetiRetreated(s.yeti))


def flee(s: DiceState, steps: int) -> tuple[int, bool]:
    """How far the yeti comes: to which space, and whether a marker ahead stops him (YT-09)."""
    goal = s.yeti + steps
    nearest = min((points for points in s.points if points > s.yeti), default=None)
    if nearest is not None and nearest <= goal:
        return nearest - 1, True
    return goal, False
