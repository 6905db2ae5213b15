"""A small race, every seat at its own pace: who has taken three steps first wins, and whoever is through waits for
nobody. Shares nothing with any real game but the contract.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
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

goal = 3


@dataclass(frozen=True, slots=True)
class Step:
    pass


@dataclass(frozen=True, slots=True)
class Stepped:
    """`at`: the seat has taken so many steps."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class RaceState:
    """`ranks`: seats in the order in which they came in."""

    steps: tuple[int, ...]
    ranks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RaceView:
    """`seat`: whose view it is, None = everybody's; `awaited`: it may step; `over`: all are through."""

    steps: tuple[int, ...]
    seat: int | None = None
    awaited: bool = False
    over: bool = False

    @property
    def number(self) -> int:
        return 1 if self.seat is None else self.steps[self.seat] + 1


class OwnPaceRace:
    """Implements `Game` and `PerSeat`."""

    key = "race"
    rules_version = 1
    min_seats = 1
    max_seats = 4
    options: tuple[Option, ...] = ()
    bot_levels: tuple[str, ...] = ("walker",)

    def figures(self, seats: int) -> int:
        return 1 if seats else 0

    def deck_hash(self) -> str:
        return ""

    def deck_cards(self) -> None:
        return None

    def start(self, options: Sequence[str], seats: int, seed: bytes) -> Transition:
        assert len(seed) == 32
        assert not options
        return Transition(RaceState((0,) * seats), tuple(Stepped(seat, 0) for seat in range(seats)))

    def decision(self, state: RaceState) -> int:
        return 2 if self.outcome(state) else 1

    def decision_of(self, state: RaceState, seat: Seat) -> int:
        return state.steps[seat] + 1

    def waiting_on(self, state: RaceState) -> tuple[Seat, ...]:
        return tuple(seat for seat, steps in enumerate(state.steps) if steps < goal)

    def legal_actions(self, state: RaceState, seat: Seat) -> Sequence[Step]:
        return [Step()] if seat in self.waiting_on(state) else []

    def is_legal(self, state: RaceState, seat: Seat, action: Any) -> bool:
        return action in self.legal_actions(state, seat)

    def apply(self, state: RaceState, seat: Seat, action: Any) -> Transition:
        if not self.is_legal(state, seat, action):
            raise IllegalAction("is_through")
        steps = tuple(one + (place == seat) for place, one in enumerate(state.steps))
        ranks = (*state.ranks, seat) if steps[seat] == goal else state.ranks
        return Transition(replace(state, steps=steps, ranks=ranks), (Stepped(seat, steps[seat]),))

    def view(self, state: RaceState, viewer: Viewer) -> RaceView:
        over = self.outcome(state) is not None
        return RaceView(state.steps, viewer, viewer in self.waiting_on(state), over)

    def fold(self, view: RaceView, events: Sequence[Any]) -> RaceView:
        steps = list(view.steps)
        for event in events:
            steps[event.seat] = event.at
        return RaceView(tuple(steps))

    def outcome(self, state: RaceState) -> Outcome | None:
        return None if self.waiting_on(state) else Outcome(state.ranks[:1], "first_in")

    def open_position(self, state: RaceState) -> Json:
        return {"steps": list(state.steps), "ranks": list(state.ranks)}

    def choose(self, level: str, view: Any, legal: Sequence[Any], draw: Callable[[int], int]) -> Any:
        assert level in self.bot_levels
        assert isinstance(view, RaceView)
        return legal[draw(len(legal))]

    def encode_state(self, state: RaceState) -> Json:
        return {"steps": list(state.steps), "ranks": list(state.ranks)}

    def decode_state(self, raw: Mapping[str, Any]) -> RaceState:
        return RaceState(tuple(raw["steps"]), tuple(raw["ranks"]))

    def encode_action(self, action: Step) -> Json:
        return {"type": type(action).__name__.lower()}

    def decode_action(self, raw: Any) -> Step:
        if raw != {"type": "step"}:
            raise MalformedAction("no_step")
        return Step()

    def encode_event(self, event: Any) -> Json:
        return {"type": "stepped", "seat": event.seat, "at": event.at}

    def decode_event(self, raw: Mapping[str, Any]) -> Any:
        return Stepped(raw["seat"], raw["at"])

    def positions(
        self,
        options: Sequence[str],
        seats: int,
        seed: bytes,
        actions: Sequence[tuple[Seat, Any]],
        deck_hash: str,
    ) -> tuple[Sequence[tuple[int, Json]], Any]:
        assert deck_hash == ""
        state = first = self.start(options, seats, seed).state
        for seat, action in actions:
            state = self.apply(state, seat, action).state
        return [(0, self.open_position(first))], state

    def opened(self, position: Mapping[str, Any], deck_hash: str) -> RaceView:
        assert deck_hash == ""
        return RaceView(tuple(position["steps"]))
