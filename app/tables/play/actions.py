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

from app.games.kernel.contract import Game, IllegalAction, Json, MalformedAction, Transition
from app.games.kernel.extensions import Timed, number_for
from app.tables.errors import Illegal, Malformed, StaleDecision, Unfit
from app.tables.model import Actor, Acts, Answer, SeatRow, Status, Table
from app.tables.ports import LogEntry

most_decisions = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat at its table, with the game as it stands. `moment`: table time of its action, where time is a rule."""

    table: Table
    game: Game
    state: Any = field(repr=False)
    seat: SeatRow
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """The result of an action. `next_decision`: the one the seat stands at now, None = the game is over."""

    transition: Transition = field(repr=False)
    next_decision: int | None


def read_action(game: Game, raw: Any) -> Any:
    """The action a message means. Raises Malformed with the game's reason."""
    try:
        return game.decode_action(raw)
    except MalformedAction as refused:
        raise Malformed(refused.reason, **refused.params) from None


def repeated(
    earlier: Sequence[LogEntry], seat: int, decision: int, key: str | None, action: Json
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


def play(sitting: Sitting, actor: Actor, decision: int, action: Any, earlier: Sequence[LogEntry]) -> Played:
    """Applies the action. Raises Unfit: not_started, bot_acts, bot_decided; StaleDecision; Illegal;
    Malformed.
    """
    table, game, state, seat = sitting.table, sitting.game, sitting.state, sitting.seat
    if table.status is Status.LOBBY:
        raise Unfit("not_started")
    present = state
    if isinstance(game, Timed) and sitting.moment is not None and table.status is Status.PLAYING:
        # What time has ended by now takes no action any more, though no alarm has rung yet.
        present = game.tick(state, sitting.moment).state
    current = number_for(game, present, seat.index) if table.status is Status.PLAYING else None
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
        if isinstance(game, Timed) and sitting.moment is not None:
            transition = game.apply_at(state, seat.index, action, sitting.moment)
        else:
            transition = game.apply(state, seat.index, action)
    except MalformedAction as refused:
        raise Malformed(refused.reason, **refused.params) from None
    except IllegalAction as refused:
        raise Illegal(refused.reason, **refused.params) from None
    over = game.outcome(transition.state) is not None
    upcoming = None if over else number_for(game, transition.state, seat.index)
    return Played(transition, upcoming)
