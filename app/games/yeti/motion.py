"""How long the story of a step takes to be shown, from its events alone. Nominal: one reader's own speed changes
nothing for the others. The table's clock waits for it, so that nobody loses time to watching.
"""

from collections.abc import Callable, Sequence
from typing import Any

from app.games.yeti import events as e

level_ms = 420
point_ms = 90
points_at_most_ms = 900
step_ms = 130

patience_ms = 6_000
"""A story longer than that goes faster, twice as fast at most."""

_steady: dict[type, int] = {
    e.WeatherChanged: 900,
    e.DiceRolled: 1_160,  # the dice fall, and slide into their groups
    e.DiceKept: 420,
    e.SnowRerolled: 800,
    e.LookedAgain: 800,
    e.SnowTurned: 500,
    e.PhotoTaken: 1_100,
    e.TileBought: 900,
    e.PeakReached: 900,
    e.CampPitched: 500,
    e.WeatherScored: 500,
    e.LastRoundCalled: 1_400,
    e.YetiRetreated: 700,
    e.DiceGameOver: 1_800,
}

_varying: dict[type, Callable[[Any], int]] = {
    e.BlizzardCame: lambda event: 1_300 + step_ms * (event.end - event.start),
    e.LevelClimbed: lambda event: level_ms * (event.end - event.start),
    e.FootprintsScored: lambda event: min(points_at_most_ms, point_ms * event.points),
}


def length_ms(event: Any) -> int:
    """What an event adds to the story; 0 = it is told by what comes with it."""
    varying = _varying.get(type(event))
    return varying(event) if varying else _steady.get(type(event), 0)


def motion_ms(events: Sequence[Any]) -> int:
    """The whole story of one transition."""
    whole = sum(length_ms(event) for event in events)
    return whole if whole <= patience_ms else max(patience_ms, whole // 2)
