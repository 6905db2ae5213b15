"""From a lobby to a game: do the seats and options fit, is everybody ready, and the first state."""

from dataclasses import dataclass, field, replace
from typing import Any

from app.games.kernel.contract import BadSetup, Game
from app.tables.chairs import released
from app.tables.errors import NotReady, Unfit
from app.tables.lobby import by_host, in_lobby
from app.tables.model import Status, Table


@dataclass(frozen=True, slots=True)
class Started:
    table: Table
    state: Any = field(repr=False)
    events: tuple[Any, ...]


def start(table: Table, game: Game, player: str, seed: bytes, *, even_unready: bool) -> Started:
    """Host only. `seed`: 32 bytes. Raises Unfit: already_started, too_few_seats, too_many_seats,
    option_seats (option, seats) or the game's own reason; NotReady with the names of those who are not,
    unless the host has confirmed.
    """
    by_host(table, player)
    in_lobby(table)
    if even_unready:
        # Confirmed: the race starts without those whose chairs are only held.
        table = released(table)
    seats = len(table.seats)
    if seats < game.min_seats:
        raise Unfit("too_few_seats", least=game.min_seats)
    if seats > game.max_seats:
        raise Unfit("too_many_seats", most=game.max_seats)
    for option in game.options:
        if option.key in table.options and seats not in option.seats:
            raise Unfit("option_seats", option=option.key, seats=seats)
    unready = tuple(s.name for s in table.seats if not s.ready and s.player not in (None, table.host))
    if unready and not even_unready:
        raise NotReady(unready)
    try:
        transition = game.start(table.options, seats, seed)
    except BadSetup as refused:
        raise Unfit(refused.reason, **refused.params) from None
    begun = replace(
        table,
        status=status_of(game, transition.state),
        rules_version=game.rules_version,
        seats=tuple(replace(seat, index=i) for i, seat in enumerate(table.seats)),
    )
    return Started(begun, transition.state, transition.events)


def status_of(game: Game, state: Any) -> Status:
    return Status.PLAYING if game.outcome(state) is None else Status.OVER
