"""The course of the game: from one decision to the next, turn by turn, to the end (YT-10 to YT-12, YT-25, YT-27,
YT-37, YT-38, YT-45).

`take` changes the state it is given: callers hand in a copy of their own.
"""

from app.games.kernel.contract import BadSetup, IllegalAction
from app.games.kernel.stream import Stream
from app.games.yeti import dice, evaluation
from app.games.yeti.actions import DiceAction, KeepDice, MendTray, SpendTurn, TurnSnow
from app.games.yeti.events import (
    ChoiceOpened,
    DiceGameOver,
    DiceGameStarted,
    DiceRoundStarted,
    EvaluationStarted,
    TurnEnded,
    TurnPhase,
    TurnStarted,
    WeatherChanged,
)
from app.games.yeti.parts import MAX_SEATS, MIN_SEATS, SNOW, Parts
from app.games.yeti.reasons import why_not
from app.games.yeti.state import DiceLog, DiceState

WEATHERS = ("weather", "weather_bad", "weather_good")
SIDES = {True: "good", False: "bad"}


def new_game(parts: Parts, players: int, options: tuple[str, ...], seed: bytes, log: DiceLog) -> DiceState:
    """The first state, its first throw on the table (YT-41). Raises BadSetup."""
    if not MIN_SEATS <= players <= MAX_SEATS:
        raise BadSetup("seats", seats=players, fewest=MIN_SEATS, most=MAX_SEATS)
    check_options(options)
    s = DiceState(parts, players, tuple(sorted(options)), Stream(seed))
    s.first, s.stream = s.stream.below(players)
    s.weather = _weather(s)
    for place in range(parts.given[players]):
        s.held[(s.first + 1 + place) % players] = 1
    if log is not None:
        sides = tuple([(tile, SIDES[good]) for tile, good in s.weather])
        log.append(DiceGameStarted(s.first, tuple(s.held), sides))
    _begin_round(s, log)
    return s


def check_options(options: tuple[str, ...]) -> None:
    """Raises BadSetup: unknown_option, option_group (YT-39)."""
    for option in options:
        if option not in WEATHERS:
            raise BadSetup("unknown_option", option=option)
    if len(set(options)) > 1:
        raise BadSetup("option_group", option=sorted(options)[1])


def _weather(s: DiceState) -> tuple[tuple[int, bool], ...]:
    if not s.options:
        return ()
    tiles = sorted(s.parts.weather)
    good = set(tiles) if s.options[0] == "weather_good" else set()
    if s.options[0] == "weather":
        order, s.stream = s.stream.shuffled(tiles)
        good = set(order[: len(order) // 2])
    stack, s.stream = s.stream.shuffled(tiles)
    return tuple([(tile, tile in good) for tile in stack])


def legal_actions(s: DiceState) -> list[DiceAction]:
    """All choices of the seat whose turn it is, in a stable order; [] when the game is over."""
    if s.phase is TurnPhase.KEEP:
        return list(dice.keeps(s))
    if s.phase is TurnPhase.MEND:
        return dice.mends(s)
    if s.phase is TurnPhase.TURN:
        return list(evaluation.TURNS)
    if s.phase is TurnPhase.SPEND:
        return list(evaluation.spends(s))
    return []


PHASE_OF = {
    KeepDice: TurnPhase.KEEP,
    MendTray: TurnPhase.MEND,
    TurnSnow: TurnPhase.TURN,
    SpendTurn: TurnPhase.SPEND,
}


def check(s: DiceState, seat: int, action: DiceAction) -> None:
    """Raises IllegalAction: over, not_your_turn, wrong_phase, or what is wrong with the choice."""
    if s.phase is TurnPhase.OVER:
        raise IllegalAction("over")
    if seat != s.turn:
        raise IllegalAction("not_your_turn", seat=s.turn)
    if PHASE_OF.get(type(action)) is not s.phase:
        raise IllegalAction("wrong_phase", phase=s.phase.value)
    if action not in legal_actions(s):
        raise why_not(s, action)


def take(s: DiceState, action: DiceAction, log: DiceLog) -> None:
    """Carries out a legal choice and plays on to the next decision or the end."""
    match action:
        case KeepDice():
            _after_keep(s, dice.keep(s, action, log, forced=False), log)
        case MendTray(use="done"):
            _evaluate(s, log)
        case MendTray():
            dice.mend(s, action, log)
            _settle_mend(s, log)
        case TurnSnow():
            evaluation.turn_snow(s, action, log)
            _settle_spend(s, log)
        case SpendTurn():
            evaluation.spend(s, action, log)
            _end_turn(s, log)


def open_choice(s: DiceState, phase: TurnPhase, log: DiceLog) -> None:
    s.phase = phase
    s.decision += 1
    if log is not None:
        log.append(ChoiceOpened(s.decision, phase))


def _begin_round(s: DiceState, log: DiceLog) -> None:
    s.round += 1
    if log is not None:
        log.append(DiceRoundStarted(s.round))
    if s.weather:
        (old, good), *rest = s.weather
        s.weather = (*rest, (old, not good))
        tile, side = s.weather[0]
        if log is not None:
            log.append(WeatherChanged(old, SIDES[not good], tile, SIDES[side], s.in_force()))
    _begin_turn(s, s.first, log)


def _begin_turn(s: DiceState, seat: int, log: DiceLog) -> None:
    back, s.held[seat] = s.held[seat], 0
    number = s.parts.dice - sum(s.held)
    s.turn, s.before = seat, s.points[seat]
    s.tray, s.used, s.snow = [0] * 5, (), 0
    if log is not None:
        log.append(TurnStarted(seat, number, back))
    _after_keep(s, number, log)


def _after_keep(s: DiceState, left: int, log: DiceLog) -> None:
    """Throws what is left; what has one legal choice is carried out at once (YT-04, YT-37)."""
    while left:
        s.roll = dice.throw(s, left, log)
        choices = dice.keeps(s)
        if len(choices) > 1:
            open_choice(s, TurnPhase.KEEP, log)
            return
        left = dice.keep(s, choices[0], log, forced=True)
    _settle_mend(s, log)


def _settle_mend(s: DiceState, log: DiceLog) -> None:
    if len(dice.mends(s)) > 1:
        open_choice(s, TurnPhase.MEND, log)
    else:
        _evaluate(s, log)


def _evaluate(s: DiceState, log: DiceLog) -> None:
    s.snow = s.tray[SNOW]
    if log is not None:
        log.append(EvaluationStarted(tuple(s.tray)))
    if s.snow > s.parts.snow_limit:
        evaluation.blizzard(s, log)
    if s.snow >= s.parts.snow_limit and s.in_force() != "hard_frost":
        open_choice(s, TurnPhase.TURN, log)
    else:
        _settle_spend(s, log)


def _settle_spend(s: DiceState, log: DiceLog) -> None:
    choices = evaluation.spends(s)
    if len(choices) > 1:
        open_choice(s, TurnPhase.SPEND, log)
    else:
        evaluation.spend(s, choices[0], log)
        _end_turn(s, log)


def _end_turn(s: DiceState, log: DiceLog) -> None:
    if log is not None:
        log.append(TurnEnded(s.turn, s.points[s.turn] - s.before))
    following = (s.turn + 1) % s.players
    if following != s.first:
        _begin_turn(s, following, log)
    elif s.final or s.round >= s.parts.last_round:
        _end(s, log)
    else:
        _begin_round(s, log)


def _end(s: DiceState, log: DiceLog) -> None:
    """Most points, then the higher sum of tile values, then they share (YT-25, YT-46)."""
    values = tuple([sum(tile.value for tile in s.tiles_of(seat)) for seat in range(s.players)])
    most = max(s.points)
    leaders = [seat for seat in range(s.players) if s.points[seat] == most]
    best = max(values[seat] for seat in leaders)
    s.winners = tuple([seat for seat in leaders if values[seat] == best])
    if not s.final:
        s.reason = "rounds"
    elif len(s.winners) > 1:
        s.reason = "shared"
    else:
        s.reason = "points" if len(leaders) == 1 else "equipment"
    s.phase = TurnPhase.OVER
    s.roll, s.tray, s.used, s.snow = (), [0] * 5, (), 0
    if log is not None:
        log.append(DiceGameOver(s.winners, s.reason, tuple(s.points), values))
