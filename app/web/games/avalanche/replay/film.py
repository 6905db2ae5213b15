"""All steps of a race in one language, and where each of them is: what comes before and after, and what is said."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.games.avalanche.events import MulliganDecided
from app.tables.after.replay import Replay
from app.web.games.avalanche.mountain.layout import cards_of, layout_of
from app.web.games.avalanche.replay.contexts import ReplayLinks, Telling
from app.web.games.avalanche.replay.steps import ReplayStep, steps_of
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.words.voice import cast_of, controlled_speed, voice_of


@dataclass(frozen=True, slots=True)
class Film:
    """All steps of a race in one language. `rounds[n - 1]` are those of round n; `tellers` know its mountain."""

    replay: Replay
    rounds: tuple[tuple[ReplayStep, ...], ...]
    wordings: tuple[EventWording, ...]

    def at(self, number: int, step: int) -> ReplayStep:
        if not 1 <= number <= len(self.rounds) or not 0 <= step < len(self.rounds[number - 1]):
            raise LookupError(f"{number}.{step}")
        return self.rounds[number - 1][step]

    @property
    def lengths(self) -> tuple[int, ...]:
        return tuple(len(steps) for steps in self.rounds)


def film_of(replay: Replay, language: str) -> Film:
    voice = voice_of(language)
    cast = cast_of(replay.table, voice)
    deck = cards_of(replay.table.deck_hash)
    rounds, wordings = [], []
    for now, following in pairwise([*replay.rounds, None]):
        assert now is not None
        public = now.opening.public
        wording = EventWording(cast, voice, deck, layout_of(public.deck_hash, public.mountain))
        rounds.append(steps_of(now.opening, now.story, following.opening if following else None, wording))
        wordings.append(wording)
    return Film(replay, tuple(rounds), tuple(wordings))


def telling_of(film: Film, number: int, step: int) -> Telling:
    """Where a step is and what happens in it. A race of several heats counts its rounds anew in each."""
    now, wording = film.at(number, step), film.wordings[number - 1]
    _ = wording.voice.say
    view = film.at(number, 0).view
    last = film.lengths[number - 1] - 1
    names = wording.cast.names
    name = (
        _("Heat %(heat)s, round %(round)s", heat=view.heat, round=view.round)
        if "racing" in view.options
        else _("Round %(round)s", round=view.round)
    )
    if now.beat is None:
        return Telling(number, step, name, name, opening_sentence(film, number), names)
    place = _("%(round)s, step %(step)s of %(last)s", round=name, step=step, last=last)
    return Telling(number, step, name, place, now.beat.sentence, names)


def opening_sentence(film: Film, number: int) -> str:
    """What is to be said before the cards are turned."""
    wording, view = film.wordings[number - 1], film.at(number, 0).view
    _ = wording.voice.say
    said = [
        wording.mulligan(event)
        for part in (film.replay.before if number == 1 else ())
        for event in part.events
        if isinstance(event, MulliganDecided)
    ]
    if view.limit is None and wording.cast.controlled:
        said += [_("Every hand is open."), controlled_speed(wording.voice)]
    elif view.limit is None:
        said.append(_("Every hand is open. There is no speed limit."))
    else:
        said.append(_("Every hand is open. The speed limit is %(limit)s.", limit=view.limit))
    return " ".join(said)


def chosen(steps: Sequence[ReplayStep]) -> ReplayStep:
    """The step at which a round's hands are told: as soon as the cards lie open, so the played ones can be named."""
    return next((step for step in steps if step.revealed is not None), steps[0])


def ways_of(film: Film, number: int, step: int) -> ReplayLinks:
    """The addresses around a step; "" where there is nothing further."""
    base, lengths = f"/r/{film.replay.table.id}", film.lengths

    def to(round_number: int, at: int) -> str:
        return f"{base}/{round_number}.{at}"

    last = lengths[number - 1] - 1
    end = (len(lengths), lengths[-1] - 1)
    before = to(number, 0) if step else to(number - 1, 0) if number > 1 else ""
    back = to(number, step - 1) if step else to(number - 1, lengths[number - 2] - 1) if number > 1 else ""
    ahead = "" if (number, step) == end else to(number, step + 1) if step < last else to(number + 1, 0)
    after = to(number + 1, 0) if number < len(lengths) else "" if (number, step) == end else to(*end)
    return ReplayLinks(before, back, ahead, after)
