"""The rulings as a page to read, and which of them stand behind an event. Their texts are in `ruling_texts.py`.

Not here: the rules themselves. An event is only asked what it says; nothing is worked out again.
"""

from dataclasses import dataclass
from typing import Any

from app.games.avalanche import events as e
from app.games.avalanche.events import Phase
from app.games.avalanche.story import LimitJudged, Moment
from app.web.frame import PageReader, whole
from app.web.games.avalanche.story.ruling_texts import TEXTS, TOPICS
from app.web.templating import gettext_of

address = "/rules/avalanche/rulings"


@dataclass(frozen=True, slots=True)
class Ruling:
    """`id`: "AV-12", the anchor on the page. `title`: what was in doubt; `text`: how it is played."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Topic:
    """`key`: anchor of the group."""

    key: str
    name: str
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class Rulings:
    topics: tuple[Topic, ...]


def topics(language: str) -> tuple[Topic, ...]:
    """All rulings in the reader's language, by topic, in the order of the page."""
    _ = gettext_of(language)
    return tuple(
        Topic(
            key,
            _(name),
            tuple(Ruling(number, _(title), _(text)) for number, (title, text) in TEXTS[key].items()),
        )
        for key, name in TOPICS.items()
    )


def titles(language: str) -> dict[str, str]:
    """What each ruling is about, by its number: for links."""
    _ = gettext_of(language)
    return {number: _(title) for texts in TEXTS.values() for number, (title, _text) in texts.items()}


def page(reader: PageReader) -> str:
    """The page of all rulings."""
    _ = gettext_of(reader.language)
    return whole("avalanche/rulings.html", _("Rulings"), address, Rulings(topics(reader.language)), reader)


def rulings_behind(moment: Moment) -> tuple[str, ...]:
    """Those of all events of a moment, its own event's first, each once."""
    behind = (moment.what.reveal,) if isinstance(moment.what, LimitJudged) else moment.events
    return tuple(dict.fromkeys(number for event in behind for number in rulings_of(event)))


def rulings_of(event: Any) -> tuple[str, ...]:
    """Numbers of the rulings behind an event, the most telling first; () where nothing was ever in doubt."""
    match event:
        case e.CardsRevealed() | e.Crashed() | e.StackCleared() | e.YetiCardRevealed():
            return of_reveal(event)
        case e.RocketJumped() | e.JumpRefused() | e.SkierMoved() | e.SkierFinished() | e.AvalancheQuickened():
            return of_move(event)
        case e.YetiMoved() | e.YetiHit() | e.RocketsRestored():
            return of_yeti(event)
        case e.AvalancheAdvanced():
            return ("AV-53",)
        case e.SkierBuried():
            return ("AV-53", "AV-56")
        case e.HeatEnded() | e.GameEnded():
            return of_end(event)
    return of_cards(event)


def of_reveal(event: Any) -> tuple[str, ...]:
    match event:
        case e.CardsRevealed(limit=None):
            return ("AV-10",) if len(event.plays) == 1 else ("AV-06",)
        case e.CardsRevealed(total=total, limit=int(limit)) if total >= limit:
            return ("AV-07", "AV-08") if total > limit else ("AV-07",)
        case e.CardsRevealed():
            return ("AV-09",)
        case e.Crashed(reasons=("limit",)):
            return ("AV-08", "AV-06")
        case e.Crashed():
            return ("AV-98", "AV-99") if "limit" in event.reasons else ("AV-93", "AV-95")
        case e.StackCleared():
            return ("AV-97",)
        case e.YetiCardRevealed(card=None):
            return ("AV-106",)
    return ("AV-75",)


def of_move(event: Any) -> tuple[str, ...]:
    match event:
        case e.RocketJumped(wild=True):
            return ("AV-32", "AV-33", "AV-21", *(("AV-27",) if event.start == 0 else ()))
        case e.RocketJumped():
            return ("AV-30", "AV-21")
        case e.JumpRefused(reason="blocked"):
            return ("AV-30", "AV-31")
        case e.JumpRefused(reason="rockets_out"):
            return ("AV-46",)
        case e.JumpRefused():
            return ("AV-76",)
        case e.SkierMoved() if event.pushed:
            return ("AV-12", "AV-16")
        case e.SkierMoved():
            return ("AV-15",)
        case e.SkierFinished() if event.points:
            return ("AV-84", "AV-86")
        case e.SkierFinished():
            return ("AV-20", "AV-18")
        case e.AvalancheQuickened(cause="jump"):
            return ("AV-38",)
    return ("AV-77",)


def of_yeti(event: Any) -> tuple[str, ...]:
    match event:
        case e.YetiHit(rockets_out=True):
            return ("AV-43", "AV-46")
        case e.YetiHit():
            return ("AV-43", "AV-78")
        case e.RocketsRestored():
            return ("AV-46",)
        case e.YetiMoved(out=True):
            return ("AV-73", "AV-72")
        case e.YetiMoved(player=None):
            return ("AV-72", "AV-70")
        case e.YetiMoved(route=()):
            return ("AV-41",)
        case e.YetiMoved(start="top"):
            return ("AV-47", "AV-42")
        case e.YetiMoved(direction="up"):
            return ("AV-50", "AV-48", "AV-42")
    return ("AV-50", "AV-42")


def of_end(event: Any) -> tuple[str, ...]:
    match event:
        case e.HeatEnded():
            return ("AV-84", "AV-87")
        case e.GameEnded():
            by_reason = {
                "line": ("AV-20",),
                "buried": ("AV-55",),
                "last_skier": ("AV-103",),
                "points": ("AV-88",),
                "yeti": ("AV-73",),
                "no_card": ("AV-78",),
            }
            return by_reason.get(event.reason, ())
    return ()


def of_cards(event: Any) -> tuple[str, ...]:
    """Dealing, drawing, drafting and putting away, and what the game waits for."""
    match event:
        case e.HeatStarted():
            alone = ("AV-82", "AV-83") if len(event.hand_sizes) == 1 else ("AV-02",)
            return ("AV-87", *alone) if event.heat > 1 else alone
        case e.MulliganDecided():
            return ("AV-80",)
        case e.RoundStarted():
            return ("AV-09",) if event.limit is not None else ("AV-10", "AV-71")
        case e.DecisionOpened():
            by_phase = {
                Phase.MULLIGAN: ("AV-80",),
                Phase.SELECT: ("AV-03", "AV-28"),
                Phase.YETI: ("AV-42", "AV-50"),
                Phase.DISCARD: ("AV-65", "AV-78"),
                Phase.DRAFT: ("AV-91",),
            }
            return by_phase.get(event.phase, ())
        case e.SelectionLocked() | e.SelectionTakenBack():
            return ("AV-104",)
        case e.CardsDiscarded():
            by_reason = {
                "played": ("AV-58",),
                "stack": ("AV-101",),
                "out": ("AV-56",),
                "half": ("AV-65",),
                "hit": ("AV-78",),
                "yeti": ("AV-81",),
            }
            return by_reason.get(event.reason, ())
        case e.StackGrew():
            return ("AV-96", "AV-101")
        case e.DeckReshuffled():
            return ("AV-100",) if event.stacks else ("AV-59",)
        case e.CardDrawn():
            return ("AV-58", "AV-64")
        case e.CardDrafted():
            return ("AV-91",)
        case e.DisplayRefilled():
            return ("AV-90",)
    return ()
