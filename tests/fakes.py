"""Stand-ins for our own ports, and a tiny game that shares nothing with any real one but the contract.

Numbers: every seat picks 1, 2 or 3 in secret, and may pick another until the last one has; then all are revealed
and added up. After a few rounds the highest sum wins. The platform must work for it as for any other game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.games.kernel.contract import (
    BadSetup,
    IllegalAction,
    Json,
    MalformedAction,
    Option,
    Outcome,
    Seat,
    Transition,
    Viewer,
)
from app.realtime.heard_versions import HeardVersions
from app.tables.model import Announcement


@dataclass(frozen=True, slots=True)
class Pick:
    number: int


@dataclass(frozen=True, slots=True)
class Begun:
    seats: int


@dataclass(frozen=True, slots=True)
class Locked:
    seat: int


@dataclass(frozen=True, slots=True)
class Revealed:
    picks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NumbersState:
    decision: int
    rounds: int
    seed: str
    picks: tuple[int | None, ...]
    sums: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NumbersView:
    """`seat`: whose view it is, None = everybody's. `own`: what that seat has picked."""

    decision: int
    locked: tuple[int, ...]
    sums: tuple[int, ...]
    own: int | None
    seat: int | None = None
    over: bool = False


class Numbers:
    """Implements `app.games.kernel.contract.Game` and `Replayable`."""

    key = "numbers"
    rules_version = 3
    min_seats = 1
    max_seats = 5
    options = (Option("long", frozenset({1, 2, 3, 4, 5})), Option("crowd", frozenset({3, 4, 5})))
    bot_levels = ("low", "high")

    def figures(self, seats: int) -> int:
        return 2 if seats == 2 else 1

    def deck_hash(self) -> str:
        return ""

    def deck_cards(self) -> None:
        return None

    def start(self, options: Sequence[str], seats: int, seed: bytes) -> Transition:
        if "long" in options and seats == 4:
            raise BadSetup("four_is_not_long", option="long")
        state = NumbersState(1, 5 if "long" in options else 2, seed.hex(), (None,) * seats, (0,) * seats)
        return Transition(state, (Begun(seats),))

    def decision(self, state: NumbersState) -> int:
        return state.decision

    def waiting_on(self, state: NumbersState) -> tuple[Seat, ...]:
        if self.outcome(state):
            return ()
        return tuple(i for i, pick in enumerate(state.picks) if pick is None)

    def legal_actions(self, state: NumbersState, seat: Seat) -> Sequence[Pick]:
        return [] if self.outcome(state) or seat >= len(state.picks) else [Pick(1), Pick(2), Pick(3)]

    def is_legal(self, state: NumbersState, seat: Seat, action: Any) -> bool:
        return action in self.legal_actions(state, seat)

    def apply(self, state: NumbersState, seat: Seat, action: Any) -> Transition:
        if not self.is_legal(state, seat, action):
            raise IllegalAction("no_such_number", number=action.number)
        first = state.picks[seat] is None
        picks = tuple(action.number if i == seat else pick for i, pick in enumerate(state.picks))
        events: tuple[Any, ...] = (Locked(seat),) if first else ()
        if None in picks:
            return Transition(replace(state, picks=picks), events)
        sums = tuple(total + pick for total, pick in zip(state.sums, picks, strict=True))
        after = replace(state, decision=state.decision + 1, picks=(None,) * len(picks), sums=sums)
        return Transition(after, (*events, Revealed(picks)))

    def view(self, state: NumbersState, viewer: Viewer) -> NumbersView:
        locked = tuple(i for i, pick in enumerate(state.picks) if pick is not None)
        own = None if viewer is None else state.picks[viewer]
        return NumbersView(state.decision, locked, state.sums, own, viewer, self.outcome(state) is not None)

    def fold(self, view: Any, events: Sequence[Any]) -> Any:
        raise NotImplementedError

    def outcome(self, state: NumbersState) -> Outcome | None:
        if state.decision <= state.rounds:
            return None
        best = max(state.sums)
        return Outcome(tuple(i for i, total in enumerate(state.sums) if total == best), "sum")

    def open_position(self, state: NumbersState) -> Json:
        return {"round": state.decision, "sums": list(state.sums)}

    def positions(
        self,
        options: Sequence[str],
        seats: int,
        seed: bytes,
        actions: Sequence[tuple[Seat, Any]],
        deck_hash: str,
    ) -> tuple[Sequence[tuple[int, Json]], Any]:
        """One for each round."""
        assert deck_hash == ""
        state = self.start(options, seats, seed).state
        found = [(0, self.open_position(state))]
        for count, (seat, action) in enumerate(actions, start=1):
            decision = state.decision
            state = self.apply(state, seat, action).state
            if state.decision != decision and self.outcome(state) is None:
                found.append((count, self.open_position(state)))
        return found, state

    def opened(self, position: Mapping[str, Any], deck_hash: str) -> NumbersView:
        assert deck_hash == ""
        return NumbersView(position["round"], (), tuple(position["sums"]), None)

    def choose(self, level: str, view: Any, legal: Sequence[Any], draw: Callable[[int], int]) -> Any:
        assert isinstance(view, NumbersView)
        return legal[0] if level == "low" else legal[draw(len(legal))]

    def encode_state(self, state: NumbersState) -> Json:
        return {
            "decision": state.decision,
            "rounds": state.rounds,
            "seed": state.seed,
            "picks": list(state.picks),
            "sums": list(state.sums),
        }

    def decode_state(self, raw: Mapping[str, Any]) -> NumbersState:
        return NumbersState(
            raw["decision"], raw["rounds"], raw["seed"], tuple(raw["picks"]), tuple(raw["sums"])
        )

    def encode_action(self, action: Any) -> Json:
        return {"type": "pick", "number": action.number}

    def decode_action(self, raw: Any) -> Pick:
        if not isinstance(raw, dict) or type(raw.get("number")) is not int:
            raise MalformedAction("not_a_pick")
        return Pick(raw["number"])

    def encode_event(self, event: Any) -> Json:
        match event:
            case Begun(seats):
                return {"type": "begun", "seats": seats}
            case Locked(seat):
                return {"type": "locked", "seat": seat}
            case _:
                return {"type": "revealed", "picks": list(event.picks)}

    def decode_event(self, raw: Mapping[str, Any]) -> Any:
        match raw["type"]:
            case "begun":
                return Begun(raw["seats"])
            case "locked":
                return Locked(raw["seat"])
            case _:
                return Revealed(tuple(raw["picks"]))


class FakeBus:
    """Keeps what was announced, in order."""

    def __init__(self) -> None:
        self.announced: list[Announcement] = []

    def publish(self, announcement: Announcement) -> None:
        self.announced.append(announcement)


class FakePresence:
    """Everybody is here, except who is in `gone`: player -> epoch ms since when. `open`: table id -> players
    whose pages are open at it.
    """

    def __init__(self) -> None:
        self.gone: dict[str, int] = {}
        self.open: dict[str, set[str]] = {}

    def absent_since(self, table_id: str, player: str) -> int | None:
        assert table_id
        return self.gone.get(player)

    def seen(self, table_id: str, player: str) -> None:
        assert table_id
        assert player

    def present(self, table_id: str) -> frozenset[str]:
        return frozenset(self.open.get(table_id, set()) - set(self.gone))

    def tables(self) -> Sequence[str]:
        return tuple(self.open)

    @property
    def heard(self) -> HeardVersions:
        """Nobody listens here: the repository is asked."""
        return HeardVersions()


class FakeClock:
    """Stands still until it is told to go on."""

    def __init__(self, now: int = 1_800_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def pass_ms(self, ms: int) -> None:
        self.now += ms
