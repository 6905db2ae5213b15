"""Dice by turns, with chance in the middle of a turn: throw as often as you dare, and keep what you have thrown; a 1
loses all of the turn. A turn has a limit, and each decision in it another. Whoever is late has the die thrown for them;
when the whole turn is used up, nothing of it counts. Who gives up is passed over from then on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from app.games.kernel.contract import (
    IllegalAction,
    Json,
    MalformedAction,
    Option,
    Outcome,
    Seat,
    Transition,
    Viewer,
)
from app.games.kernel.extensions import Moved
from app.games.kernel.options import value_of
from app.games.kernel.stream import Stream

pace = Option("pace", frozenset({2, 3, 4}), values=("calm", "brisk"))
limits_ms = {"calm": (8_000, 20_000), "brisk": (300, 800)}
"""By the option's value: how long a decision may take, and how long a turn."""


@dataclass(frozen=True, slots=True)
class Throw:
    pass


@dataclass(frozen=True, slots=True)
class Keep:
    pass


@dataclass(frozen=True, slots=True)
class GiveUp:
    pass


@dataclass(frozen=True, slots=True)
class Thrown:
    """`by_clock`: the seat was late."""

    seat: int
    eyes: int
    by_clock: bool = False


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """`kept`: what the turn brought; `why`: kept, one, late or gave_up."""

    seat: int
    kept: int
    why: str


@dataclass(frozen=True, slots=True)
class DiceState:
    """`turn` counts from 0; `points`: of this turn; `until`: when its decision and the turn itself run out, table time;
    `limits`: see `limits_ms`; `out`: who has given up.
    """

    decision: int
    turn: int
    scores: tuple[int, ...]
    points: int
    until: tuple[int, int]
    limits: tuple[int, int]
    out: tuple[int, ...]
    stream: Stream


@dataclass(frozen=True, slots=True)
class DiceView:
    """Everything but the dice to come. `turn_of`: the seat that throws, None when the game is over."""

    decision: int
    turn: int
    scores: tuple[int, ...]
    points: int
    turn_of: int | None
    out: tuple[int, ...]
    seat: int | None = None

    @property
    def number(self) -> int:
        return self.decision

    @property
    def awaited(self) -> bool:
        return self.seat is not None and self.seat == self.turn_of

    @property
    def over(self) -> bool:
        return self.turn_of is None


class Dice:
    """Implements `Game`, `Timed`, `Dropping` and `Replayable`."""

    key = "dice"
    turns_each = 2
    rules_version = 1
    min_seats = 2
    max_seats = 4
    options: tuple[Option, ...] = (pace,)
    bot_levels: tuple[str, ...] = ("careful",)

    def figures(self, seats: int) -> int:
        assert self.min_seats <= seats <= self.max_seats or seats
        return 1

    def deck_hash(self) -> str:
        return ""

    def deck_cards(self) -> None:
        return None

    def start(self, options: Sequence[str], seats: int, seed: bytes) -> Transition:
        limits = limits_ms[value_of(options, pace)]
        return Transition(DiceState(1, 0, (0,) * seats, 0, limits, limits, (), Stream(seed)), ())

    def decision(self, state: DiceState) -> int:
        return state.decision

    def waiting_on(self, state: DiceState) -> tuple[Seat, ...]:
        return () if self.outcome(state) else (state.turn % len(state.scores),)

    def legal_actions(self, state: DiceState, seat: Seat) -> Sequence[Any]:
        if seat not in self.waiting_on(state):
            return []
        return [Throw(), Keep()] if state.points else [Throw()]

    def is_legal(self, state: DiceState, seat: Seat, action: Any) -> bool:
        gives_up = action == GiveUp() and seat in self.waiting_on(state)
        return gives_up or action in self.legal_actions(state, seat)

    def apply(self, state: Any, seat: Seat, action: Any) -> Transition:
        raise NotImplementedError("time is a rule here")

    def apply_at(self, state: DiceState, seat: Seat, action: Any, at: int) -> Transition:
        caught_up = self.tick(state, at)
        if not self.is_legal(caught_up.state, seat, action):
            raise IllegalAction("not_your_throw")
        match action:
            case Throw():
                done = _thrown(caught_up.state, at, by_clock=False)
            case Keep():
                done = _ended(caught_up.state, at, caught_up.state.points, "kept")
            case _:
                out = (*caught_up.state.out, seat)
                done = _ended(replace(caught_up.state, out=out), at, 0, "gave_up")
        return Transition(done.state, (*caught_up.events, *done.events))

    def tick(self, state: DiceState, at: int) -> Transition:
        events: list[Any] = []
        while (timer := self.next_timer(state)) is not None and timer <= at:
            late = timer == state.until[1]
            done = _ended(state, timer, 0, "late") if late else _thrown(state, timer, by_clock=True)
            state = done.state
            events += done.events
        return Transition(state, tuple(events))

    def next_timer(self, state: DiceState) -> int | None:
        return None if self.outcome(state) else min(state.until)

    def dropped(self, state: DiceState, seat: Seat) -> Any:
        assert seat in self.waiting_on(state)
        return GiveUp()

    def view(self, state: DiceState, viewer: Viewer) -> DiceView:
        turn_of = next(iter(self.waiting_on(state)), None)
        return DiceView(state.decision, state.turn, state.scores, state.points, turn_of, state.out, viewer)

    def fold(self, view: Any, events: Sequence[Any]) -> Any:
        raise NotImplementedError

    def outcome(self, state: DiceState) -> Outcome | None:
        seats = len(state.scores)
        if state.turn < self.turns_each * seats and len(state.out) < seats - 1:
            return None
        left = [seat for seat in range(seats) if seat not in state.out]
        best = max(state.scores[seat] for seat in left)
        return Outcome(tuple(seat for seat in left if state.scores[seat] == best), "points")

    def open_position(self, state: DiceState) -> Json:
        return self.encode_state(state)

    def choose(self, level: str, view: Any, legal: Sequence[Any], draw: Callable[[int], int]) -> Any:
        assert level in self.bot_levels
        assert isinstance(view, DiceView)
        assert draw(1) == 0
        return legal[-1]  # keeps as soon as it may

    def encode_state(self, state: DiceState) -> Json:
        raw = asdict(state) | {"stream": [state.stream.seed.hex(), state.stream.position]}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in raw.items()}

    def decode_state(self, raw: Mapping[str, Any]) -> DiceState:
        fields = {name: tuple(value) if isinstance(value, list) else value for name, value in raw.items()}
        seed, position = raw["stream"]
        return DiceState(**fields | {"stream": Stream(bytes.fromhex(seed), position)})

    def encode_action(self, action: Any) -> Json:
        return {"type": {Throw: "throw", Keep: "keep", GiveUp: "give_up"}[type(action)]}

    def decode_action(self, raw: Any) -> Any:
        match raw:
            case {"type": "throw"}:
                return Throw()
            case {"type": "keep"}:
                return Keep()
            case {"type": "give_up"}:
                return GiveUp()
        raise MalformedAction("no_throw")

    def encode_event(self, event: Any) -> Json:
        return {"type": "thrown" if isinstance(event, Thrown) else "turn_ended"} | asdict(event)

    def decode_event(self, raw: Mapping[str, Any]) -> Any:
        fields = {name: value for name, value in raw.items() if name != "type"}
        return Thrown(**fields) if raw["type"] == "thrown" else TurnEnded(**fields)

    def positions(
        self, options: Sequence[str], seats: int, seed: bytes, actions: Sequence[Any], deck_hash: str
    ) -> tuple[Sequence[tuple[int, Json]], Any]:
        """One for each turn."""
        assert deck_hash == ""
        state = self.start(options, seats, seed).state
        found = [(0, self.open_position(state))]
        for count, step in enumerate(actions, start=1):
            assert isinstance(step, Moved)
            turn = state.turn
            if step.seat is None:
                state = self.tick(state, step.at).state
            else:
                state = self.apply_at(state, step.seat, step.action, step.at).state
            if state.turn != turn and self.outcome(state) is None:
                found.append((count, self.open_position(state)))
        if self.outcome(state) is None:
            raise ValueError("the game is not over")
        return found, state

    def opened(self, position: Mapping[str, Any], deck_hash: str) -> DiceView:
        assert deck_hash == ""
        return self.view(self.decode_state(position), None)


def _thrown(state: DiceState, at: int, *, by_clock: bool) -> Transition:
    """One throw, drawn from the seed in the order of need."""
    seat = state.turn % len(state.scores)
    eyes, stream = state.stream.below(6)
    event = Thrown(seat, eyes + 1, by_clock)
    after = replace(state, stream=stream, points=state.points + eyes + 1)
    if eyes == 0:
        ended = _ended(after, at, 0, "one")
        return Transition(ended.state, (event, *ended.events))
    until = (min(at + state.limits[0], state.until[1]), state.until[1])
    return Transition(replace(after, decision=state.decision + 1, until=until), (event,))


def _ended(state: DiceState, at: int, kept: int, why: str) -> Transition:
    """The turn is over; the next one is that of the next seat that has not given up."""
    seats = len(state.scores)
    seat = state.turn % seats
    scores = tuple(score + kept * (place == seat) for place, score in enumerate(state.scores))
    turn = state.turn + 1
    while turn % seats in state.out and len(state.out) < seats:
        turn += 1
    until = (at + state.limits[0], at + state.limits[1])
    after = replace(state, decision=state.decision + 1, turn=turn, scores=scores, points=0, until=until)
    return Transition(after, (TurnEnded(seat, kept, why),))
