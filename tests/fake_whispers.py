"""Numbers with words that not everybody hears: a note for another seat, which all may read once the game is over, and a
mutter that stays with its seat for ever. Neither shows on anybody else's page. A pick is heard by all, but changes what
its own seat alone is asked.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from app.games.kernel.contract import (
    IllegalAction,
    Json,
    MalformedAction,
    PrivateEvent,
    Seat,
    Transition,
    Viewer,
)
from app.web.front.api import ApiExamples
from app.web.front.game import GameFront
from app.web.plain.api import PlainApi
from app.web.plain.replay import PlainReplay
from app.web.plain.table import PlainTable
from app.web.plain.text import PlainText
from app.web.voice import TablePeople
from tests.fakes import Numbers, NumbersState, NumbersView, Pick
from tests.numbers_front import NumbersInWords, NumbersWords

word_form = re.compile(r"[a-z]{1,20}")


@dataclass(frozen=True, slots=True)
class Note:
    """`to`: a seat; its own for a mutter."""

    to: int
    word: str


@dataclass(frozen=True, slots=True)
class Noted:
    """What the writer and the reader of a note hear."""

    seat: int
    to: int
    word: str


@dataclass(frozen=True, slots=True)
class WhispersState(NumbersState):
    """`notes`: writer, reader and word, oldest first."""

    notes: tuple[tuple[int, int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class WhispersView(NumbersView):
    """`notes`: those this seat has written or been given."""

    notes: tuple[tuple[int, int, str], ...] = ()


class Whispers(Numbers):
    """Implements `Game`; its private actions concern those alone who hear of them. Replayable."""

    key = "whispers"

    def start(self, options: Sequence[str], seats: int, seed: bytes) -> Transition:
        begun = super().start(options, seats, seed)
        return Transition(WhispersState(**asdict(begun.state)), begun.events)

    def is_legal(self, state: NumbersState, seat: Seat, action: Any) -> bool:
        if isinstance(action, Note):
            return self.outcome(state) is None and action.to < len(state.picks)
        return super().is_legal(state, seat, action)

    def apply(self, state: NumbersState, seat: Seat, action: Any) -> Transition:
        if not isinstance(action, Note):
            picked = super().apply(state, seat, action)
            still = picked.state.decision == state.decision
            return replace(picked, concerns=(seat,)) if still else picked
        assert isinstance(state, WhispersState)
        if not self.is_legal(state, seat, action):
            raise IllegalAction("nobody_there")
        ears = tuple(sorted({seat, action.to}))
        heard = PrivateEvent(Noted(seat, action.to, action.word), ears, opens=seat != action.to)
        after = replace(state, notes=(*state.notes, (seat, action.to, action.word)))
        return Transition(after, (), (heard,), concerns=ears)

    def view(self, state: NumbersState, viewer: Viewer) -> WhispersView:
        assert isinstance(state, WhispersState)
        mine = tuple(note for note in state.notes if viewer in note[:2])
        return WhispersView(**asdict(super().view(state, viewer)), notes=mine)

    def encode_state(self, state: NumbersState) -> Json:
        assert isinstance(state, WhispersState)
        return super().encode_state(state) | {"notes": [list(note) for note in state.notes]}

    def decode_state(self, raw: Mapping[str, Any]) -> WhispersState:
        notes = tuple((writer, reader, word) for writer, reader, word in raw["notes"])
        return WhispersState(**asdict(super().decode_state(raw)), notes=notes)

    def encode_action(self, action: Any) -> Json:
        if isinstance(action, Note):
            return {"type": "note", "to": action.to, "word": action.word}
        return super().encode_action(action)

    def decode_action(self, raw: Any) -> Any:
        match raw:
            case {"type": "note", "to": int(to), "word": str(word)} if to >= 0 and word_form.fullmatch(word):
                return Note(to, word)
            case {"type": "note"}:
                raise MalformedAction("no_note")
        return super().decode_action(raw)

    def encode_event(self, event: Any) -> Json:
        if isinstance(event, Noted):
            return {"type": "noted", "seat": event.seat, "to": event.to, "word": event.word}
        return super().encode_event(event)

    def decode_event(self, raw: Mapping[str, Any]) -> Any:
        if raw["type"] == "noted":
            return Noted(raw["seat"], raw["to"], raw["word"])
        return super().decode_event(raw)

    def positions(
        self, options: Sequence[str], seats: int, seed: bytes, actions: Sequence[Any], deck_hash: str
    ) -> tuple[Sequence[tuple[int, Json]], Any]:
        assert deck_hash == ""
        state = first = self.start(options, seats, seed).state
        for seat, action in actions:
            assert isinstance(action, Note | Pick)
            state = self.apply(state, seat, action).state
        return [(0, self.open_position(first))], state

    def opened(self, position: Mapping[str, Any], deck_hash: str) -> NumbersView:
        assert deck_hash == ""
        return NumbersView(1, (), tuple(position["sums"]), None)


class WhispersInWords(NumbersInWords):
    def sentence(self, event: Any, people: TablePeople) -> str:
        if isinstance(event, Noted):
            return f"{people.names[event.seat]} to {people.names[event.to]}: {event.word}"
        return super().sentence(event, people)


table = PlainTable(Whispers(), WhispersInWords())

whispers_front = GameFront(
    game=table.game,
    words=NumbersWords(),
    table=table,
    text=PlainText(table),
    replay=PlainReplay(table),
    api=PlainApi(
        table,
        asdict,
        ApiExamples(
            option="long",
            bot_level="low",
            action={"type": "note", "to": 1, "word": "hush"},
            event={"type": "noted", "seat": 0, "to": 1, "word": "hush"},
            sentence="Mira to Otto: hush",
            reason="sum",
        ),
    ),
)
