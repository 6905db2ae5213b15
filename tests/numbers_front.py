# ruff: noqa: ARG002 - methods of a contract take what it gives them
"""The front of the tests' small game: all of it, by the plain front. What a newcomer writes in an afternoon."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from app.games.kernel.contract import Json, MalformedAction
from app.web.front.api import ApiExamples
from app.web.front.game import GameFront
from app.web.front.words import Explained, Poster
from app.web.plain.api import PlainApi
from app.web.plain.contract import PlainChoice, PlainState
from app.web.plain.replay import PlainReplay
from app.web.plain.table import PlainTable
from app.web.plain.text import PlainText
from app.web.templating import Phrasebook, plain
from app.web.voice import TablePeople
from tests.fakes import Locked, Numbers, NumbersView, Revealed


class NumbersWords:
    """Implements `GameWords`."""

    phrases: Phrasebook = plain

    def poster(self, language: str) -> Poster:
        return Poster(
            title="Numbers", line="Pick 1, 2 or 3. The highest sum wins.", short="Pick and add up.",
            meta="A game of numbers.", seats="1 to 5", minutes="1", alone="Alone", alone_line="Against nobody.",
            together="With friends.", hero="", how="", picture="",
        )  # fmt: skip

    def options(self, language: str) -> Mapping[str, Explained]:
        return {"long": Explained("Long", "Five rounds."), "crowd": Explained("Crowd", "For three or more.")}

    def bots(self, language: str) -> Mapping[str, Explained]:
        return {"low": Explained("Low", "Picks 1."), "high": Explained("High", "Picks anything.")}

    def variant(self, seats: int, language: str) -> str:
        return f"Numbers for {seats}."

    def figures(self, seats: int, language: str) -> tuple[str, ...]:
        return ("First", "Second") if seats == 2 else ("Yours",)


class NumbersInWords:
    """Implements `PlainGame`."""

    def state(self, view: NumbersView) -> PlainState:
        return PlainState(view.decision, view.decision, view.over)

    def facts(self, view: NumbersView, people: TablePeople) -> tuple[str, ...]:
        return tuple(
            f"{name}: {total}{' (in)' if seat in view.locked else ''}"
            for seat, (name, total) in enumerate(zip(people.names, view.sums, strict=True))
        )

    def question(self, view: NumbersView, people: TablePeople) -> str:
        return "Pick a number." if view.own is None else f"You picked {view.own}. You may pick another."

    def choices(self, view: NumbersView, people: TablePeople) -> tuple[PlainChoice, ...]:
        return tuple(PlainChoice(str(n), "number", str(n)) for n in (1, 2, 3))

    def action(self, form: Mapping[str, Sequence[str]]) -> Json:
        number = (*form.get("number", ()), "")[0]
        if not number.isdecimal():
            raise MalformedAction("not_a_pick")
        return {"type": "pick", "number": int(number)}

    def sentence(self, event: Any, people: TablePeople) -> str:
        match event:
            case Locked(seat):
                return f"{people.names[seat]} is in."
            case Revealed(picks):
                return "Revealed: " + ", ".join(str(pick) for pick in picks)
        return ""

    def result(self, view: NumbersView, people: TablePeople) -> str:
        if not view.over:
            return ""
        best = max(view.sums)
        return (
            people.voice.names([n for n, total in zip(people.names, view.sums, strict=True) if total == best])
            + " won"
        )

    def refusal(self, reason: str, params: Mapping[str, Any], people: TablePeople) -> str | None:
        known = {
            "no_such_number": "Only 1, 2 and 3 can be picked.",
            "four_is_not_long": "Four do not play long.",
        }
        return known.get(reason)


table = PlainTable(Numbers(), NumbersInWords())

numbers_front = GameFront(
    game=table.game,
    words=NumbersWords(),
    table=table,
    text=PlainText(table),
    replay=PlainReplay(table),
    api=PlainApi(
        table,
        asdict,
        ApiExamples(
            option="long",
            bot_level="low",
            action={"type": "pick", "number": 2},
            event={"type": "locked", "seat": 0},
            sentence="Mira is in.",
            reason="sum",
        ),
    ),
)
