"""The first lesson: a guided race on the real screen, by the real rules, with nothing stored.

A chapter is its position and the choices made in it so far; both come with every request, so the lesson needs no
table, no seat and no socket, and a reload only begins the chapter again.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.games.avalanche.actions import MoveYeti, Play, Select
from app.games.avalanche.deck import standard
from app.games.avalanche.events import Phase
from app.games.avalanche.game import Avalanche
from app.games.avalanche.placement import place
from app.games.avalanche.views import PrivateView
from app.games.kernel.contract import Json
from app.tables.model import Acts, EventsOf, SeatRow, Status, Table
from app.web.games.avalanche.lesson.chapters import FLURIN, GRETA, YOU, LessonChapter, chapters, send_yeti
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.words.voice import RaceVoice, cast_of

game = Avalanche()
choices_at_most = 8
"""A round asks for two choices at most; a selection may be taken back a few times."""


@dataclass(frozen=True, slots=True)
class Coach:
    """What the guide says. `who`, `hat`: which skier the reader is. `next`: address of what follows, None while the
    round is to be played; `again`: the chapter's lesson was missed, so it is offered once more. `so_far`: the choices
    made, as JSON for the form.
    """

    number: int
    count: int
    title: str
    who: str
    hat: int
    text: str
    next: str | None
    again: bool
    last: bool
    so_far: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A chapter as played so far. `ended`: its round is over."""

    number: int
    chapter: LessonChapter
    table: Table
    view: PrivateView
    story: tuple[EventsOf, ...]
    so_far: tuple[Json, ...]
    ended: bool

    @property
    def events(self) -> list[Any]:
        return [event for version in self.story for event in version.events]


def play(number: int, so_far: Sequence[Any], name: str) -> Lesson:
    """Chapter `number` (from 1) after these choices of the learner. Raises LookupError for a chapter there is not,
    MalformedAction and IllegalAction as the rules do.
    """
    if not 1 <= number <= len(chapters) or len(so_far) > choices_at_most:
        raise LookupError(number)
    chapter = chapters[number - 1]
    state = place(chapter.position(), standard, bytes(32))
    story: list[EventsOf] = []

    def act(seat: int, action: Any) -> None:
        nonlocal state
        decision = game.decision(state)
        step = game.apply(state, seat, action)
        state = step.state
        story.append(EventsOf(len(story) + 2, decision, seat, "human", step.events))

    def others() -> None:
        while view().public.round == chapter.round:
            waiting = [seat for seat in game.waiting_on(state) if seat != YOU]
            if not waiting:
                return
            act(waiting[0], choice_of(chapter, waiting[0], view().public.phase))

    def view() -> PrivateView:
        seen = game.view(state, YOU)
        assert isinstance(seen, PrivateView)
        return seen

    others()
    for raw in so_far:
        act(YOU, game.decode_action(raw))
        others()
    public = view().public
    ended = public.round != chapter.round or public.phase is Phase.OVER
    return Lesson(
        number,
        chapter,
        table_of(name, 1 + len(story)),
        view(),
        tuple(story),
        tuple(so_far),
        ended,
    )


def choice_of(chapter: LessonChapter, seat: int, phase: Phase) -> Any:
    """What Flurin and Greta do: their scripted card, and they leave the yeti where he is."""
    if phase is Phase.YETI:
        return MoveYeti(())
    return Select((Play(seat, (chapter.plays[seat - 1],)),))


def table_of(name: str, version: int) -> Table:
    """A table for the screen alone."""

    def seat(index: int, player: str | None, called: str, acts: Acts) -> SeatRow:
        return SeatRow(index, player, called, acts, None, (index,), True)

    return Table(
        id="lesson",
        code="LESSON",
        game=game.key,
        rules_version=game.rules_version,
        deck_hash=game.deck_hash(),
        options=(),
        status=Status.PLAYING,
        host="you",
        version=version,
        chat_version=0,
        seats=(
            seat(YOU, "you", name or "Robin", Acts.HUMAN),
            seat(FLURIN, None, "Flurin", Acts.BOT),
            seat(GRETA, None, "Greta", Acts.BOT),
        ),
        commitment="",
    )


def coach(lesson: Lesson, voice: RaceVoice) -> Coach:
    chapter, events = lesson.chapter, lesson.events
    cast = cast_of(lesson.table, voice)
    met = not lesson.ended or chapter.done(events)
    if lesson.ended:
        text = chapter.after(events, voice)
    else:
        text = (send_yeti if lesson.view.public.phase is Phase.YETI else chapter.task)(voice)
    following = f"/lesson/avalanche/{lesson.number + 1 if met else lesson.number}"
    last = lesson.number == len(chapters)
    return Coach(
        number=lesson.number,
        count=len(chapters),
        title=chapter.title(voice),
        who=voice.say("You are %(name)s: %(hat)s.", name=cast.names[YOU], hat=cast.hat_name(YOU)),
        hat=cast.hats[YOU],
        text=text,
        next=following if lesson.ended and not (last and met) else None,
        again=lesson.ended and not met,
        last=lesson.ended and met and last,
        so_far=json.dumps(lesson.so_far),
    )


def regions(lesson: Lesson, language: str) -> dict[str, str]:
    """The screen's regions, as at any table."""
    present = frozenset(seat.index for seat in lesson.table.seats)
    shared = screen.regions_shared(lesson.table, lesson.view, lesson.story, present, language)
    table = lesson.table
    if lesson.ended:  # nothing is asked any more: the hand is shown as one a bot plays
        own = replace(table.seats[YOU], acts=Acts.BOT)
        table = replace(table, seats=(own, *table.seats[1:]))
    return shared | screen.regions_private(table, lesson.view, language)


def beats(lesson: Lesson, since: int, language: str) -> list[dict[str, Any]]:
    news = [version for version in lesson.story if version.version > since]
    return screen.beats(news, lesson.table, language, lesson.view)
