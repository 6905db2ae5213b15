"""Yeti as the kernel's `Game`: the one door through which everybody else plays it."""

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
from app.games.yeti import bots, codec, record
from app.games.yeti.actions import DiceAction
from app.games.yeti.events import DiceEvent, TurnPhase
from app.games.yeti.fold import fold
from app.games.yeti.motion import motion_ms
from app.games.yeti.parts import MAX_SEATS, MIN_SEATS, parts_by_hash, standard
from app.games.yeti.position import GAME, position_of
from app.games.yeti.state import DiceState
from app.games.yeti.turn import WEATHERS, check, legal_actions, new_game, take
from app.games.yeti.view import public_view
from app.games.yeti.views import DiceView, SeatDiceView


class YetiGame:
    key = GAME
    rules_version = record.RULES_VERSION
    min_seats = MIN_SEATS
    max_seats = MAX_SEATS
    options: tuple[Option, ...] = tuple(
        Option(key, frozenset(range(MIN_SEATS, MAX_SEATS + 1)), group="weather_tiles") for key in WEATHERS
    )
    bot_levels: tuple[str, ...] = bots.LEVELS

    def figures(self, seats: int) -> int:
        return 1

    def deck_hash(self) -> str:
        """Of the data file's numbers: the dice game has no cards, but parts that may change."""
        return standard.hash

    def deck_cards(self) -> Json:
        return {"numbers": json.loads(standard.numbers)}

    def start(self, options: Sequence[str], seats: int, seed: bytes) -> Transition:
        if len(seed) != SEED_BYTES:
            raise BadSetup("seed", size=len(seed))
        log: list[DiceEvent] = []
        state = new_game(standard, seats, tuple(options), seed, log)
        return Transition(state, tuple(log))

    def decision(self, state: DiceState) -> int:
        return state.decision

    def waiting_on(self, state: DiceState) -> tuple[Seat, ...]:
        return () if state.phase is TurnPhase.OVER else (state.turn,)

    def legal_actions(self, state: DiceState, seat: Seat) -> Sequence[DiceAction]:
        return legal_actions(state) if seat == state.turn else []

    def is_legal(self, state: DiceState, seat: Seat, action: DiceAction) -> bool:
        try:
            check(state, seat, action)
        except IllegalAction:
            return False
        return True

    def apply(self, state: DiceState, seat: Seat, action: DiceAction) -> Transition:
        check(state, seat, action)
        new = state.clone()
        log: list[DiceEvent] = []
        take(new, action, log)
        return Transition(new, tuple(log))

    def view(self, state: DiceState, viewer: Viewer) -> DiceView | SeatDiceView:
        public = public_view(state)
        return public if viewer is None else SeatDiceView(public, viewer)

    def fold(self, view: DiceView, events: Sequence[DiceEvent]) -> DiceView:
        return fold(view, events)

    def outcome(self, state: DiceState) -> Outcome | None:
        if state.phase is not TurnPhase.OVER or state.winners is None:
            return None
        return Outcome(state.winners, state.reason or "")

    def motion_ms(self, events: Sequence[DiceEvent]) -> int:
        """See `kernel.contract.Moving`."""
        return motion_ms(events)

    def open_position(self, state: DiceState) -> Json:
        return position_of(state)

    def record(
        self, options: Sequence[str], seats: int, seed: bytes, actions: Sequence[tuple[Seat, DiceAction]],
        deck_hash: str,
    ) -> Json:  # fmt: skip
        """The whole game in the interchange form, with the parts it was played with."""
        return record.record_of(options, seats, seed, actions, parts_by_hash(deck_hash))

    def positions(
        self, options: Sequence[str], seats: int, seed: bytes, actions: Sequence[tuple[Seat, DiceAction]],
        deck_hash: str,
    ) -> tuple[Sequence[tuple[int, Json]], DiceState]:  # fmt: skip
        """See `kernel.contract.Replayable`: one position a turn."""
        return record.positions_of(options, seats, seed, actions, parts_by_hash(deck_hash))

    def opened(self, position: Mapping[str, Any], deck_hash: str) -> DiceView:
        return record.opened(position, parts_by_hash(deck_hash))

    def choose(
        self, level: str, view: SeatDiceView, legal: Sequence[DiceAction], draw: Callable[[int], int]
    ) -> DiceAction:
        return bots.choose(level, view.public, legal, draw)

    def encode_state(self, state: DiceState) -> Json:
        return codec.encode_state(state)

    def decode_state(self, raw: Mapping[str, Any]) -> DiceState:
        return codec.decode_state(raw)

    def encode_action(self, action: DiceAction) -> Json:
        return codec.encode_action(action)

    def decode_action(self, raw: Any) -> DiceAction:
        return codec.decode_action(raw)

    def encode_event(self, event: DiceEvent) -> Json:
        return codec.encode_event(event)

    def decode_event(self, raw: Mapping[str, Any]) -> DiceEvent:
        return codec.decode_event(raw)
