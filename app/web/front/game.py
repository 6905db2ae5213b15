"""One game's front as a whole. The rules are the other contract, `app/games/kernel/contract.py`: web knows a game by
these two and by nothing else. A front lies in a folder of its own and is named in one place, `app/web/fronts.py`.
"""

from dataclasses import dataclass

from app.games.kernel.contract import Game
from app.web.front.api import ApiFront
from app.web.front.pages import LessonFront, ReplayFront, RulesFront, SamplesFront
from app.web.front.table import TableFront
from app.web.front.text import TextFront
from app.web.front.words import GameWords


@dataclass(frozen=True, slots=True, eq=False)
class GameFront:
    """`game`: the rules. What is None the platform does without: no replay, no lesson, no rules page, no samples. Two
    fronts are never equal.
    """

    game: Game
    words: GameWords
    table: TableFront
    api: ApiFront
    text: TextFront
    replay: ReplayFront | None = None
    lesson: LessonFront | None = None
    rules: RulesFront | None = None
    samples: SamplesFront | None = None
