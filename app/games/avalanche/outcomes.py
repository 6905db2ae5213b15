"""What the others may do in a round, as chances: what everybody at a table could reckon. Not here: what a bot makes of
it (`carver.py`).

Rivals are taken as careful players were counted to play: mostly single cards, 3 and 4 above all. How the pairs spread
over their sums is an estimate.
"""

from functools import lru_cache

SPEEDS = {
    1: 0.04, 2: 0.11, 3: 0.25, 4: 0.31, 5: 0.20,
    6: 0.03, 7: 0.02, 8: 0.02, 9: 0.01, 10: 0.01,
}  # fmt: skip
"""How often a rival comes with this speed; above 5 it is two cards."""

JUMPS = 0.54
"""How often a rival whose rockets are ready jumps."""


@lru_cache(maxsize=4096)
def crash_chance(speed: int, known: int, rivals: int, limit: int | None) -> float:
    """Chance that a skier of this speed crashes: the total is above the limit, and nobody is faster (AV-07, AV-08).
    `known`: the total of speeds one knows besides (an own second skier, if it is no faster).
    """
    if limit is None:
        return 0.0
    totals = {speed + known: 1.0}
    for _ in range(rivals):
        after: dict[int, float] = {}
        for total, chance in totals.items():
            for rival, often in SPEEDS.items():
                if rival <= speed:
                    after[total + rival] = after.get(total + rival, 0.0) + chance * often
        totals = after
    return sum(chance for total, chance in totals.items() if total > limit)


@lru_cache(maxsize=64)
def jumps_chance(rivals: int, at_least: int) -> float:
    """Chance that so many of the rivals with ready rockets jump: each quickens the avalanche (AV-38)."""
    if at_least <= 0:
        return 1.0
    chances = [1.0]
    for _ in range(rivals):
        chances = [
            (chances[n] * (1 - JUMPS) if n < len(chances) else 0.0) + (chances[n - 1] * JUMPS if n else 0.0)
            for n in range(len(chances) + 1)
        ]
    return sum(chances[at_least:])


def faster_chance(speed: int) -> float:
    """Chance that one rival is faster."""
    return sum(often for rival, often in SPEEDS.items() if rival > speed)
