"""The story of a round as beats: what the motion on the mountain shows one after the other, and the lines of the log.

A beat is a moment of the game's own story (`games/avalanche/story.py`) in words, with what the motion needs of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from app.games.avalanche import events as e
from app.games.avalanche.motion import lengths
from app.games.avalanche.story import (
    CardsDrawn,
    CardsTurned,
    Happening,
    LimitJudged,
    Moment,
    SkierJumped,
    YetiWalked,
    moments,
)
from app.games.avalanche.views import PublicView
from app.tables.model import EventsOf, Table
from app.web.games.avalanche.mountain.layout import cards_of, layout_of
from app.web.games.avalanche.story.decided import decided
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.story.rulings import rulings_behind
from app.web.games.avalanche.words.voice import Cast, cast_of, voice_of

unspoken = frozenset({"quicken", "draw", "restore"})
"""Beats for the motion on the mountain only: no line of the log or the text view."""

most_rulings = 2
"""Behind one line of the log."""


class Beat(NamedTuple):
    """One beat, a tuple because rounds make many. `ms`: its nominal length; 0 = a log line only. `kind` chooses the
    motion, `figure` the head beside the log line ("yeti", "" or "s1".."s5"). `start`, `end`: spaces of a skier or
    snowbanks. `path`: nodes he enters. `big`, `small`: what the sun says. `plays`: the revealed cards, only with kind
    "reveal". `hop`: the space from which a skier was pushed on. `rulings`: numbers of those behind it, for the log
    alone. `moment`: what it tells; None for what is no part of the race.
    """

    kind: str
    sentence: str
    version: int = 0
    ms: int = 0
    big: str = ""
    small: str = ""
    figure: str = ""
    skier: int | None = None
    start: int | None = None
    end: int | None = None
    via: int | None = None
    origin: str | None = None
    path: tuple[str, ...] = ()
    hits: tuple[int, ...] = ()
    speed: int | None = None
    limit: int | None = None
    total: int | None = None
    round: int | None = None
    plays: tuple[dict[str, Any], ...] = ()
    hop: int | None = None
    rulings: tuple[str, ...] = ()
    moment: Moment | None = None

    def json(self) -> dict[str, Any]:
        """Without the fields that say nothing to a motion."""
        told = self._asdict()
        return {name: told[name] for name in sent if told[name] not in (None, "", ())}


sent = tuple(name for name in Beat._fields if name not in {"rulings", "moment"})
"""The fields of a beat that a page is told."""


def tell(
    story: Sequence[EventsOf],
    table: Table,
    view: PublicView,
    language: str,
    before: PublicView | None = None,
) -> list[Beat]:
    """All beats of some versions' events. `view`: the public view after them; its mountain is the one they happened on
    unless a later heat has begun in between. `before`: the view before them, where it is known; then each moment knows
    the view after it.
    """
    return told_by(cast_of(table, voice_of(language)), story, view.deck_hash, view.mountain, before)


def told_by(
    cast: Cast,
    story: Sequence[EventsOf],
    deck_hash: str,
    mountain: tuple[str, ...],
    before: PublicView | None = None,
) -> list[Beat]:
    """The same, of all that a view says of it: its deck and its mountain."""
    # What came before a new mountain happened on one that is not known any more: its sentences name no cards.
    dealt = any(isinstance(event, e.HeatStarted) for part in story for event in part.events)
    layout = None if dealt else layout_of(deck_hash, mountain)
    wording = EventWording(cast, cast.voice, cards_of(deck_hash), layout)
    late = decided(story)
    beats: list[Beat] = []
    version = 0
    for part, moment, ms in told_in(story, before):
        if part.version != version and (seats := late.get(part.version)):
            beats.append(
                Beat("clock", wording.clocked(seats), part.version, figure=figure(wording, seats[0]))
            )
        version = part.version
        if isinstance(moment.what, e.HeatStarted):
            wording = replace(wording, layout=layout_of(deck_hash, moment.what.mountain))
        if moment.told:
            beats.append(beat_of(wording, moment, ms, version))
    return beats


def told_in(
    story: Sequence[EventsOf], before: PublicView | None = None
) -> Iterator[tuple[EventsOf, Moment, int]]:
    """Every moment of some versions, with the version it belongs to and its nominal ms. `before`: as for `tell`."""
    for part in story:
        found = moments(part.events, before)
        before = found[-1].after if found else before
        for moment, ms in zip(found, lengths(found), strict=True):
            yield part, moment, ms


def spoken(beats: Sequence[Beat]) -> list[Beat]:
    """Those that are lines of the log and of the text view."""
    return [beat for beat in beats if beat.sentence and beat.kind not in unspoken]


def beat_of(wording: EventWording, moment: Moment, ms: int, version: int = 0) -> Beat:
    """The beat of a moment that is told. `ms`: its nominal length."""
    rulings = rulings_behind(moment)[:most_rulings]
    return beat_about(wording, moment.what)._replace(version=version, ms=ms, rulings=rulings, moment=moment)


def beat_about(wording: EventWording, what: Happening) -> Beat:
    _ = wording.voice.say
    match what:
        case CardsTurned(reveal):
            return turned(wording, reveal)
        case LimitJudged(reveal):
            return judged(wording, reveal)
        case SkierJumped():
            return jumped(wording, what)
        case YetiWalked(walk, hits):
            text = f"{wording.yeti(walk)} {wording.hits(hits)}".rstrip()
            path = (*walk.route, "out") if walk.out else walk.route
            return Beat("yeti", text, figure="yeti", origin=walk.start, path=path, hits=tuple(h.skier for h in hits),
                        big=_("Yeti"), small=str(len(walk.route)))  # fmt: skip
        case CardsDrawn(draws):
            return Beat("draw", wording.drawn(draws))
        case e.HeatStarted(heat=heat):
            again = heat > 1
            return Beat(
                "heat",
                _("Heat %(heat)s: a new mountain.", heat=heat) if again else _("The mountain is laid out."),
            )
        case e.RoundStarted():
            return Beat("round", _("Round %(round)s", round=what.round), round=what.round, limit=what.limit)
        case e.MulliganDecided():
            return Beat("mulligan", wording.mulligan(what), figure=figure(wording, what.player))
        case e.YetiCardRevealed():
            text, big = wording.yeti_card(what), str(what.speed)
            return Beat("yeti_card", text, big=big, small=_("the yeti"), figure="yeti", speed=what.speed)
        case e.AvalancheQuickened():
            text, big = wording.quickened(what), str(what.speed)
            return Beat("quicken", text, big=big, small=_("avalanche"), speed=what.speed)
        case e.AvalancheAdvanced(start, end):
            small = wording.voice.count("snowbank", "snowbanks", end - start)
            return Beat(
                "avalanche", wording.advanced(what), start=start, end=end, big=str(end - start), small=small
            )
        case e.CardsDiscarded():
            return Beat("discard", wording.discarded(what), figure=figure(wording, what.player))
        case e.DeckReshuffled():
            return Beat("shuffle", wording.reshuffled(what))
        case e.HeatEnded():
            return Beat("heat_end", wording.heat_ended(what))
        case e.GameEnded():
            return Beat("end", wording.ended(what.winners, what.reason))
    return about_skier(wording, what)


def about_skier(wording: EventWording, what: Happening) -> Beat:
    _ = wording.voice.say
    match what:
        case e.Crashed():
            return Beat("crash", wording.crashed(what), big=_("Crash!"), **who(wording, what.skier))
        case e.JumpRefused():
            return Beat("blocked", wording.refused(what), **who(wording, what.skier))
        case e.SkierMoved(start=start, end=end):
            hop = start + what.steps if what.pushed else None
            text, big = wording.moved(what), str(what.steps)
            return Beat("ski", text, start=start, end=end, big=big, hop=hop, **who(wording, what.skier))
        case e.SkierFinished():
            text, big = wording.finished(what), wording.voice.place(what.place)
            return Beat("win", text, big=big, **who(wording, what.skier))
        case e.RocketsRestored():
            return Beat("restore", "", **who(wording, what.skier))
        case e.SkierBuried():
            return Beat("buried", wording.buried(what), big=_("Buried"), **who(wording, what.skier))
        case e.CardDrafted():
            return Beat("draft", wording.drafted(what), **who(wording, what.skier))
    raise ValueError(f"nobody is told of {what}")


def who(wording: EventWording, skier: int) -> dict[str, Any]:
    return {"skier": skier, "figure": f"s{wording.cast.hats[skier] + 1}", "small": wording.cast.skier(skier)}


def figure(wording: EventWording, player: int | None) -> str:
    return f"s{wording.cast.hats[wording.cast.players.index(player)] + 1}" if player is not None else ""


def turned(wording: EventWording, reveal: e.CardsRevealed) -> Beat:
    plays = tuple(
        {"skier": p.skier, "cards": list(p.cards), "speed": p.speed, "jump": p.jump} for p in reveal.plays
    )
    return Beat("reveal", wording.revealed(reveal), plays=plays, limit=reveal.limit, total=reveal.total)


def judged(wording: EventWording, reveal: e.CardsRevealed) -> Beat:
    _ = wording.voice.say
    limit, total = reveal.limit, reveal.total
    free = _("speed") if wording.cast.controlled else _("no limit")
    small = _("limit %(limit)s", limit=limit) if limit is not None else free
    return Beat("total", wording.total(reveal), big=str(total), small=small, limit=limit, total=total)


def jumped(wording: EventWording, moment: SkierJumped) -> Beat:
    jump, ride, quickened = moment.jump, moment.ride, moment.quickened
    text = wording.jumped(jump, ride)
    if quickened:
        text = f"{text} {wording.quickened(quickened)}"
    return Beat(
        "jump",
        text,
        start=jump.start,
        via=jump.landing,
        end=moment.end,
        big=str(ride.steps) if ride else "",
        speed=quickened.speed if quickened else None,
        **who(wording, jump.skier),
    )
