# ruff: noqa: ARG002 - methods of a contract take what it gives them
"""Fronts of the tests' small games, all plain; and `python -m tests.fake_games serve`, a server that has them beside
Avalanche.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from typing import Any

from app import cli, main
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
from tests.fake_dice import Dice, GiveUp, Keep, Throw
from tests.fake_race import Step
from tests.fake_timed_race import TimedRace
from tests.fake_trade import Offer, Reply, Trade
from tests.fake_whispers import whispers_front


@dataclass(frozen=True)
class FakeWords:
    """Implements `GameWords` for any of them: everything is called what it is in the rules."""

    game: Any
    phrases: Phrasebook = plain

    def poster(self, language: str) -> Poster:
        return Poster(
            title=self.game.key, line="A small game.", short="Small.", meta="A small game.", seats="2 to 4",
            minutes="1", alone="", alone_line="", together="With friends.", hero="", how="", picture="",
        )  # fmt: skip

    def options(self, language: str) -> Mapping[str, Explained]:
        return {option.key: Explained(option.key, option.key) for option in self.game.options}

    def bots(self, language: str) -> Mapping[str, Explained]:
        return {level: Explained(level, level) for level in self.game.bot_levels}

    def variant(self, seats: int, language: str) -> str:
        return f"For {seats}."

    def figures(self, seats: int, language: str) -> tuple[str, ...]:
        return ("Yours",)


@dataclass(frozen=True)
class FakeInWords:
    """Implements `PlainGame`: views and events as they are, a button for each of `actions` while one is awaited."""

    game: Any
    actions: Sequence[Any]

    def state(self, view: Any) -> PlainState:
        return PlainState(1, view.number, view.over)

    def facts(self, view: Any, people: TablePeople) -> tuple[str, ...]:
        return (str(view),)

    def question(self, view: Any, people: TablePeople) -> str:
        return "Your move." if view.awaited else "Wait."

    def choices(self, view: Any, people: TablePeople) -> tuple[PlainChoice, ...]:
        encoded = [self.game.encode_action(action) for action in self.actions] if view.awaited else []
        return tuple(PlainChoice(str(action), "action", json.dumps(action)) for action in encoded)

    def action(self, form: Mapping[str, Sequence[str]]) -> Json:
        try:
            found: Json = json.loads((*form.get("action", ()), "")[0])
        except ValueError:
            raise MalformedAction("no_action") from None
        return found

    def sentence(self, event: Any, people: TablePeople) -> str:
        return str(event)

    def result(self, view: Any, people: TablePeople) -> str:
        return "It is over." if view.over else ""

    def refusal(self, reason: str, params: Mapping[str, Any], people: TablePeople) -> str | None:
        return None


def encoded(view: Any) -> Json:
    return asdict(view) if is_dataclass(view) and not isinstance(view, type) else {}


def front_of(game: Any, actions: Sequence[Any], event: Json) -> GameFront:
    table = PlainTable(game, FakeInWords(game, actions))
    examples = ApiExamples(
        option="", bot_level=game.bot_levels[0], action=game.encode_action(actions[0]), event=event,
        sentence="It was.", reason="first_in",
    )  # fmt: skip
    return GameFront(
        game=game,
        words=FakeWords(game),
        table=table,
        text=PlainText(table),
        api=PlainApi(table, encoded, examples),
        replay=PlainReplay(table),
    )


class UnhurriedRace(TimedRace):
    """With a bell that no machine is too slow for."""

    bell = 600_000


fake_fronts: dict[str, GameFront] = {
    front.game.key: front
    for front in (
        front_of(Dice(), (Throw(), Keep(), GiveUp()), {"type": "thrown", "seat": 0, "eyes": 3}),
        front_of(Trade(), (Offer(377), Reply(True), Reply(False)), {"type": "traded", "seat": 0, "coins": 1}),
        front_of(UnhurriedRace(), (Step(),), {"type": "stepped", "seat": 0, "at": 1}),
        whispers_front,
    )
}

if __name__ == "__main__":
    main.games = main.games | {key: front.game for key, front in fake_fronts.items()}
    main.fronts = {**main.fronts, **fake_fronts}
    sys.exit(cli.main())
