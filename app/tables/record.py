"""All of a game that is over, laid open: what `export` writes and replays are made of.

The platform's part is here: who played, what was drawn from which seed, and every action. A game that has an
interchange form of its own adds it by a method `record`.
"""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from app.games.kernel.contract import Game, Json, Seat
from app.tables.errors import Unfit
from app.tables.model import Acts, Status
from app.tables.ports import Drawer, Entry
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


def record_of(drawer: Drawer, game: Game, log: Sequence[Entry]) -> Json:
    """Plain JSON. Seed, secret, contributions in hex; `at` in epoch ms; `final` = the open last position.

    Raises Unfit(not_over): before the end a record would show hands, deck and seed.
    """
    table = drawer.table
    if table.status is not Status.OVER or drawer.state is None:
        raise Unfit("not_over")
    seed = seed_of(drawer.secret, drawer.contributions)
    state = game.decode_state(drawer.state)
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
        "secret": drawer.secret.hex(),
        "commitment": table.commitment,
        "contributions": [part.hex() for part in drawer.contributions],
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
            for entry in log
            if entry.action is not None
        ],
        "winners": None if outcome is None else list(outcome.winners),
        "reason": None if outcome is None else outcome.reason,
        "final": game.open_position(state),
    }
    if isinstance(game, Recorder):
        actions = actions_of(game, log)
        record["record"] = game.record(table.options, len(table.seats), seed, actions, table.deck_hash)
    return record


def actions_of(game: Game, log: Sequence[Entry]) -> list[tuple[Seat, Any]]:
    """Seat and action, decoded, in the order they were taken."""
    return [
        (entry.seat, game.decode_action(entry.action))
        for entry in log
        if entry.action is not None and entry.seat is not None
    ]
