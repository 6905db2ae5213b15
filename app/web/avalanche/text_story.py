"""What happened, round by round, each line with the rulings behind it. Names only: others read the same words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.games.avalanche import events as e
from app.games.avalanche.views import PublicView
from app.tables.model import EventsOf, Table
from app.web.avalanche.asides import said
from app.web.avalanche.beats import beats_of
from app.web.avalanche.decided import decided
from app.web.avalanche.layout import cards_of, layout_of
from app.web.avalanche.rulings import rulings_of
from app.web.avalanche.sentences import Teller
from app.web.avalanche.words import cast_of, voice_of

silent = frozenset({"quicken", "draw", "restore"})
"""Beats for the motion on the mountain only."""


@dataclass(frozen=True, slots=True)
class Line:
    """One fact. `plays`: the cards of each skier, where they are revealed. `rulings`: numbers, as "AV-12"."""

    sentence: str
    plays: tuple[str, ...]
    rulings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A round, or what stands between two. `title`: "" if its beginning is no longer told."""

    title: str
    lines: tuple[Line, ...]


def chapters(story: Sequence[EventsOf], table: Table, view: PublicView, language: str) -> tuple[Chapter, ...]:
    """Oldest first; a round in which nothing has happened yet is left out. `view`: the public one after the story."""
    voice = voice_of(language)
    flat = [(part.version, event) for part in story for event in part.events]
    across = any(isinstance(event, e.HeatStarted) for _, event in flat)
    layout = None if across else layout_of(view.deck_hash, view.mountain)
    teller = Teller(cast_of(table, voice), voice, cards_of(view.deck_hash), layout)
    found: list[tuple[str, list[Line]]] = [("", [])]
    used: set[int] = set()
    when = {part.version: part.at for part in story}
    late, asides = decided(story), said(story, table, voice)
    for index, (version, event) in enumerate(flat):
        while asides and asides[0][0] < when[version]:
            found[-1][1].append(Line(asides.pop(0)[1], (), ()))
        if seats := late.pop(version, ()):
            found[-1][1].append(Line(teller.clocked(seats), (), ()))
        if index in used:
            continue
        if isinstance(event, e.HeatStarted):
            teller = replace(teller, layout=layout_of(view.deck_hash, event.mountain))
        before = set(used)
        beats = beats_of(teller, event, flat, index, used)
        behind = [event, *(flat[at][1] for at in sorted(used - before))]
        rulings = behind_all(behind)
        for beat in beats:
            if beat.kind == "round":
                found.append((beat.sentence, []))
            elif beat.sentence and beat.kind not in silent:
                plays = cards_played(teller, event) if beat.kind == "reveal" else ()
                found[-1][1].append(Line(beat.sentence, plays, () if beat.kind == "reveal" else rulings))
    found[-1][1].extend(Line(text, (), ()) for _, text in asides)
    return tuple(Chapter(title, tuple(lines)) for title, lines in found if lines)


def behind_all(told: Sequence[Any]) -> tuple[str, ...]:
    """The rulings behind a line. Where it tells more than a plain ride, what a ride is about is left out."""
    found = tuple(dict.fromkeys(number for event in told for number in rulings_of(event)))
    plain = rulings_of(e.SkierMoved(skier=0, start=0, steps=1, pushed=0, end=1))
    return tuple(number for number in found if number not in plain) or found


def cards_played(teller: Teller, event: e.CardsRevealed) -> tuple[str, ...]:
    """Each skier's cards and speed, fastest first."""
    _ = teller.voice.say
    told = []
    for play in event.plays:
        name, cards = teller.cast.skier(play.skier), teller.cards(play.cards)
        if len(play.cards) > 1:
            told.append(_("%(name)s: %(cards)s, speed %(speed)s", name=name, cards=cards, speed=play.speed))
        else:
            told.append(_("%(name)s: %(cards)s", name=name, cards=cards or _("no card")))
    return tuple(told)
