"""The race: time that catches up, ready, calls, tea (YS-20 to YS-38). Times of actions and timers are table time in ms.

`act` and `catch_up` change the state they are given: callers hand in a copy of their own.
"""

from dataclasses import replace

from app.games.kernel.contract import IllegalAction
from app.games.yeti_snack import events as e
from app.games.yeti_snack.actions import CallFolds, HandIn, SayReady, SnackAction, TakeTea
from app.games.yeti_snack.events import SnackPhase
from app.games.yeti_snack.hand_in import hand_in
from app.games.yeti_snack.mould import after, satisfies
from app.games.yeti_snack.rounds import end_round
from app.games.yeti_snack.state import OpenCall, SnackLog, SnackState


def next_timer(s: SnackState) -> int | None:
    """When the rules must be looked at next; None = no timer stands."""
    if s.phase is SnackPhase.COUNT:
        return s.reveal_at
    if s.phase is not SnackPhase.RACE or s.reveal_at is None:
        return None
    times = [seat.call.time for seat in s.seats if seat.active and seat.call]
    return s.reveal_at + s.menu.lag_ms + min([*times, s.limit()])


def catch_up(s: SnackState, at: int, log: SnackLog) -> None:
    """Everything due up to `at` happens, in order, each at its own time (YS-38)."""
    while (due := next_timer(s)) is not None and due <= at:
        s.now = due
        if s.phase is SnackPhase.COUNT:
            s.phase = SnackPhase.RACE
            if log is not None:
                log.append(e.SnackRevealed(s.yeti or "", due))
        elif not _open_due(s, due, log):
            # Nobody called in time: the yeti goes hungry, or alone it is his set (YS-33, YS-50).
            end_round(s, (), "time", due, log, yeti=s.solo)
    s.now = max(s.now, at)


def _open_due(s: SnackState, due: int, log: SnackLog) -> bool:
    """Opens one call whose time has come; False if it is the limit that is due. Calls come first (YS-38)."""
    for seat in in_order(s):
        call = s.seats[seat].call
        if call and (s.reveal_at or 0) + call.time + s.menu.lag_ms <= due:
            open_call(s, seat, due, log)
            return True
    return False


def in_order(s: SnackState) -> list[int]:
    """Seats in play with a call: by time, then fewer cards, then clockwise from the first player (YS-26)."""
    called = [(seat, one.call) for seat, one in enumerate(s.seats) if one.active and one.call]
    return [
        seat
        for seat, call in sorted(
            called, key=lambda one: (one[1].time, s.cards[one[0]], (one[0] - s.first) % s.players)
        )
    ]


def open_call(s: SnackState, seat: int, at: int, log: SnackLog) -> None:
    """Right wins the round, wrong is out; one left in play wins it without solving it (YS-07, YS-28, YS-35)."""
    call = s.seats[seat].call
    if call is None:
        raise ValueError("no call to open")
    right = is_right(s, call.folds)
    later = tuple(
        [e.LaterCall(other, other_call.time - call.time) for other, other_call in _others(s, seat)]
        if right
        else []
    )
    s.seats[seat] = replace(s.seats[seat], active=right, call=None)
    if log is not None:
        log.append(e.CallOpened(seat, call.time, call.folds, right))
    if right:
        end_round(s, (seat,), "call", at, log, later=later)
    elif s.solo:
        end_round(s, (), "wrong", at, log, yeti=True)
    else:
        left = [other for other, one in enumerate(s.seats) if one.active]
        if len(left) == 1:
            end_round(s, (left[0],), "last", at, log)
        else:
            open_all(s, at, log)


def _others(s: SnackState, seat: int) -> list[tuple[int, OpenCall]]:
    return [
        (other, one.call) for other, one in enumerate(s.seats) if other != seat and one.active and one.call
    ]


def open_all(s: SnackState, at: int, log: SnackLog) -> None:
    """When all in play have called, nobody is left to wait for (YS-27)."""
    if s.phase is SnackPhase.RACE and all(one.call for one in s.seats if one.active):
        order = in_order(s)
        if order:
            open_call(s, order[0], at, log)


def is_right(s: SnackState, folds: tuple[str, ...]) -> bool:
    mould = after(s.menu.cards[s.model or ""].model, folds)
    return satisfies(mould, s.menu.cards[s.yeti or ""].request)


def act(s: SnackState, seat: int, action: SnackAction, at: int, log: SnackLog) -> None:
    """Catches up, then takes the action. Raises IllegalAction: not_now, out, called, drinking, too_late (YS-29); then
    only time has passed.
    """
    catch_up(s, at, log)
    match action:
        case SayReady():
            _ready(s, seat, at, log, yes=action.yes)
        case CallFolds():
            time = _time(s, seat, action.ms, at)
            s.seats[seat] = replace(s.seats[seat], call=OpenCall(time, action.folds))
            open_all(s, at, log)
        case TakeTea():
            _tea(s, seat, _time(s, seat, action.ms, at), log)
        case HandIn():
            if s.phase is not SnackPhase.HAND_IN:
                raise IllegalAction("not_now")
            hand_in(s, seat, action.answer, at, log)


def _ready(s: SnackState, seat: int, at: int, log: SnackLog, *, yes: bool) -> None:
    """Saying what is already so changes nothing; the last one begins the count-down (YS-20, YS-21)."""
    if s.phase is not SnackPhase.READY:
        raise IllegalAction("not_now")
    if s.seats[seat].ready == yes:
        return
    s.seats[seat] = replace(s.seats[seat], ready=yes)
    if log is not None:
        log.append(e.SeatReady(seat, yes))
    if all(one.ready for one in s.seats):
        s.phase = SnackPhase.COUNT
        s.reveal_at = at + s.menu.count_ms
        if log is not None:
            log.append(e.CountStarted(s.reveal_at))


def _time(s: SnackState, seat: int, ms: int | None, at: int) -> int:
    """The race time of a call or a tea, and every refusal in its order (YS-23, YS-24, YS-29, YS-32, YS-34)."""
    if s.phase is not SnackPhase.RACE or s.reveal_at is None:
        raise IllegalAction("not_now")
    one = s.seats[seat]
    if not one.active:
        raise IllegalAction("out")
    if one.call:
        raise IllegalAction("called")
    arrived = at - s.reveal_at
    if arrived < one.busy:
        raise IllegalAction("drinking")
    time = arrived if ms is None else max(arrived - s.menu.lag_ms, min(ms, arrived))
    time = max(time, one.busy)
    if time > s.limit():
        raise IllegalAction("too_late")
    return time


def _tea(s: SnackState, seat: int, time: int, log: SnackLog) -> None:
    """A cup begins when the tile is free (YS-30, YS-31)."""
    since = max(time, s.tile_free)
    until = since + s.menu.tea_ms
    s.tile_free = until
    s.seats[seat] = replace(s.seats[seat], busy=until)
    if log is not None:
        log.append(e.TeaTaken(seat, since, until))
