"""Everything of the screen that is the same for all readers of a table: one rendering a version and language."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from app.games.avalanche.events import Phase
from app.games.avalanche.views import PublicView
from app.tables.model import EventsOf, Table
from app.web.frame import Unmade, region
from app.web.games.avalanche.finish import numbers, podium, poster
from app.web.games.avalanche.mountain import places
from app.web.games.avalanche.mountain.layout import cards_of, layout_of
from app.web.games.avalanche.pieces import board, roster
from app.web.games.avalanche.story import log
from app.web.games.avalanche.story.beats import tell, told_by
from app.web.games.avalanche.story.decided import without_last_locks
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.story.facts import changes
from app.web.games.avalanche.story.woven import woven_with
from app.web.games.avalanche.words.phrases import phrases
from app.web.games.avalanche.words.voice import Cast, cast_of, voice_of
from app.web.pages.pending_requests import asks
from app.web.pages.table_notes import said
from app.web.pages.table_regions import drawn


@dataclass(frozen=True, slots=True)
class StateContext:
    """`paused`: the host has stopped the table's clock."""

    phase: str
    round: int
    heat: int
    decision: int
    paused: bool


@dataclass(frozen=True, slots=True)
class WhereContext:
    """What the top line says. `heat`: 0 without racing."""

    round: int
    heat: int
    host: str
    variant: str


@dataclass(frozen=True, slots=True)
class MountainContext:
    key: str
    places: str
    map: str


@dataclass(frozen=True, slots=True)
class ClockContext:
    """The sun. `deadline`: when the time for the present decision is over (epoch ms), 0 = no clock runs; `seconds`: how
    long a decision may take.
    """

    round: int
    deadline: int = 0
    seconds: int = 0
    paused: bool = False


@dataclass(frozen=True, slots=True)
class DisplayCard:
    id: str
    symbol: str
    speed: int
    name: str


@dataclass(frozen=True, slots=True)
class DisplayContext:
    """Open cards of the drafting option. `order`: who takes next, by name."""

    decision: int
    cards: tuple[DisplayCard, ...]
    order: tuple[str, ...]


def regions(
    table: Table,
    view: PublicView,
    events: Sequence[EventsOf],
    present: frozenset[int],
    language: str,
    *,
    race: Sequence[EventsOf] = (),
) -> dict[str, str]:
    """`events`: the last rounds; `race`: all of a race that is over."""
    voice = voice_of(language)
    cast = cast_of(table, voice)
    layout = layout_of(view.deck_hash, view.mountain)
    deck = cards_of(view.deck_hash)
    key = places.mountain_key(view)
    rounds = poster.rounds_in(race, view)
    result = podium.podium(view, cast, rounds)
    shown = log.reveals(events)
    after = shown[-1][1] if shown else []
    contexts: dict[str, object] = {
        "state": StateContext(
            view.phase.value, view.round, view.heat, view.decision, paused=table.paused_at is not None
        ),
        "where": where(table, view, cast),
        "mountain": MountainContext(key, places.places_url(view), places.places_map(key)),
        "board": board.board(view, layout),
        "avalanche": board.plate(view, layout),
        "pieces": board.pieces(view, layout, cast),
        "rail": board.rail(view, cast, places.rail_cards(key)),
        "roster": roster.roster(view, table, cast, present),
        "clock": ClockContext(
            view.round, table.deadline_at or 0, table.settings.clock, table.paused_at is not None
        ),
        "reveal": log.reveal(view.table, after, cast, deck, "reveal"),
        "display": display(view, cast),
        "log": last_rounds(table, view, events, cast),
        "asks": asks(table, cast, present),
        "podium": result,
        "buriedlist": result,
        "numbers": numbers.race_numbers(view, cast, rounds),
        "after": poster.after(table, view, rounds, voice),
    }
    return drawn("avalanche", contexts, language, phrases)


def last_rounds(table: Table, view: PublicView, events: Sequence[EventsOf], cast: Cast) -> Unmade:
    """The log, made anew where something is told or people have done something beside the game."""
    asides = tuple(said(events, table, cast.voice))
    return Unmade(told_log, (without_last_locks(events), asides, cast, view.deck_hash, view.mountain))


def told_log(
    story: tuple[EventsOf, ...],
    asides: tuple[tuple[int, str], ...],
    cast: Cast,
    deck_hash: str,
    mountain: tuple[str, ...],
) -> log.RaceLog:
    """The last rounds in words, and what people did meanwhile."""
    lines = log.log(told_by(cast, story, deck_hash, mountain))
    return log.RaceLog(woven_with(lines, story, asides), cast.names)


def where(table: Table, view: PublicView, cast: Cast) -> WhereContext:
    _ = cast.voice.say
    host = next((cast.names[seat.index] for seat in table.seats if seat.player == table.host), "")
    if view.players == 1:
        variant = _("Against the yeti")
    elif view.players == 2:
        variant = _("two skiers each")
    else:
        variant = _("%(n)s skiers", n=view.players)
    return WhereContext(view.round, view.heat if "racing" in view.options else 0, host, variant)


def display(view: PublicView, cast: Cast) -> DisplayContext:
    deck = cards_of(view.deck_hash)
    cards = tuple(
        DisplayCard(c, deck[c].symbol, deck[c].speed, cast.voice.card(deck[c].symbol, deck[c].speed))
        for c in view.display
    )
    order = tuple(cast.skier(s) for s in view.draft_order) if view.phase is Phase.DRAFT else ()
    return DisplayContext(view.decision, cards, order)


def motion(
    events: Sequence[EventsOf],
    table: Table,
    view: PublicView | None,
    language: str,
    before: PublicView | None = None,
) -> list[dict[str, Any]]:
    """The beats as data. Where cards are revealed the row of cards and the gauge come with them as HTML. `before`: the
    view before these events, if it is known: then each beat says what changes with it beside the pieces.
    """
    if view is None:
        return []
    voice = voice_of(language)
    wording = EventWording(cast_of(table, voice), voice, cards_of(view.deck_hash), None)
    beats = tell(events, table, view, language, before)
    told = [beat.json() for beat in beats]
    for beat, changed in zip(told, changes(before, beats, wording.cast) if before else (), strict=False):
        if changed:
            beat["f"] = changed
    told = captioned(told)
    turned = [beat for beat in told if beat["kind"] == "reveal"]
    for beat, (event, after) in zip(turned, log.reveals(events), strict=True):
        row = log.reveal(event.plays, after, wording.cast, wording.deck, "shown-reveal")
        beat["row"] = region("avalanche/_reveal.html", row, language)
        beat["gauge"] = region("avalanche/_gauge.html", log.gauge(event, wording), language)
    return told


def captioned(beats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """That the clock decided takes no time of its own: it is said with the beat that follows from it."""
    for one, following in pairwise(beats):
        if one["kind"] == "clock" and following.get("ms"):
            following["sentence"] = f"{one.pop('sentence')} {following['sentence']}"
    return beats
