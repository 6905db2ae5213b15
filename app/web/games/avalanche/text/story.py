"""What happened, round by round, each line with the rulings behind it. Names only: others read the same words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.games.avalanche import events as e
from app.games.avalanche.views import PublicView
from app.tables.model import EventsOf, Table
from app.web.games.avalanche.mountain.layout import cards_of, layout_of
from app.web.games.avalanche.story.beats import beats_of
from app.web.games.avalanche.story.decided import decided
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.story.rulings import rulings_of
from app.web.games.avalanche.words.voice import cast_of, voice_of
from app.web.pages.table_notes import said

silent = frozenset({"quicken", "draw", "restore"})
"""Beats for the motion on the mountain only."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """One fact. `plays`: the cards of each skier, where they are revealed. `rulings`: numbers, as "AV-12". `version`:
    of the table when it happened, 0 for what people did beside the race.
    """

    sentence: str
    plays: tuple[str, ...]
    rulings: tuple[str, ...]
    version: int = 0


@dataclass(frozen=True, slots=True)
class TextChapter:
    """A round, or what stands between two. `title`: "" if its beginning is no longer told."""

    title: str
    lines: tuple[TextLine, ...]


def chapters(
    story: Sequence[EventsOf], table: Table, view: PublicView, language: str
) -> tuple[TextChapter, ...]:
    """Oldest first; a round in which nothing has happened yet is left out. `view`: the public one after the story."""
    voice = voice_of(language)
    flat = [(part.version, event) for part in story for event in part.events]
    across = any(isinstance(event, e.HeatStarted) for _, event in flat)
    layout = None if across else layout_of(view.deck_hash, view.mountain)
    wording = EventWording(cast_of(table, voice), voice, cards_of(view.deck_hash), layout)
    found: list[tuple[str, list[TextLine]]] = [("", [])]
    used: set[int] = set()
    when = {part.version: part.at for part in story}
    late, asides = decided(story), said(story, table, voice)
    for index, (version, event) in enumerate(flat):
        while asides and asides[0][0] < when[version]:
            found[-1][1].append(TextLine(asides.pop(0)[1], (), ()))
        if seats := late.pop(version, ()):
            found[-1][1].append(TextLine(wording.clocked(seats), (), (), version))
        if index in used:
            continue
        if isinstance(event, e.HeatStarted):
            wording = replace(wording, layout=layout_of(view.deck_hash, event.mountain))
        before = set(used)
        beats = beats_of(wording, event, flat, index, used)
        behind = [event, *(flat[at][1] for at in sorted(used - before))]
        rulings = behind_all(behind)
        for beat in beats:
            if beat.kind == "round":
                found.append((beat.sentence, []))
            elif beat.sentence and beat.kind not in silent:
                plays = cards_played(wording, event) if beat.kind == "reveal" else ()
                behind_it = () if beat.kind == "reveal" else rulings
                found[-1][1].append(TextLine(beat.sentence, plays, behind_it, version))
    found[-1][1].extend(TextLine(text, (), ()) for _, text in asides)
    return tuple(TextChapter(title, tuple(lines)) for title, lines in found if lines)


def news(
    story: Sequence[EventsOf], table: Table, view: PublicView, language: str, since: int
) -> tuple[TextChapter, ...]:
    """What happened after version `since`, as far back as the story goes."""
    return chapters([part for part in story if part.version > since], table, view, language)


def behind_all(told: Sequence[Any]) -> tuple[str, ...]:
    """The rulings behind a line. Where it tells more than a plain ride, what a ride is about is left out."""
    found = tuple(dict.fromkeys(number for event in told for number in rulings_of(event)))
    plain = rulings_of(e.SkierMoved(skier=0, start=0, steps=1, pushed=0, end=1))
    return tuple(number for number in found if number not in plain) or found


def cards_played(wording: EventWording, event: e.CardsRevealed) -> tuple[str, ...]:
    """Each skier's cards and speed, fastest first."""
    _ = wording.voice.say
    told = []
    for play in event.plays:
        name, cards = wording.cast.skier(play.skier), wording.cards(play.cards)
        if len(play.cards) > 1:
            told.append(_("%(name)s: %(cards)s, speed %(speed)s", name=name, cards=cards, speed=play.speed))
        else:
            told.append(_("%(name)s: %(cards)s", name=name, cards=cards or _("no card")))
    return tuple(told)
