"""Avalanche as the kernel's `Game`: the one way by which everybody else plays it."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.games.avalanche import bots, codec, motion
from app.games.avalanche.actions import Action
from app.games.avalanche.deck import canonical, deck_by_hash, standard
from app.games.avalanche.events import Event, Phase, SelectionLocked, SelectionTakenBack
from app.games.avalanche.fold import fold
from app.games.avalanche.heats import new_game
from app.games.avalanche.legal import check, legal_actions
from app.games.avalanche.position import position_of
from app.games.avalanche.record import RULES_VERSION, record_of
from app.games.avalanche.replay import open_view_of, positions_of
from app.games.avalanche.rounds import take
from app.games.avalanche.state import RaceState
from app.games.avalanche.variant import OPTIONS, variant_of
from app.games.avalanche.view import open_view, private_view, public_view
from app.games.avalanche.views import OpenView, PrivateView, PublicView
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


class Avalanche:
    key = "avalanche"
    rules_version = RULES_VERSION
    min_seats = 1
    max_seats = 5
    options: tuple[Option, ...] = OPTIONS
    bot_levels: tuple[str, ...] = bots.LEVELS
    usual_bot_level: str = bots.USUAL

    def figures(self, seats: int) -> int:
        """Two players lead two skiers each (AV-61)."""
        return 2 if seats == 2 else 1

    def deck_hash(self) -> str:
        return standard.hash

    def deck_cards(self) -> Json:
        """The cards as their hash is taken: list of cards in id order under `cards`."""
        return {"cards": json.loads(canonical(standard.cards))}

    def start(self, options: Sequence[str], seats: int, seed: bytes) -> Transition:
        if len(seed) != SEED_BYTES:
            raise BadSetup("seed", size=len(seed))
        log: list[Event] = []
        state = new_game(standard, variant_of(seats, options), seed, log)
        return Transition(state, tuple(log))

    def decision(self, state: RaceState) -> int:
        return state.decision

    def waiting_on(self, state: RaceState) -> tuple[Seat, ...]:
        return state.awaited

    def legal_actions(self, state: RaceState, seat: Seat) -> Sequence[Action]:
        return legal_actions(state, seat)

    def is_legal(self, state: RaceState, seat: Seat, action: Action) -> bool:
        try:
            check(state, seat, action)
        except IllegalAction:
            return False
        return True

    def apply(self, state: RaceState, seat: Seat, action: Action) -> Transition:
        check(state, seat, action)
        new = state.clone()
        log: list[Event] = []
        take(new, seat, action, log)
        return Transition(new, tuple(log), concerns=_concerns(new, log))

    def view(self, state: RaceState, viewer: Viewer) -> PublicView | PrivateView:
        return public_view(state) if viewer is None else private_view(state, viewer)

    def open_view(self, state: RaceState) -> OpenView:
        return open_view(state)

    def fold(self, view: PublicView, events: Sequence[Event]) -> PublicView:
        return fold(view, events)

    def motion_ms(self, events: Sequence[Event]) -> int:
        """How long the table shows these events, in ms; see `motion.py`."""
        return motion.motion_ms(events)

    def outcome(self, state: RaceState) -> Outcome | None:
        if state.phase is not Phase.OVER or state.winners is None:
            return None
        return Outcome(state.winners, state.reason or "")

    def open_position(self, state: RaceState) -> Json:
        return position_of(state)

    def record(
        self,
        options: Sequence[str],
        seats: int,
        seed: bytes,
        actions: Sequence[tuple[Seat, Action]],
        deck_hash: str,
    ) -> Json:
        """The whole game in the interchange form (docs/rules/interchange.md), from the deck it was played with."""
        return record_of(options, seats, seed, actions, deck_by_hash(deck_hash))

    def positions(
        self,
        options: Sequence[str],
        seats: int,
        seed: bytes,
        actions: Sequence[tuple[Seat, Action]],
        deck_hash: str,
    ) -> tuple[Sequence[tuple[int, Json]], RaceState]:
        """See `kernel.contract.Replayable`."""
        return positions_of(options, seats, seed, actions, deck_by_hash(deck_hash))

    def opened(self, position: Mapping[str, Any], deck_hash: str) -> OpenView:
        """One of these positions."""
        return open_view_of(position, deck_by_hash(deck_hash))

    def choose(
        self,
        level: str,
        view: PrivateView,
        legal: Sequence[Action],
        draw: Callable[[int], int],
    ) -> Action:
        return bots.choose(level, view, legal, draw)

    def encode_state(self, state: RaceState) -> Json:
        return codec.encode_state(state)

    def decode_state(self, raw: Mapping[str, Any]) -> RaceState:
        return codec.decode_state(raw)

    def encode_action(self, action: Action) -> Json:
        return codec.encode_action(action)

    def decode_action(self, raw: Any) -> Action:
        return codec.decode_action(raw)

    def encode_event(self, event: Event) -> Json:
        return codec.encode_event(event)

    def decode_event(self, raw: Mapping[str, Any]) -> Event:
        return codec.decode_event(raw)


def _concerns(after: RaceState, log: Sequence[Event]) -> tuple[Seat, ...] | None:
    """A selection that is not the last one, and one taken back, change nothing of those who still choose: everybody
    else is shown whom they wait for.
    """
    if len(log) != 1 or not isinstance(log[0], SelectionLocked | SelectionTakenBack):
        return None
    return tuple([seat for seat in range(after.variant.players) if seat not in after.awaited])
