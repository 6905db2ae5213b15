"""Numbers with options of several values and a group of which one at most is set, and a front for it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.games.kernel.contract import Option, Transition
from app.web.front.words import Explained
from app.web.plain.api import PlainApi
from app.web.plain.table import PlainTable
from app.web.plain.text import PlainText
from tests.fakes import Numbers
from tests.numbers_front import NumbersInWords, NumbersWords, numbers_front

every = frozenset(range(1, 6))
length = Option("length", every, ("short", "long", "longest"))
crowd = Option("crowd", frozenset({3, 4, 5}), ("none", "many"))
storm, fog = Option("storm", every, group="weather"), Option("fog", every, group="weather")


class Choosy(Numbers):
    """`started`: the options the game was started with."""

    key = "choosy"
    options = (length, storm, fog, crowd, Option("plain", every))
    started: tuple[str, ...] = ()

    def start(self, options: Sequence[str], seats: int, seed: bytes) -> Transition:
        self.started = tuple(options)
        return super().start((), seats, seed)


class ChoosyWords(NumbersWords):
    def options(self, language: str) -> Mapping[str, Explained]:
        assert language
        return {
            "length": Explained("Length", "How long it goes.", {"short": "Short", "long": "Long"}),
            "weather": Explained("Weather", "Fair."),
            "storm": Explained("Storm", "It blows."),
            "fog": Explained("Fog", "Nobody sees."),
            "crowd": Explained("Crowd", "Who stands by.", {"none": "Nobody", "many": "Many"}),
            "plain": Explained("Plain", "Nothing special."),
        }


table = PlainTable(Choosy(), NumbersInWords())


def encoded(view: Any) -> dict[str, Any]:
    return {"sums": list(view.sums)}


choosy_front = replace(
    numbers_front,
    game=table.game,
    words=ChoosyWords(),
    table=table,
    text=PlainText(table),
    api=PlainApi(table, encoded, numbers_front.api.examples),
)
