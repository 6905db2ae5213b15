"""The road sign: how much speed is left for all, how far the yeti may walk, which speeds are safe. One reader's own."""

from dataclasses import dataclass

from app.games.avalanche.events import Phase
from app.games.avalanche.views import PrivateView, PublicView, SkierState
from app.web.games.avalanche.mountain.layout import cards_of
from app.web.games.avalanche.words.voice import Cast

SAFE = 2
"""Controlled Speed: how far a speed may be from the last one (AV-93)."""


@dataclass(frozen=True, slots=True)
class Dial:
    """Safe speeds of one skier: `low`..`high` around its `last`, 0 = none yet; `hat` and `name` when there are two."""

    low: int
    high: int
    last: int
    hat: int
    name: str


@dataclass(frozen=True, slots=True)
class SpeedLimit:
    """`kind`: room, free (no limit), reach (the yeti), dial (solo). `sign`: on the sign; "" where nothing limits
    anybody, so there is none. `own`: speed locked
    in so far, 0 for none.
    `others`: skiers of other players that share the limit. Texts with a number to come hold it as "#".
    """

    kind: str
    sign: str
    ticks: int
    own: int
    others: int
    title: str
    note: str
    room: str
    short: str
    crash: str
    dials: tuple[Dial, ...]


def limit(view: PublicView, private: PrivateView | None, cast: Cast) -> SpeedLimit:
    _ = cast.voice.say
    seat = private.seat if private else None
    if view.phase is Phase.YETI and view.reach is not None:
        return reach(view, view.reach, seat, cast)
    dials = dials_of(view, seat, cast) if view.phase is not Phase.OVER else ()
    if view.phase is Phase.OVER:
        return SpeedLimit("free", "", 0, 0, 0, _("The race is over"), "", "", "", "", ())
    if view.limit is None:
        title, note = _("No limit now"), ""
        if dials:
            title = _("Last speed: %(speed)s", speed=dials[0].last)
            note = _("At most 2 more or less than last time, or you crash.")
        elif cast.solo and seat is not None:
            title, note = free_speed(view.round, cast)
            dials = (Dial(1, 10, 0, cast.hats[0], cast.hat_name(0)),)
        elif cast.controlled:
            title, note = _("Controlled speed"), _("At most 2 more or less than last time, or you crash.")
        return SpeedLimit(
            "dial" if dials else "free",
            str(dials[0].last) if dials and dials[0].last else "",
            0,
            0,
            0,
            title,
            note,
            "",
            "",
            "",
            dials,
        )
    racing = [s for s in view.skiers if s.state is SkierState.RACING]
    others = sum(s.player != seat for s in racing)
    note = _("If the total is above %(limit)s, the fastest skiers crash.", limit=view.limit)
    return SpeedLimit(
        kind="room",
        sign=str(view.limit),
        ticks=view.limit,
        own=own_speed(private),
        others=others,
        title=_("Speed limit: %(limit)s", limit=view.limit),
        note=note,
        room=_("Left for the others: #"),
        short=_("Others: up to #"),
        crash=_("Someone will crash"),
        dials=dials,
    )


def free_speed(number: int, cast: Cast) -> tuple[str, str]:
    """Title and note of a solo round without a last speed: the first one, and any after a crash (AV-94)."""
    _ = cast.voice.say
    if number == 1:
        title = _("Any speed is fine in round 1")
        return title, _("From round 2, stay within 2 of your last speed, or crash.")
    return _("Any speed is fine in this round"), _("You crashed, so your last speed no longer counts.")


def own_speed(private: PrivateView | None) -> int:
    """The speed of one's own selection: its cards' numbers stand in the deck the reader sees."""
    if private is None or private.selection is None:
        return 0
    deck = cards_of(private.public.deck_hash)
    return sum(deck[card].speed for play in private.selection.plays for card in play.cards)


def reach(view: PublicView, steps: int, seat: int | None, cast: Cast) -> SpeedLimit:
    _ = cast.voice.say
    mine = seat is not None and seat in view.awaited
    title = (
        _("Spaces used: # of %(steps)s", steps=steps)
        if mine
        else _("The yeti may walk %(steps)s", steps=steps)
    )
    note = (
        _("Exactly the yeti’s speed: choose the path.")
        if cast.solo
        else _("As far as the fastest speed of this round.")
    )
    return SpeedLimit(
        "reach", str(steps), steps, 0, 0, title.replace("#", "0"), note, title if mine else "", "", "", ()
    )


def dials_of(view: PublicView, seat: int | None, cast: Cast) -> tuple[Dial, ...]:
    if "controlled_speed" not in view.options or seat is None:
        return ()
    return tuple(
        Dial(
            max(1, s.last_speed - SAFE),
            min(10, s.last_speed + SAFE),
            s.last_speed,
            cast.hats[skier],
            cast.hat_name(skier),
        )
        for skier, s in enumerate(view.skiers)
        if s.player == seat and s.state is SkierState.RACING and s.last_speed is not None
    )
