"""Everything of the screen that is the same for all readers of a table: one rendering a version and language."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from app.games.avalanche import events as e
from app.games.avalanche.events import Phase
from app.games.avalanche.views import PublicView
from app.tables.model import EventsOf, Status, Table
from app.web.avalanche import board, places, roster, story
from app.web.avalanche.asides import woven
from app.web.avalanche.asks import asks
from app.web.avalanche.beats import tell
from app.web.avalanche.layout import cards_of, layout_of
from app.web.avalanche.sentences import Teller
from app.web.avalanche.words import Cast, cast_of, voice_of
from app.web.pages.frame import region


@dataclass(frozen=True, slots=True)
class State:
    """`paused`: the host has stopped the table's clock."""

    phase: str
    round: int
    heat: int
    decision: int
    paused: bool


@dataclass(frozen=True, slots=True)
class Where:
    """What the top line says. `heat`: 0 without racing."""

    round: int
    heat: int
    host: str
    variant: str


@dataclass(frozen=True, slots=True)
class Mountain:
    key: str
    places: str
    map: str


@dataclass(frozen=True, slots=True)
class Clock:
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
class Display:
    """Open cards of the drafting option. `order`: who takes next, by name."""

    decision: int
    cards: tuple[DisplayCard, ...]
    order: tuple[str, ...]


def regions(
    table: Table, view: PublicView, events: Sequence[EventsOf], present: frozenset[int], language: str
) -> dict[str, str]:
    voice = voice_of(language)
    cast = cast_of(table, voice)
    layout = layout_of(view.deck_hash, view.mountain)
    deck = cards_of(view.deck_hash)
    teller = Teller(cast, voice, deck, layout)
    key = places.mountain_key(view)
    contexts: dict[str, object] = {
        "state": State(
            view.phase.value, view.round, view.heat, view.decision, paused=table.paused_at is not None
        ),
        "where": where(table, view, cast),
        "mountain": Mountain(key, places.places_url(view), places.places_map(key)),
        "board": board.board(view, layout),
        "avalanche": board.plate(view, layout),
        "pieces": board.pieces(view, layout, cast),
        "rail": board.rail(view, cast, places.rail_cards(key)),
        "roster": roster.roster(view, table, cast, present),
        "clock": Clock(view.round, table.deadline_at or 0, table.clock, table.paused_at is not None),
        "reveal": story.reveal(view.table, after_reveal(events), cast, deck, "reveal"),
        "display": display(view, cast),
        "log": woven(story.log(tell(events, table, view, language)), events, table, voice),
        "asks": asks(table, cast, present),
        "result": replace(
            story.result(view, cast, teller, layout),
            race=f"/r/{table.id}" if table.status is Status.OVER else "",
        ),
    }
    return {name: region(f"avalanche/_{name}.html", context, language) for name, context in contexts.items()}


def where(table: Table, view: PublicView, cast: Cast) -> Where:
    _ = cast.voice.say
    host = next((cast.names[seat.index] for seat in table.seats if seat.player == table.host), "")
    if view.players == 1:
        variant = _("Against the yeti")
    elif view.players == 2:
        variant = _("two skiers each")
    else:
        variant = _("%(n)s skiers", n=view.players)
    return Where(view.round, view.heat if "racing" in view.options else 0, host, variant)


def display(view: PublicView, cast: Cast) -> Display:
    deck = cards_of(view.deck_hash)
    cards = tuple(
        DisplayCard(c, deck[c].symbol, deck[c].speed, cast.voice.card(deck[c].symbol, deck[c].speed))
        for c in view.display
    )
    order = tuple(cast.skier(s) for s in view.draft_order) if view.phase is Phase.DRAFT else ()
    return Display(view.decision, cards, order)


def after_reveal(events: Sequence[EventsOf]) -> list[Any]:
    """The events after the latest reveal."""
    flat = [event for part in events for event in part.events]
    for index in range(len(flat) - 1, -1, -1):
        if isinstance(flat[index], e.CardsRevealed):
            return flat[index + 1 :]
    return []


def motion(
    events: Sequence[EventsOf], table: Table, view: PublicView | None, language: str
) -> list[dict[str, Any]]:
    """The beats as data. Where cards are revealed the row of cards and the gauge come with them as HTML."""
    if view is None:
        return []
    voice = voice_of(language)
    teller = Teller(cast_of(table, voice), voice, cards_of(view.deck_hash), None)
    told = captioned([beat.json() for beat in tell(events, table, view, language)])
    flat = [event for part in events for event in part.events]
    reveals = iter([(i, event) for i, event in enumerate(flat) if isinstance(event, e.CardsRevealed)])
    for beat in told:
        if beat["kind"] == "reveal":
            index, event = next(reveals)
            row = story.reveal(event.plays, flat[index + 1 :], teller.cast, teller.deck, "shown-reveal")
            beat["row"] = region("avalanche/_reveal.html", row, language)
            beat["gauge"] = region("avalanche/_gauge.html", story.gauge(event, teller), language)
    return told


def captioned(beats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """That the clock decided takes no time of its own: it is said with the beat that follows from it."""
    for one, following in pairwise(beats):
        if one["kind"] == "clock" and following.get("ms"):
            following["sentence"] = f"{one.pop('sentence')} {following['sentence']}"
    return beats
