"""All of a game that is over, laid open: what `export` writes and replays are made of.

The platform's part is here: who played, what was drawn from which seed, and every action. A game that has an
interchange form of its own adds it by a method `record`.
"""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from app.games.kernel.contract import Game, Json, Seat
from app.games.kernel.extensions import Moved, Timed
from app.tables.errors import Unfit
from app.tables.model import Acts, Status
from app.tables.ports import LogEntry, StoredTable
from app.tables.seeds import seed_of

record_format = "yeti-mountain-record/1"


@runtime_checkable
class Recorder(Protocol):
    """What a game may have besides the contract: its own form of a whole game."""

    def record(
        self,
        options: Sequence[str],
        seats: int,
        seed: bytes,
        actions: Sequence[tuple[Seat, Any]],
        deck_hash: str,
    ) -> Json:
        """The game from its seed and its actions in order, as JSON of the game's interchange format."""
        ...


def record_of(stored_table: StoredTable, game: Game, log: Sequence[LogEntry]) -> Json:
    """Plain JSON. Seed, secret, contributions in hex; `at` in epoch ms; `final` = the open last position.

    Raises Unfit(not_over): before the end a record would show hands, deck and seed.
    """
    table = stored_table.table
    if table.status is not Status.OVER or stored_table.state is None:
        raise Unfit("not_over")
    seed = seed_of(stored_table.secret, stored_table.contributions)
    state = game.decode_state(stored_table.state)
    outcome = game.outcome(state)
    record: Json = {
        "format": record_format,
        "table": table.id,
        "game": table.game,
        "rules_version": table.rules_version,
        "deck_hash": table.deck_hash,
        "options": list(table.options),
        "seats": [
            {"name": seat.name, "bot": seat.bot_level if seat.acts is Acts.BOT else None}
            for seat in table.seats
        ],
        "secret": stored_table.secret.hex(),
        "commitment": table.commitment,
        "contributions": [part.hex() for part in stored_table.contributions],
        "seed": seed.hex(),
        "actions": [
            {
                "number": entry.number,
                "decision": entry.decision,
                "seat": entry.seat,
                "actor": entry.actor,
                "action": entry.action,
                "at": entry.at,
            }
            | ({} if entry.moment is None else {"moment": entry.moment})
            for entry in log
            if entry.action is not None or _by_clock(entry)
        ],
        "winners": None if outcome is None else list(outcome.winners),
        "reason": None if outcome is None else outcome.reason,
        "final": game.open_position(state),
    }
    if isinstance(game, Recorder):
        actions = actions_of(game, log)
        record["record"] = game.record(table.options, len(table.seats), seed, actions, table.deck_hash)
    return record


def steps_in(log: Sequence[LogEntry]) -> list[LogEntry]:
    """The entries a game is played again by: actions, and what time has done."""
    return [e for e in log if (e.action is not None and e.seat is not None) or _by_clock(e)]


def actions_of(game: Game, log: Sequence[LogEntry]) -> list[Any]:
    """Seat and action, decoded, in the order they were taken; `Moved` steps where time is a rule."""
    if isinstance(game, Timed):
        return [
            Moved(e.seat, None if e.action is None else game.decode_action(e.action), e.moment or 0)
            for e in steps_in(log)
        ]
    return [(e.seat, game.decode_action(e.action)) for e in steps_in(log)]


def _by_clock(entry: LogEntry) -> bool:
    """Whether it is what time alone has done."""
    return entry.seat is None and entry.moment is not None
