"""Yeti Mountain as the kernel's `Game`: the one door through which everybody else plays it."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.games.kernel.contract import (
    BadSetup,
    IllegalAction,
    Json,
    Option,
    Outcome,
    Seat,
    Transition,
    Viewer,
)
from app.games.kernel.stream import SEED_BYTES
from app.games.yeti_mountain import codec, record
from app.games.yeti_mountain.actions import ClimbAction
from app.games.yeti_mountain.climb import new_game, take
from app.games.yeti_mountain.events import ClimbEvent, ClimbPhase
from app.games.yeti_mountain.fold import fold
from app.games.yeti_mountain.kit import MAX_SEATS, MIN_SEATS, OPTIONS, kit_by_hash, standard
from app.games.yeti_mountain.legal import check, legal_actions
from app.games.yeti_mountain.position import GAME, position_of
from app.games.yeti_mountain.state import ClimbState
from app.games.yeti_mountain.views import ClimbView, SeatClimbView, public_view


class YetiMountainGame:
    key = GAME
    rules_version = record.RULES_VERSION
    min_seats = MIN_SEATS
    max_seats = MAX_SEATS
    options: tuple[Option, ...] = tuple(
        Option(key, frozenset(range(MIN_SEATS, MAX_SEATS + 1))) for key in OPTIONS
    )
    bot_levels: tuple[str, ...] = ("random",)

    def figures(self, seats: int) -> int:
        return 1

    def deck_hash(self) -> str:
        """Of the data file's numbers."""
        return standard.hash

    def deck_cards(self) -> Json:
        return {"numbers": json.loads(standard.numbers)}

    def start(self, options: Sequence[str], seats: int, seed: bytes) -> Transition:
        if len(seed) != SEED_BYTES:
            raise BadSetup("seed", size=len(seed))
        log: list[ClimbEvent] = []
        state = new_game(standard, seats, tuple(options), seed, log)
        return Transition(state, tuple(log))

    def decision(self, state: ClimbState) -> int:
        return state.decision

    def waiting_on(self, state: ClimbState) -> tuple[Seat, ...]:
        return () if state.awaited is None else (state.awaited,)

    def legal_actions(self, state: ClimbState, seat: Seat) -> Sequence[ClimbAction]:
        return legal_actions(state) if seat == state.awaited else []

    def is_legal(self, state: ClimbState, seat: Seat, action: ClimbAction) -> bool:
        try:
            check(state, seat, action)
        except IllegalAction:
            return False
        return True

    def apply(self, state: ClimbState, seat: Seat, action: ClimbAction) -> Transition:
        check(state, seat, action)
        new = state.clone()
        log: list[ClimbEvent] = []
        take(new, action, log)
        return Transition(new, tuple(log))

    def view(self, state: ClimbState, viewer: Viewer) -> ClimbView | SeatClimbView:
        public = public_view(state)
        return public if viewer is None else SeatClimbView(public, viewer)

    def fold(self, view: ClimbView, events: Sequence[ClimbEvent]) -> ClimbView:
        return fold(view, events)

    def outcome(self, state: ClimbState) -> Outcome | None:
        if state.phase is not ClimbPhase.OVER or state.winners is None:
            return None
        return Outcome(state.winners, state.reason or "")

    def open_position(self, state: ClimbState) -> Json:
        return position_of(state)

    def record(
        self,
        options: Sequence[str],
        seats: int,
        seed: bytes,
        actions: Sequence[tuple[Seat, ClimbAction]],
        deck_hash: str,
    ) -> Json:
        """The whole game in the interchange form, with the kit it was played with."""
        return record.record_of(options, seats, seed, actions, kit_by_hash(deck_hash))

    def positions(
        self,
        options: Sequence[str],
        seats: int,
        seed: bytes,
        actions: Sequence[tuple[Seat, ClimbAction]],
        deck_hash: str,
    ) -> tuple[Sequence[tuple[int, Json]], ClimbState]:
        """See `kernel.contract.Replayable`: one position a turn."""
        return record.positions_of(options, seats, seed, actions, kit_by_hash(deck_hash))

    def opened(self, position: Mapping[str, Any], deck_hash: str) -> ClimbView:
        return record.opened(position, kit_by_hash(deck_hash))

    def choose(
        self,
        level: str,
        view: SeatClimbView,
        legal: Sequence[ClimbAction],
        draw: Callable[[int], int],
    ) -> ClimbAction:
        """Raises ValueError for a level that does not exist."""
        if level not in self.bot_levels:
            raise ValueError(f"no bot of level {level!r}")
        return legal[draw(len(legal))]

    def encode_state(self, state: ClimbState) -> Json:
        return codec.encode_state(state)

    def decode_state(self, raw: Mapping[str, Any]) -> ClimbState:
        return codec.decode_state(raw)

    def encode_action(self, action: ClimbAction) -> Json:
        return codec.encode_action(action)

    def decode_action(self, raw: Any) -> ClimbAction:
        return codec.decode_action(raw)

    def encode_event(self, event: ClimbEvent) -> Json:
        return codec.encode_event(event)

    def decode_event(self, raw: Mapping[str, Any]) -> ClimbEvent:
        return codec.decode_event(raw)
