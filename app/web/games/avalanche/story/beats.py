"""The story of a round as beats: what the motion on the mountain shows one after the other, and the lines of the log.

Every event becomes at most one beat; a jump, the quickening it causes and the ride after it are one. The order
is the events'.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from app.games.avalanche import events as e
from app.games.avalanche.motion import lengths
from app.games.avalanche.views import PublicView
from app.tables.model import EventsOf, Table
from app.web.games.avalanche.mountain.layout import cards_of, layout_of
from app.web.games.avalanche.story.decided import decided
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.story.pacing import paced
from app.web.games.avalanche.story.rulings import rulings_of
from app.web.games.avalanche.words.voice import cast_of, voice_of

beside = {"rulings", "told"}
"""Fields of a beat that no page is sent."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One beat. `ms`: its nominal length; 0 = a log line only. `kind` chooses the motion, `figure` the head beside
    the log line ("yeti", "" or "s1".."s5"). `start`, `end`: spaces of a skier or snowbanks. `path`: nodes he enters.
    `big`, `small`: what the sun says. `plays`: the revealed cards, only with kind "reveal". `hop`: the space from which
    a skier was pushed on. `rulings`: numbers of those behind it, for the log alone. `told`: the numbers of its events
    in the story, its own first.
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
    plays: tuple[dict[str, Any], ...] = field(default=())
    hop: int | None = None
    rulings: tuple[str, ...] = ()
    told: tuple[int, ...] = ()

    def json(self) -> dict[str, Any]:
        """Without the fields that say nothing to a motion."""
        return {k: v for k, v in asdict(self).items() if v not in (None, "", (), []) and k not in beside}


def tell(story: Sequence[EventsOf], table: Table, view: PublicView, language: str) -> list[Beat]:
    """All beats of some versions' events. `view`: the public view after them; its mountain is the one they happened on
    unless a later heat has begun in between.
    """
    voice = voice_of(language)
    cast = cast_of(table, voice)
    deck = cards_of(view.deck_hash)
    flat = [(part.version, event) for part in story for event in part.events]
    # What came before a new mountain happened on one that is not known any more: its sentences name no cards.
    dealt = any(isinstance(event, e.HeatStarted) for _, event in flat)
    wording = EventWording(cast, voice, deck, None if dealt else layout_of(view.deck_hash, view.mountain))
    beats: list[Beat] = []
    used: set[int] = set()
    ms = [length for part in story for length in lengths(part.events)]
    late = decided(story)
    for index, (version, event) in enumerate(flat):
        if seats := late.pop(version, ()):
            beats.append(Beat("clock", wording.clocked(seats), version, figure=figure(wording, seats[0])))
        if index in used:
            continue
        if isinstance(event, e.HeatStarted):
            wording = replace(wording, layout=layout_of(view.deck_hash, event.mountain))
        before = set(used)
        told = paced(
            beats_of(wording, event, flat, index, used),
            event,
            ms[index] + sum(ms[at] for at in used - before),
        )
        numbers = (index, *sorted(used - before))
        behind = rulings_behind([flat[at][1] for at in numbers])
        beats.extend(replace(beat, version=version, rulings=behind, told=numbers) for beat in told)
    return drop_doubles(beats)


def rulings_behind(events: Sequence[Any]) -> tuple[str, ...]:
    """Those of all events of one beat, the first event's first, each once, two at most."""
    found = dict.fromkeys(ruling for event in events for ruling in rulings_of(event))
    return tuple(found)[:2]


def drop_doubles(beats: list[Beat]) -> list[Beat]:
    """That everybody draws is said once a round, however many cards were drawn."""
    kept: list[Beat] = []
    for beat in beats:
        if beat.kind == "draw" and kept and kept[-1].kind == "draw":
            kept[-1] = replace(kept[-1], told=kept[-1].told + beat.told)
            continue
        kept.append(beat)
    return kept


def beats_of(
    wording: EventWording, event: Any, flat: Sequence[tuple[int, Any]], index: int, used: set[int]
) -> list[Beat]:
    _ = wording.voice.say
    match event:
        case e.CardsRevealed():
            return revealed(wording, event)
        case e.RocketJumped():
            return [jumped(wording, event, flat, index, used)]
        case e.YetiMoved():
            return yeti(wording, event, flat, index, used)
        case e.HeatStarted():
            text = (
                _("Heat %(heat)s: a new mountain.", heat=event.heat)
                if event.heat > 1
                else _("The mountain is laid out.")
            )
            return [Beat("heat", text)]
        case e.RoundStarted():
            return [
                Beat("round", _("Round %(round)s", round=event.round), round=event.round, limit=event.limit)
            ]
        case e.MulliganDecided():
            return [Beat("mulligan", wording.mulligan(event), figure=figure(wording, event.player))]
        case e.Crashed():
            return [Beat("crash", wording.crashed(event), big=_("Crash!"), **who(wording, event.skier))]
        case e.YetiCardRevealed():
            return [yeti_card(wording, event)]
        case e.AvalancheQuickened():
            return [
                Beat(
                    "quicken",
                    wording.quickened(event),
                    big=str(event.speed),
                    small=_("avalanche"),
                    speed=event.speed,
                )
            ]
        case e.JumpRefused():
            return [Beat("blocked", wording.refused(event), **who(wording, event.skier))]
        case e.SkierMoved():
            return [
                Beat(
                    "ski",
                    wording.moved(event),
                    start=event.start,
                    end=event.end,
                    big=str(event.steps),
                    hop=event.start + event.steps if event.pushed else None,
                    **who(wording, event.skier),
                )
            ]
        case e.SkierFinished():
            return [
                Beat(
                    "win",
                    wording.finished(event),
                    big=wording.voice.place(event.place),
                    **who(wording, event.skier),
                )
            ]
        case e.YetiHit():
            return [Beat("hit", wording.hits([event]), **who(wording, event.skier))]
        case e.RocketsRestored():
            return [Beat("restore", "", **who(wording, event.skier))]
        case e.AvalancheAdvanced():
            return advanced(wording, event)
        case e.SkierBuried():
            return [Beat("buried", wording.buried(event), big=_("Buried"), **who(wording, event.skier))]
        case e.CardsDiscarded():
            text = wording.discarded(event)
            return [Beat("discard", text, figure=figure(wording, event.player))] if text else []
        case e.DeckReshuffled():
            return [Beat("shuffle", wording.reshuffled(event))]
        case e.CardDrawn():
            return [Beat("draw", wording.drawn())]
        case e.CardDrafted():
            return [Beat("draft", wording.drafted(event), **who(wording, event.skier))]
        case e.HeatEnded():
            return [Beat("heat_end", wording.heat_ended(event))]
        case e.GameEnded():
            return [Beat("end", wording.ended(event.winners, event.reason))]
    return []


def who(wording: EventWording, skier: int) -> dict[str, Any]:
    return {"skier": skier, "figure": f"s{wording.cast.hats[skier] + 1}", "small": wording.cast.skier(skier)}


def figure(wording: EventWording, player: int | None) -> str:
    return f"s{wording.cast.hats[wording.cast.players.index(player)] + 1}" if player is not None else ""


def revealed(wording: EventWording, event: e.CardsRevealed) -> list[Beat]:
    _ = wording.voice.say
    plays = tuple(
        {"skier": p.skier, "cards": list(p.cards), "speed": p.speed, "jump": p.jump} for p in event.plays
    )
    small = _("limit %(limit)s", limit=event.limit) if event.limit is not None else _("no limit")
    return [
        Beat("reveal", wording.revealed(event), plays=plays, limit=event.limit, total=event.total),
        Beat(
            "total",
            wording.total(event),
            big=str(event.total),
            small=small,
            limit=event.limit,
            total=event.total,
        ),
    ]


def jumped(
    wording: EventWording, jump: e.RocketJumped, flat: Sequence[tuple[int, Any]], index: int, used: set[int]
) -> Beat:
    """A jump with the ride after it and the avalanche it quickens: whatever of the three comes before the next
    skier's turn.
    """
    moved: e.SkierMoved | None = None
    quick: e.AvalancheQuickened | None = None
    for at in range(index + 1, len(flat)):
        event = flat[at][1]
        if isinstance(event, e.AvalancheQuickened) and event.cause == "jump" and quick is None:
            quick = event
            used.add(at)
        elif isinstance(event, e.SkierMoved) and event.skier == jump.skier:
            moved = event
            used.add(at)
            break
        elif not isinstance(event, e.YetiCardRevealed):
            break
    text = wording.jumped(jump, moved)
    if quick:
        text = f"{text} {wording.quickened(quick)}"
    end = moved.end if moved else jump.landing + 1
    return Beat(
        "jump",
        text,
        start=jump.start,
        via=jump.landing,
        end=end,
        big=str(moved.steps) if moved else "",
        speed=quick.speed if quick else None,
        **who(wording, jump.skier),
    )


def yeti_card(wording: EventWording, event: e.YetiCardRevealed) -> Beat:
    _ = wording.voice.say
    return Beat(
        "yeti_card",
        wording.yeti_card(event),
        big=str(event.speed),
        small=_("the yeti"),
        figure="yeti",
        speed=event.speed,
    )


def yeti(
    wording: EventWording, event: e.YetiMoved, flat: Sequence[tuple[int, Any]], index: int, used: set[int]
) -> list[Beat]:
    """His walk with everyone he steps on."""
    _ = wording.voice.say
    hits: list[e.YetiHit] = []
    for at in range(index + 1, len(flat)):
        follower = flat[at][1]
        if not isinstance(follower, e.YetiHit):
            break
        hits.append(follower)
        used.add(at)
    text = f"{wording.yeti(event)} {wording.hits(hits)}".rstrip()
    path = (*event.route, "out") if event.out else event.route
    return [Beat("yeti", text, figure="yeti", origin=event.start, path=path, hits=tuple(h.skier for h in hits),
                 big=_("Yeti"), small=str(len(event.route)))]  # fmt: skip


def advanced(wording: EventWording, event: e.AvalancheAdvanced) -> list[Beat]:
    _ = wording.voice.say
    banks = event.end - event.start
    if not banks:
        return []
    return [Beat("avalanche", wording.advanced(event), start=event.start, end=event.end,
                 big=str(banks), small=wording.voice.count("snowbank", "snowbanks", banks))]  # fmt: skip
