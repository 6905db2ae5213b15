"""A small trade: in turn a seat offers any number of coins, the next one takes them or not. Every offer is legal up to
what the seat has; only a few are listed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
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
from tests.fakes import Numbers

rounds = 3


@dataclass(frozen=True, slots=True)
class Offer:
    coins: int


@dataclass(frozen=True, slots=True)
class Reply:
    takes: bool


@dataclass(frozen=True, slots=True)
class Traded:
    """`coins`: how many went from `seat` to the next one."""

    seat: int
    coins: int


@dataclass(frozen=True, slots=True)
class TradeState:
    decision: int
    turn: int
    purses: tuple[int, ...]
    offer: int | None = None


@dataclass(frozen=True, slots=True)
class TradeView:
    """`awaited`: the seat has to offer or to reply."""

    number: int
    purses: tuple[int, ...]
    offer: int | None
    seat: int | None
    awaited: bool
    over: bool


class Trade(Numbers):
    """Implements `Game`, `Defaulting`, `Paced` and `Replayable`."""

    key = "trade"
    min_seats = 2
    max_seats = 4
    options: tuple[Option, ...] = ()
    bot_levels = ("fair",)

    def start(self, options: Sequence[str], seats: int, seed: bytes) -> Transition:
        assert (len(options), len(seed)) == (0, 32)
        return Transition(TradeState(1, 0, (1000,) * seats), ())

    def decision(self, state: Any) -> int:
        return state.decision

    def waiting_on(self, state: Any) -> tuple[Seat, ...]:
        if self.outcome(state):
            return ()
        return ((state.turn + (state.offer is not None)) % len(state.purses),)

    def legal_actions(self, state: Any, seat: Seat) -> Iterator[Any]:
        """One after the other, without an end while there is anything to offer: whoever lists all never comes back."""
        if seat not in self.waiting_on(state):
            return
        if state.offer is None:
            yield from cycle((Offer(1), Offer(10)))
        else:
            yield from (Reply(True), Reply(False))

    def is_legal(self, state: Any, seat: Seat, action: Any) -> bool:
        if seat not in self.waiting_on(state):
            return False
        if state.offer is not None:
            return isinstance(action, Reply)
        return isinstance(action, Offer) and 0 < action.coins <= state.purses[seat]

    def apply(self, state: Any, seat: Seat, action: Any) -> Transition:
        if not self.is_legal(state, seat, action):
            raise IllegalAction("no_such_trade")
        if isinstance(action, Offer):
            return Transition(replace(state, decision=state.decision + 1, offer=action.coins), ())
        coins = (state.offer or 0) if action.takes else 0
        purses = list(state.purses)
        purses[state.turn % len(purses)] -= coins
        purses[seat] += coins
        after = TradeState(state.decision + 1, state.turn + 1, tuple(purses))
        return Transition(after, (Traded(state.turn % len(purses), coins),))

    def default(self, state: TradeState, seat: Seat) -> Any:
        assert seat in self.waiting_on(state)
        return Offer(1) if state.offer is None else Reply(False)

    def share(self, state: TradeState) -> float:
        return 1 if state.offer is None else 0.35

    def view(self, state: Any, viewer: Viewer) -> Any:
        over, awaited = self.outcome(state) is not None, viewer in self.waiting_on(state)
        return TradeView(state.decision, state.purses, state.offer, viewer, awaited, over)

    def outcome(self, state: Any) -> Outcome | None:
        if state.turn < rounds:
            return None
        return Outcome(tuple(i for i, p in enumerate(state.purses) if p == max(state.purses)), "richest")

    def open_position(self, state: Any) -> Json:
        return self.encode_state(state)

    def choose(self, level: str, view: Any, legal: Sequence[Any], draw: Callable[[int], int]) -> Any:
        assert level in self.bot_levels
        assert isinstance(view, TradeView)
        assert draw(1) == 0
        return legal[0]  # takes whatever is offered: a clock must not do that

    def encode_state(self, state: Any) -> Json:
        return {
            "decision": state.decision,
            "turn": state.turn,
            "purses": list(state.purses),
            "offer": state.offer,
        }

    def decode_state(self, raw: Mapping[str, Any]) -> TradeState:  # type: ignore[override]
        return TradeState(raw["decision"], raw["turn"], tuple(raw["purses"]), raw["offer"])

    def encode_action(self, action: Any) -> Json:
        if isinstance(action, Offer):
            return {"type": "offer", "coins": action.coins}
        return {"type": "reply", "takes": action.takes}

    def decode_action(self, raw: Any) -> Any:
        match raw:
            case {"type": "offer", "coins": int(coins)}:
                return Offer(coins)
            case {"type": "reply", "takes": bool(takes)}:
                return Reply(takes)
        raise MalformedAction("no_trade")

    def encode_event(self, event: Any) -> Json:
        return {"type": "traded", "seat": event.seat, "coins": event.coins}

    def decode_event(self, raw: Mapping[str, Any]) -> Any:
        return Traded(raw["seat"], raw["coins"])

    def positions(
        self, options: Sequence[str], seats: int, seed: bytes, actions: Sequence[Any], deck_hash: str
    ) -> tuple[Sequence[tuple[int, Json]], Any]:
        """One for each offer."""
        assert deck_hash == ""
        state = self.start(options, seats, seed).state
        found = []
        for count, (seat, action) in enumerate(actions):
            if state.offer is None:
                found.append((count, self.open_position(state)))
            state = self.apply(state, seat, action).state
        return found, state

    def opened(self, position: Mapping[str, Any], deck_hash: str) -> TradeView:
        assert deck_hash == ""
        view: TradeView = self.view(self.decode_state(position), None)
        return view
