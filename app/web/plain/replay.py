"""A plain game that is over, step by step in words: how things stood, and each thing that happened since."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.kernel.contract import Json
from app.tables.after.replay import Replay
from app.tables.model import EventsOf
from app.web.frame import PageReader, whole
from app.web.plain.table import PlainTable


@dataclass(frozen=True, slots=True)
class PlainReplayPage:
    """`facts`: how things stood before the round; `lines`: what has happened since. `before`, `after`: the steps
    around, as in the address, "" where there is none.
    """

    table: str
    number: int
    rounds: int
    facts: tuple[str, ...]
    lines: tuple[str, ...]
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class PlainReplayRound:
    number: int
    facts: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlainReplayWords:
    table: str
    rounds: tuple[PlainReplayRound, ...]


@dataclass(frozen=True, eq=False)
class PlainReplay:
    """Implements `app.web.front.pages.ReplayFront`: a step is a sentence; every hand is open, as the game opens it."""

    front: PlainTable

    def page(self, replay: Replay, number: int, step: int, reader: PageReader, shape: str) -> str:
        now = self.told(replay, number, reader.language)
        if step > len(now.lines):
            raise LookupError(step)
        count = len(replay.rounds)
        before = f"{number}.{step - 1}" if step else ""
        if not step and number > 1:
            before = f"{number - 1}.{len(self.told(replay, number - 1, reader.language).lines)}"
        after = f"{number}.{step + 1}" if step < len(now.lines) else ""
        if not after and number < count:
            after = f"{number + 1}.0"
        page = PlainReplayPage(replay.table.id, number, count, now.facts, now.lines[:step], before, after)
        _ = self.front.people(replay.table, reader.language).voice.say
        title = _("Replay: %(place)s", place=_("Round %(round)s", round=number))
        here = f"/r/{replay.table.id}/{number}.{step}"
        return whole("plain/replay.html", title, here, page, reader, phrases=self.front.phrases)

    def round(self, replay: Replay, number: int, language: str) -> Json:
        lines = self.told(replay, number, language).lines
        steps: list[Json] = [
            {"regions": {}, "beat": None, "said": line, "place": str(number)} for line in ("", *lines)
        ]
        return {"round": number, "texts": [], "steps": steps}

    def words(self, replay: Replay, reader: PageReader) -> str:
        numbers = range(1, len(replay.rounds) + 1)
        rounds = tuple(self.told(replay, number, reader.language) for number in numbers)
        title = self.front.people(replay.table, reader.language).voice.say("The game in words")
        page, here = PlainReplayWords(replay.table.id, rounds), f"/r/{replay.table.id}/words"
        return whole("plain/words.html", title, here, page, reader, phrases=self.front.phrases)

    def told(self, replay: Replay, number: int, language: str) -> PlainReplayRound:
        """A round in words. Raises LookupError for one there is not."""
        if not 1 <= number <= len(replay.rounds):
            raise LookupError(number)
        people = self.front.people(replay.table, language)
        played = replay.rounds[number - 1]
        story: Sequence[EventsOf] = [*(replay.before if number == 1 else ()), *played.story]
        sentences = (self.front.words.sentence(event, people) for part in story for event in part.events)
        lines = tuple(text for text in sentences if text)
        return PlainReplayRound(number, self.front.words.facts(played.opening, people), lines)
