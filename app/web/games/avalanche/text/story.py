"""What happened, round by round, each line with the rulings behind it. Names only: others read the same words."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.avalanche import events as e
from app.games.avalanche.story import CardsTurned
from app.games.avalanche.views import PublicView
from app.tables.model import EventsOf, Table
from app.web.games.avalanche.mountain.layout import cards_of
from app.web.games.avalanche.story.beats import Beat, spoken, tell
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.story.rulings import rulings_behind, rulings_of
from app.web.games.avalanche.story.woven import woven
from app.web.games.avalanche.words.voice import cast_of, voice_of


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
    wording = EventWording(cast_of(table, voice), voice, cards_of(view.deck_hash), None)
    found: list[tuple[str, list[TextLine]]] = [("", [])]
    for beat in woven(spoken(tell(story, table, view, language)), story, table, voice):
        if beat.kind == "round":
            found.append((beat.sentence, []))
        else:
            found[-1][1].append(line_of(beat, wording))
    return tuple(TextChapter(title, tuple(lines)) for title, lines in found if lines)


def line_of(beat: Beat, wording: EventWording) -> TextLine:
    """Revealed cards are their own witness; every other line of the race has its rulings."""
    moment = beat.moment
    if moment is None:
        return TextLine(beat.sentence, (), (), beat.version)
    if isinstance(moment.what, CardsTurned):
        # Each skier's cards stand below, so the sentence does not name their speeds as well.
        _ = wording.voice.say
        sentence = beat.sentence.replace(wording.revealed(moment.what.reveal), _("Cards revealed:"))
        return TextLine(sentence, cards_played(wording, moment.what.reveal), (), beat.version)
    return TextLine(beat.sentence, (), telling(rulings_behind(moment)), beat.version)


def news(
    story: Sequence[EventsOf], table: Table, view: PublicView, language: str, since: int
) -> tuple[TextChapter, ...]:
    """What happened after version `since`, as far back as the story goes."""
    return chapters([part for part in story if part.version > since], table, view, language)


def telling(rulings: tuple[str, ...]) -> tuple[str, ...]:
    """Where a line tells more than a plain ride, what a ride is about is left out."""
    plain = rulings_of(e.SkierMoved(skier=0, start=0, steps=1, pushed=0, end=1))
    return tuple(number for number in rulings if number not in plain) or rulings


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
