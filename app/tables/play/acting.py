"""Taking actions at a held table, from people, bots and clocks, by the one same path."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from app.games.kernel.contract import Game, Json
from app.games.kernel.extensions import Timed, timer_of
from app.tables.changes import Change, Logged
from app.tables.clocks import deadlines
from app.tables.clocks.table_time import moment_of
from app.tables.errors import Malformed, NotSeated, StaleDecision, Unfit
from app.tables.executor import CommandExecutor
from app.tables.lobby.start import status_of
from app.tables.model import Actor, Answer, Status, Table
from app.tables.play.actions import Played, Sitting, most_decisions, play, read_action, repeated
from app.tables.ports import DueRow, UnitOfWork
from app.tables.seats.absence import with_seat

most_changes = 60
"""Of one seat for one decision: all of them stand in the log for ever, and are played again when the game is over."""

key_form = r"[A-Za-z0-9_.:\-]{1,100}"
"""Of a key that names an action, whoever sends it."""


async def act(
    executor: CommandExecutor, name: str, player: str, decision: int, *, key: str | None, raw: Any
) -> Answer:
    """A person's action at the table of this code; see `Tables.act`. Its time is when it came, not when the table could
    be locked.
    """
    if key is not None and not re.fullmatch(key_form, key):
        raise Malformed("bad_key")
    now = executor.clock()
    table_id = await executor.id_of(name)
    given: list[Answer] = []

    async def decide(held: UnitOfWork, game: Game, state: Any) -> Change | None:
        given.clear()
        table = held.table
        seat = table.seat_of(player)
        if seat is None:
            raise NotSeated
        if not 0 < decision <= most_decisions:
            raise StaleDecision(decision, None)
        action = read_action(game, raw)
        encoded = game.encode_action(action)
        seat_key = None if key is None else f"{seat.index}.{key}"
        earlier = await held.earlier(seat.index, decision, seat_key)
        before = repeated(earlier, seat.index, decision, seat_key, encoded)
        if before is not None:
            given.append(before)
            return None
        changes = sum(e.seat == seat.index and e.decision == decision for e in earlier)
        # A seat that the game waits for may always act: it may have taken its last choice back.
        if changes >= most_changes and seat.index not in awaited_in(table, game, state):
            raise Unfit("changed_often")
        moment = moment_of(table, now)
        played = play(Sitting(table, game, state, seat, moment), Actor.HUMAN, decision, action, earlier)
        answer = Answer(table.version + 1, decision, played.next_decision)
        given.append(answer)
        logged = Logged(decision, seat.index, Actor.HUMAN, seat_key, encoded, answer, moment)
        table = with_seat(table, replace(seat, missed=0, proposed_by=None))
        return _change(table, game, played, logged)

    await executor.change(table_id, decide, is_action=True)
    return given[0]


def awaited_in(table: Table, game: Game, state: Any) -> Sequence[int]:
    """The seats the game waits for."""
    return game.waiting_on(state) if table.status is Status.PLAYING else ()


async def act_for(executor: CommandExecutor, due: DueRow, action: Any) -> bool:
    """The action of a bot, or of a clock that ran out, for a due row, which goes with it. False: it has been
    done already, or was called off.

    Raises Illegal if the bot chose what it may not; the row stays then.
    """
    done: list[bool] = []
    actor = Actor.CLOCK if due.kind == deadlines.kind else Actor.BOT

    async def decide(held: UnitOfWork, game: Game, state: Any) -> Change | None:
        done.clear()
        table = held.table
        if actor is Actor.CLOCK and (table.deadline_at is None or table.deadline_at > executor.clock()):
            # The clock was stopped or put back since the row was claimed.
            return None
        if not await held.take_due(due.decision, due.seat, due.kind):
            return None
        seat = table.seats[due.seat]
        moment = moment_of(table, executor.clock())
        played = play(Sitting(table, game, state, seat, moment), actor, due.decision, action, ())
        done.append(True)
        answer = Answer(table.version + 1, due.decision, played.next_decision)
        encoded: Json = game.encode_action(action)
        logged = Logged(due.decision, seat.index, actor, None, encoded, answer, moment)
        if actor is Actor.CLOCK:
            table = with_seat(table, deadlines.after_the_clock(seat, game, state))
        return _change(table, game, played, logged, by_human=False)

    await executor.change(due.table_id, decide, is_action=True)
    return bool(done)


async def tick(executor: CommandExecutor, table_id: str) -> bool:
    """Lets the rules do what time has done at this table: an entry of the log without seat. False: nothing was due, or
    an action has done it already.
    """
    done: list[bool] = []

    async def decide(held: UnitOfWork, game: Game, state: Any) -> Change | None:
        table = held.table
        moment = moment_of(table, executor.clock())
        timer = timer_of(game, state) if table.status is Status.PLAYING and table.paused_at is None else None
        if timer is None or moment is None or timer > moment or not isinstance(game, Timed):
            return None
        played = Played(game.tick(state, moment), None)
        done.append(True)
        logged = Logged(game.decision(state), actor=Actor.CLOCK, moment=moment)
        return _change(table, game, played, logged, by_human=False)

    await executor.change(table_id, decide)
    return bool(done)


def _change(table: Table, game: Game, played: Played, logged: Logged, *, by_human: bool = True) -> Change:
    moment = table.moment if logged.moment is None else logged.moment
    after = played.transition
    table = replace(table, status=status_of(game, after.state), moment=moment)
    logged = replace(logged, events=tuple(after.events), private=after.private)
    return Change(table, after.state, logged, by_human, concerns=after.concerns)
