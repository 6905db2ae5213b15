"""One action at a table: is it the seat's to make, has it been made before, and what follows. Pure, given
the log.

Guarded by decision: two people choosing at once do not reject each other, and what is meant for a decision
that is over changes nothing. A repeat, by key or by the same choice, gets its first answer again, even after
the reveal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from app.games.kernel.contract import Game, IllegalAction, Json, MalformedAction
from app.tables.errors import Illegal, Malformed, StaleDecision, Unfit
from app.tables.model import Actor, Acts, Answer, SeatRow, Status, Table
from app.tables.ports import Due, Entry

most_decisions = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat at its table, with the game as it stands."""

    table: Table
    game: Game
    state: Any = field(repr=False)
    seat: SeatRow


@dataclass(frozen=True, slots=True)
class Played:
    """What an action led to. `next_decision`: the one the game waits for now, None = it is over."""

    state: Any = field(repr=False)
    events: tuple[Any, ...]
    next_decision: int | None


def read_action(game: Game, raw: Any) -> Any:
    """The action a message means. Raises Malformed with the game's reason."""
    try:
        return game.decode_action(raw)
    except MalformedAction as refused:
        raise Malformed(refused.reason, **refused.params) from None


def repeated(
    earlier: Sequence[Entry], seat: int, decision: int, key: str | None, action: Json
) -> Answer | None:
    """The answer this action has had already. Only the seat's latest choice counts as the same: A, B, A is a
    change. Raises Unfit(key_used) for another choice under a key: its answer would say that it had been taken.
    """
    entry = next((e for e in earlier if key is not None and e.key == key), None)
    if entry is not None and (entry.decision, entry.action) != (decision, action):
        raise Unfit("key_used")
    if entry is None:
        latest = [e for e in earlier if e.seat == seat and e.decision == decision]
        entry = latest[-1] if latest and latest[-1].action == action else None
    if entry is None or entry.answer is None:
        return None
    return msgspec.convert(entry.answer, Answer)


def play(sitting: Sitting, actor: Actor, decision: int, action: Any, earlier: Sequence[Entry]) -> Played:
    """Applies the action. Raises Unfit: not_started, bot_acts, bot_decided; StaleDecision; Illegal;
    Malformed.
    """
    table, game, state, seat = sitting.table, sitting.game, sitting.state, sitting.seat
    if table.status is Status.LOBBY:
        raise Unfit("not_started")
    current = game.decision(state) if table.status is Status.PLAYING else None
    if decision != current:
        raise StaleDecision(decision, current)
    if actor is Actor.HUMAN:
        if seat.acts is Acts.BOT:
            raise Unfit("bot_acts")
        # A seat's bot, or its clock, and its owner never both act for one decision.
        others = (Actor.BOT, Actor.CLOCK)
        if any(e.seat == seat.index and e.decision == decision and e.actor in others for e in earlier):
            raise Unfit("bot_decided")
    try:
        transition = game.apply(state, seat.index, action)
    except MalformedAction as refused:
        raise Malformed(refused.reason, **refused.params) from None
    except IllegalAction as refused:
        raise Illegal(refused.reason, **refused.params) from None
    over = game.outcome(transition.state) is not None
    return Played(
        transition.state, tuple(transition.events), None if over else game.decision(transition.state)
    )


def bots_due(table: Table, game: Game, state: Any, at: int) -> tuple[Due, ...]:
    """The due rows a table has now: one for each awaited seat for which a bot acts."""
    if state is None or table.status is not Status.PLAYING:
        return ()
    decision = game.decision(state)
    awaited = [seat for seat in game.waiting_on(state) if table.seats[seat].acts is Acts.BOT]
    return tuple(Due(table.id, decision, seat, "bot", at) for seat in awaited)
