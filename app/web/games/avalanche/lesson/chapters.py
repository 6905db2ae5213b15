"""The first lesson's script: six small positions, what the other two do in them, and what the guide says.

Each chapter is one round from a position of its own, so nothing one does in it can spoil the next. The rules are
played by the same engine as everywhere; here are only cards, places and words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.games.avalanche.deck import standard
from app.games.avalanche.events import (
    CardsRevealed,
    Crashed,
    RocketJumped,
    SkierBuried,
    SkierFinished,
    YetiHit,
)
from app.games.kernel.contract import Json
from app.web.games.avalanche.words.voice import RaceVoice

YOU, FLURIN, GRETA = 0, 1, 2
mountain = ("c3b", "t2a", "d4c", "s5a", "c1b", "s3a", "t3c", "d1b", "s2c", "t1b", "c4a", "d2b")

Told = Callable[[Sequence[Any], RaceVoice], str]
"""What the guide says after a round, from its events."""


def always(_events: Sequence[Any]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class LessonChapter:
    """`at`: where You, Flurin and Greta stand (0 = start line). `plays`: the cards the other two select.
    `title`, `task` and `after` are said by the guide.
    `done`: whether the chapter's lesson was met.
    """

    title: Callable[[RaceVoice], str]
    task: Callable[[RaceVoice], str]
    after: Told
    round: int
    at: tuple[int, int, int]
    hand: tuple[str, ...]
    plays: tuple[str, str]
    yeti: str = "top"
    avalanche: tuple[int, int] = (0, 0)
    buried: tuple[int, ...] = ()
    done: Callable[[Sequence[Any]], bool] = always

    def position(self) -> Json:
        """The chapter's start in the interchange format."""
        hands = [list(self.hand), [self.plays[0]], [] if GRETA in self.buried else [self.plays[1]]]
        used = {*mountain, *(card for hand in hands for card in hand)}
        return {
            "game": "avalanche",
            "players": 3,
            "options": [],
            "heat": 1,
            "round": self.round,
            "phase": "select",
            "mountain": list(mountain),
            "deck": [card.id for card in standard.cards if card.id not in used],
            "discard": [],
            "hands": hands,
            "display": [],
            "skiers": [
                {
                    "player": seat,
                    "state": "buried" if seat in self.buried else "racing",
                    "at": at,
                    "line": (2, 1, 3)[seat],
                    "rockets": True,
                    "stack": [],
                }
                for seat, at in enumerate(self.at)
            ],
            "yeti": self.yeti,
            "avalanche": {"at": self.avalanche[0], "speed": self.avalanche[1]},
            "points": [0, 0, 0],
            "finished": [],
        }


def crashed(events: Sequence[Any]) -> bool:
    return any(isinstance(e, Crashed) and e.skier == YOU for e in events)


def jumped(events: Sequence[Any]) -> bool:
    return any(isinstance(e, RocketJumped) and e.skier == YOU for e in events)


def finished(events: Sequence[Any]) -> bool:
    return any(isinstance(e, SkierFinished) and e.skier == YOU for e in events)


def hits(events: Sequence[Any]) -> int:
    return sum(isinstance(e, YetiHit) for e in events)


def send_yeti(voice: RaceVoice) -> str:
    _ = voice.say
    return _(
        "You are farthest uphill now. Choose where the yeti should stop, then send him. At a fork, choose the path."
    )


def after_limit(events: Sequence[Any], voice: RaceVoice) -> str:
    _ = voice.say
    total = next(e.total for e in events if isinstance(e, CardsRevealed))
    if crashed(events):
        return _(
            "Total %(total)s, limit 10. You were fastest, so you crashed: one space only. Nobody else was "
            "held up.",
            total=total,
        )
    if total == 10:
        return _("Exactly 10: safe. A crash needs one more. Leaving room is half the game.")
    return _(
        "Total %(total)s, limit 10: nobody crashes. Above the limit, only the fastest would have crashed.",
        total=total,
    )


def after_jump(events: Sequence[Any], voice: RaceVoice) -> str:
    _ = voice.say
    if not jumped(events):
        return _(
            "You only skied. Look for the rocket on a card, or pick the two squares together, and try again."
        )
    if any(isinstance(e, RocketJumped) and e.skier == YOU and e.wild for e in events):
        return _(
            "A wild jump: two cards with the same symbol take off from anywhere. But each jump speeds the "
            "avalanche up by one."
        )
    return _(
        "Over a whole card. One skier a round may jump on a symbol, the fastest. And each jump speeds "
        "the avalanche up by one."
    )


def after_yeti(events: Sequence[Any], voice: RaceVoice) -> str:
    _ = voice.say
    match hits(events):
        case 0:
            return _("Nobody was hit. A skier the yeti hits cannot rocket jump in the next round.")
        case 1:
            return _(
                "One hit: that skier cannot rocket jump next round. The yeti can walk uphill, too, towards you."
            )
    return _("Two at once: neither may jump next round. Remember it when they move the yeti.")


def after_avalanche(events: Sequence[Any], voice: RaceVoice) -> str:
    _ = voice.say
    if any(isinstance(e, SkierBuried) and e.skier == GRETA for e in events):
        return _(
            "It covers as many snowbanks as its number. Greta is out, a helicopter has her. With two left "
            "the limit is 7."
        )
    return _("It covers as many snowbanks as its number, and it never stops.")


def after_finish(events: Sequence[Any], voice: RaceVoice) -> str:
    _ = voice.say
    if finished(events):
        return _(
            "First over the line, and the race ends at once. That is the whole game. Now with others, or "
            "alone against the yeti."
        )
    return _("So close. Five spaces, or a jump over the last card, take you over the line.")


chapters: tuple[LessonChapter, ...] = (
    LessonChapter(
        title=lambda v: v.say("Pick a speed"),
        task=lambda v: v.say(
            "The number is how far you ski. Flurin and Greta have picked in secret. Pick a card and lock it "
            "in."
        ),
        after=lambda _events, v: v.say(
            "All cards turn at once; the fastest moves first. If your last space is occupied, you go on to "
            "the next empty one. And you draw one new card."
        ),
        round=1,
        at=(0, 0, 0),
        hand=("c2a", "s3b", "d4a", "t5a"),
        plays=("d1a", "s1a"),
    ),
    LessonChapter(
        title=lambda v: v.say("The speed limit"),
        task=lambda v: v.say(
            "Three skiers have a limit of 10 for their total; above it, the fastest skiers crash. These two "
            "like to play a 4 each. How much is left for you?"
        ),
        after=after_limit,
        round=2,
        at=(9, 6, 3),
        hand=("c1a", "d2a", "t5a"),
        plays=("c4b", "s4a"),
    ),
    LessonChapter(
        title=lambda v: v.say("Rocket jump"),
        task=lambda v: v.say(
            "You stand on a circle. A circle card jumps over the next card; so do any two cards with the "
            "same symbol. Try it."
        ),
        after=after_jump,
        done=jumped,
        round=3,
        at=(11, 9, 6),
        hand=("c3a", "s1b", "s2a", "d4b"),
        plays=("t1a", "t2b"),
    ),
    LessonChapter(
        title=lambda v: v.say("The yeti"),
        task=lambda v: v.say(
            "After the skiing, whoever is farthest uphill moves the yeti. That will be you: pick a card, then "
            "send the yeti through somebody."
        ),
        after=after_yeti,
        round=4,
        at=(8, 13, 12),
        hand=("c1a", "t2b"),
        plays=("s2b", "t3a"),
        yeti="5.3",
        avalanche=(2, 1),
    ),
    LessonChapter(
        title=lambda v: v.say("The avalanche"),
        task=lambda v: v.say(
            "It moves last, and what it reaches is buried. Red stripes show what it takes next: Greta "
            "should hurry. You too."
        ),
        after=after_avalanche,
        round=5,
        at=(18, 20, 13),
        hand=("d2a", "s3b", "c4b"),
        plays=("s3c", "d1a"),
        yeti="10.1",
        avalanche=(12, 2),
    ),
    LessonChapter(
        title=lambda v: v.say("Over the line"),
        task=lambda v: v.say("The first skier off the last card wins. Which of these is enough?"),
        after=after_finish,
        done=finished,
        round=6,
        at=(27, 26, 14),
        hand=("c2b", "s4b", "d5a"),
        plays=("s1b", "d1a"),
        yeti="10.1",
        avalanche=(20, 3),
        buried=(GRETA,),
    ),
)
