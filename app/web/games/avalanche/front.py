"""Everything a person or a program sees of Avalanche, in one value."""

from collections.abc import Iterator, Sequence

from app.games.avalanche.game import Avalanche
from app.web.front.game import GameFront
from app.web.front.pages import Sample
from app.web.games.avalanche.api import wire
from app.web.games.avalanche.lesson.page import lesson_front
from app.web.games.avalanche.replay.page import replay_screen
from app.web.games.avalanche.rules import rules
from app.web.games.avalanche.samples.replays import replay_looks
from app.web.games.avalanche.samples.tables import samples
from app.web.games.avalanche.table.screen import screen
from app.web.games.avalanche.text.page import text_screen
from app.web.games.avalanche.words.game_words import words


class AvalancheSamples:
    """Implements `app.web.front.pages.SamplesFront`."""

    in_place: frozenset[str] = frozenset({"state", "mountain", "board", "avalanche", "pieces", "rail", "aim"})

    def tables(self) -> Sequence[Sample]:
        return tuple(samples())

    def replay_looks(self, language: str) -> Iterator[tuple[str, str, str]]:
        return replay_looks(language)


front = GameFront(
    game=Avalanche(),
    words=words,
    table=screen,
    api=wire,
    text=text_screen,
    replay=replay_screen,
    lesson=lesson_front,
    rules=rules,
    samples=AvalancheSamples(),
)
