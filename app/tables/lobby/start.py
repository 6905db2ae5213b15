"""From a lobby to a game: do the seats and options fit, is everybody ready, and the first state."""

from dataclasses import dataclass, field, replace
from typing import Any

from app.games.kernel.contract import BadSetup, Game, PrivateEvent
from app.games.kernel.options import conflict, key_of
from app.tables.errors import NotReady, Unfit
from app.tables.lobby.seating import by_host, in_lobby
from app.tables.model import Status, Table
from app.tables.seats.held_seats import released


@dataclass(frozen=True, slots=True)
class Started:
    table: Table
    state: Any = field(repr=False)
    events: tuple[Any, ...]
    private: tuple[PrivateEvent, ...] = field(repr=False, default=())


def start(table: Table, game: Game, player: str, seed: bytes, *, even_unready: bool) -> Started:
    """Host only. `seed`: 32 bytes. Raises Unfit: already_started, too_few_seats, too_many_seats, no_such_option,
    option_group (option), option_seats (option, seats) or the game's own reason; NotReady with the names of those who
    are not, unless the host has confirmed.
    """
    by_host(table, player)
    in_lobby(table)
    if even_unready:
        # Confirmed: the race starts without those whose seats are only held.
        table = released(table, game)
    seats = len(table.seats)
    if seats < game.min_seats:
        raise Unfit("too_few_seats", least=game.min_seats)
    if seats > game.max_seats:
        raise Unfit("too_many_seats", most=game.max_seats)
    unfit = conflict(game.options, table.options)
    if unfit is not None:
        raise Unfit(unfit[0], option=unfit[1])
    chosen = {key_of(choice) for choice in table.options}
    for option in game.options:
        if option.key in chosen and seats not in option.seats:
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
    return Started(begun, transition.state, transition.events, transition.private)


def status_of(game: Game, state: Any) -> Status:
    return Status.PLAYING if game.outcome(state) is None else Status.OVER
