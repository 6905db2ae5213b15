"""Taking actions at a held table, from people, bots and clocks, by the one same path."""

from dataclasses import replace
from typing import Any

from app.games.kernel.contract import Game, Json
from app.tables import clocks
from app.tables.absence import with_seat
from app.tables.desk import Change, Desk, Logged
from app.tables.errors import NotSeated, StaleDecision
from app.tables.model import Actor, Answer, Table
from app.tables.play import Played, Sitting, most_decisions, play, read_action, repeated
from app.tables.ports import Due, Held
from app.tables.start import status_of


async def act(desk: Desk, table_id: str, player: str, decision: int, *, key: str | None, raw: Any) -> Answer:
    """A person's action; see `Tables.act`."""
    given: list[Answer] = []

    async def decide(held: Held, game: Game, state: Any) -> Change | None:
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
        played = play(Sitting(table, game, state, seat), Actor.HUMAN, decision, action, earlier)
        answer = Answer(table.version + 1, decision, played.next_decision)
        given.append(answer)
        logged = Logged(decision, played.events, seat.index, Actor.HUMAN, seat_key, encoded, answer)
        table = with_seat(table, replace(seat, missed=0, proposed_by=None))
        return _change(table, game, played, logged)

    await desk.change(table_id, decide)
    return given[0]


async def act_for(desk: Desk, due: Due, action: Any) -> bool:
    """The action of a bot, or of a clock that ran out, for a due row, which goes with it. False: it has been
    done already, or was called off.

    Raises Illegal if the bot chose what it may not; the row stays then.
    """
    done: list[bool] = []
    actor = Actor.CLOCK if due.kind == clocks.kind else Actor.BOT

    async def decide(held: Held, game: Game, state: Any) -> Change | None:
        table = held.table
        if actor is Actor.CLOCK and (table.deadline_at is None or table.deadline_at > desk.clock()):
            # The clock was stopped or put back since the row was claimed.
            return None
        if not await held.take_due(due.decision, due.seat, due.kind):
            return None
        seat = table.seats[due.seat]
        played = play(Sitting(table, game, state, seat), actor, due.decision, action, ())
        done.append(True)
        answer = Answer(table.version + 1, due.decision, played.next_decision)
        encoded: Json = game.encode_action(action)
        logged = Logged(due.decision, played.events, seat.index, actor, None, encoded, answer)
        if actor is Actor.CLOCK:
            table = with_seat(table, clocks.after_the_clock(seat, game))
        return _change(table, game, played, logged, by_human=False)

    await desk.change(due.table_id, decide)
    return bool(done)


def _change(table: Table, game: Game, played: Played, logged: Logged, *, by_human: bool = True) -> Change:
    return Change(replace(table, status=status_of(game, played.state)), played.state, logged, by_human)
