"""The race at own pace in which time is a rule: after each step a seat rests for half a second, and a bell ends the
race after ten, whoever is through by then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.games.kernel.contract import IllegalAction, Json, Outcome, Seat, Transition
from app.games.kernel.extensions import Moved
from tests.fake_race import OwnPaceRace, RaceState, RaceView, Step, Stepped, goal

rest_ms = 500
bell_ms = 10_000


@dataclass(frozen=True, slots=True)
class Rested:
    seat: int


@dataclass(frozen=True, slots=True)
class Rang:
    pass


@dataclass(frozen=True, slots=True)
class TimedRaceState(RaceState):
    """`rests`: until when each seat rests, 0 = it does not; `rung`: the bell has gone."""

    rests: tuple[int, ...] = ()
    rung: bool = False


class TimedRace(OwnPaceRace):
    """Implements `Timed` besides."""

    key = "timed_race"
    bell = bell_ms

    def start(self, options: Sequence[str], seats: int, seed: bytes) -> Transition:
        begun = super().start(options, seats, seed)
        return Transition(TimedRaceState(begun.state.steps, (), (0,) * seats), begun.events)

    def waiting_on(self, state: Any) -> tuple[Seat, ...]:
        if state.rung:
            return ()
        return tuple(i for i, steps in enumerate(state.steps) if steps < goal and not state.rests[i])

    def outcome(self, state: Any) -> Outcome | None:
        through = all(steps == goal for steps in state.steps)
        return Outcome(state.ranks[:1], "first_in" if through else "bell") if through or state.rung else None

    def apply(self, state: RaceState, seat: Seat, action: Any) -> Transition:
        raise NotImplementedError("time is a rule here")

    def apply_at(self, state: TimedRaceState, seat: Seat, action: Any, at: int) -> Transition:
        caught_up = self.tick(state, at)
        state = caught_up.state
        if not self.is_legal(state, seat, action):
            raise IllegalAction("rung" if state.rung else "rests")
        stepped = super().apply(state, seat, action)
        after = stepped.state
        if after.steps[seat] < goal:
            rests = tuple(at + rest_ms if i == seat else rest for i, rest in enumerate(state.rests))
            after = replace(after, rests=rests)
        return Transition(after, (*caught_up.events, *stepped.events))

    def tick(self, state: TimedRaceState, at: int) -> Transition:
        events: list[Any] = []
        while (timer := self.next_timer(state)) is not None and timer <= at:
            if timer == self.bell:
                state = replace(state, rung=True)
                events.append(Rang())
                continue
            seat = state.rests.index(timer)
            state = replace(state, rests=tuple(0 if i == seat else r for i, r in enumerate(state.rests)))
            events.append(Rested(seat))
        return Transition(state, tuple(events))

    def next_timer(self, state: TimedRaceState) -> int | None:
        if self.outcome(state):
            return None
        return min([self.bell, *(rest for rest in state.rests if rest)])

    def fold(self, view: RaceView, events: Sequence[Any]) -> RaceView:
        return super().fold(view, [event for event in events if isinstance(event, Stepped)])

    def encode_state(self, state: Any) -> Json:
        return super().encode_state(state) | {"rests": list(state.rests), "rung": state.rung}

    def decode_state(self, raw: Mapping[str, Any]) -> TimedRaceState:
        return TimedRaceState(tuple(raw["steps"]), tuple(raw["ranks"]), tuple(raw["rests"]), rung=raw["rung"])

    def open_position(self, state: RaceState) -> Json:
        assert isinstance(state, TimedRaceState)
        return self.encode_state(state)

    def encode_event(self, event: Any) -> Json:
        match event:
            case Rested(seat):
                return {"type": "rested", "seat": seat}
            case Rang():
                return {"type": "rang"}
            case _:
                return super().encode_event(event)

    def decode_event(self, raw: Mapping[str, Any]) -> Any:
        match raw["type"]:
            case "rested":
                return Rested(raw["seat"])
            case "rang":
                return Rang()
            case _:
                return super().decode_event(raw)

    def positions(
        self, options: Sequence[str], seats: int, seed: bytes, actions: Sequence[Any], deck_hash: str
    ) -> tuple[Sequence[tuple[int, Json]], Any]:
        assert deck_hash == ""
        state = first = self.start(options, seats, seed).state
        for step in actions:
            assert isinstance(step, Moved)
            if step.seat is None:
                state = self.tick(state, step.at).state
            else:
                assert step.action == Step()
                state = self.apply_at(state, step.seat, step.action, step.at).state
        return [(0, self.open_position(first))], state
