"""Throwing, setting aside and mending: everything of a turn before its evaluation (YT-01 to YT-06, YT-19, YT-28,
YT-34, YT-37, YT-42, YT-43).
"""

from itertools import combinations

from app.games.yeti.actions import DiceAction, KeepDice, MendTray
from app.games.yeti.events import DiceKept, DiceRolled, LookedAgain, SnowRerolled, SteppedBack
from app.games.yeti.parts import FACES, KINDS, SNOW
from app.games.yeti.state import DiceLog, DiceState
from app.games.yeti.track import fall_back, retreat

second_look_cost = 2
few_snow = (1, 2)
"""With so many Snow in the tray shovel and thaw can be used (YT-19, YT-28)."""


class WrongThrow(ValueError):
    """A known throw does not have the number of dice that are to be thrown."""


def throw(s: DiceState, number: int, log: DiceLog) -> tuple[int, ...]:
    """So many dice, from the known throws or the stream (YT-41)."""
    if s.queue:
        faces, s.queue = s.queue[0], s.queue[1:]
        if len(faces) != number:
            raise WrongThrow(f"a throw of {number} dice is due, {len(faces)} are given")
    else:
        stream, thrown = s.stream, []
        for _ in range(number):
            side, stream = stream.below(len(s.parts.die))
            thrown.append(s.parts.die[side])
        s.stream, faces = stream, tuple(thrown)
    if log is not None:
        log.append(DiceRolled(tuple([FACES[face] for face in faces])))
    return faces


def keeps(s: DiceState) -> list[KeepDice]:
    """Every set of kinds that may be set aside from this throw; () means the Snow alone."""
    kinds = [kind for number, kind in enumerate(KINDS) if number in s.roll]
    snow = SNOW in s.roll
    most = 2 if s.effect_of(s.turn, "second_type") is not None else 1
    if s.in_force() == "calm_air":
        most = len(kinds)
    fewest = 0 if snow else 1
    return [
        KeepDice(chosen)
        for size in range(fewest, min(most, len(kinds)) + 1)
        for chosen in combinations(kinds, size)
    ]


def keep(s: DiceState, action: KeepDice, log: DiceLog, *, forced: bool) -> int:
    """Sets dice aside; how many are left to throw."""
    counts = [s.roll.count(FACES.index(kind)) for kind in action.kinds]
    snow = s.roll.count(SNOW)
    for kind, count in zip(action.kinds, counts, strict=True):
        s.tray[FACES.index(kind)] += count
    s.tray[SNOW] += snow
    left = len(s.roll) - sum(counts) - snow
    s.roll = ()
    if log is not None:
        log.append(DiceKept(action.kinds, tuple(counts), snow, forced))
    return left


def mends(s: DiceState) -> list[DiceAction]:
    """What may be used before the evaluation, `done` last; `done` alone is never asked."""
    found: list[DiceAction] = []
    weather = s.in_force()
    if s.tray[SNOW] in few_snow:
        if "shovel" not in s.used and s.effect_of(s.turn, "reroll_snow") is not None:
            found.append(MendTray("shovel"))
        if "thaw" not in s.used and weather == "thaw":
            found.append(MendTray("thaw"))
    if weather == "second_look" and "second_look" not in s.used and s.points[s.turn] >= second_look_cost:
        found += [
            MendTray("second_look", old, new)
            for place, old in enumerate(FACES)
            if s.tray[place]
            for new in FACES
            if new != old
        ]
    return [*found, MendTray("done")]


def mend(s: DiceState, action: MendTray, log: DiceLog) -> None:
    """One use of shovel, thaw or second look."""
    s.used = (*s.used, action.use)
    if action.use == "second_look":
        _look_again(s, FACES.index(action.old or ""), FACES.index(action.new or ""), log)
        return
    number = 1 if action.use == "shovel" else s.tray[SNOW]
    s.tray[SNOW] -= number
    faces = throw(s, number, None)
    for face in faces:
        s.tray[face] += 1
    if log is not None:
        log.append(SnowRerolled(action.use, tuple([FACES[face] for face in faces])))


def _look_again(s: DiceState, old: int, new: int, log: DiceLog) -> None:
    s.tray[old] -= 1
    s.tray[new] += 1
    lost, over = fall_back(s, s.turn, second_look_cost)
    if log is not None:
        log.append(LookedAgain(FACES[old], FACES[new]))
        log.append(SteppedBack(s.turn, lost, s.points[s.turn], "second_look"))
    if over:
        retreat(s, s.turn, log)
