"""The table's page of a plain game. Shared: state, where, board, clock, log, asks. Private: act, rematch, only-you."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from app.games.kernel.contract import Game, Json, Replayable
from app.tables.model import Acts, EventsOf, Status, Table
from app.web.front.table import DrawingFile, Fields
from app.web.pages.codes import spoken
from app.web.pages.pending_requests import asks
from app.web.pages.rematch_votes import rematch
from app.web.pages.setting_controls import clock_word
from app.web.pages.table_notes import said
from app.web.pages.table_regions import drawn
from app.web.plain.contract import PlainChoice, PlainGame, PlainState
from app.web.templating import Phrasebook, plain
from app.web.voice import SeatedPeople, Voice, people_at

shown_lines = 40
"""Of the log: the latest. All of it stands on a page of its own."""


@dataclass(frozen=True, slots=True)
class StateRegion:
    state: PlainState
    paused: bool


@dataclass(frozen=True, slots=True)
class WhereRegion:
    round: int
    host: str


@dataclass(frozen=True, slots=True)
class BoardRegion:
    """`result`: "" before the end; `replay`: the table's id once the game can be watched again, else ""."""

    facts: tuple[str, ...]
    result: str
    replay: str


@dataclass(frozen=True, slots=True)
class ClockRegion:
    """`deadline`: when the time for the present decision is over (epoch ms), 0 = no clock runs; `seconds`: of a whole
    decision, `length` the same in words.
    """

    deadline: int
    seconds: int
    length: str
    paused: bool


@dataclass(frozen=True, slots=True)
class LogRegion:
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeardRegion:
    """What only the reader was told, oldest first."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActRegion:
    """`kind`: choose, wait, watch, bot, left (for good) or over."""

    kind: str
    decision: int
    question: str
    choices: tuple[PlainChoice, ...]
    code: str


def told(
    plain_game: PlainGame,
    story: Sequence[EventsOf],
    table: Table,
    people: SeatedPeople,
    *,
    notes: bool = True,
) -> list[tuple[int, str]]:
    """(epoch ms, line), oldest first. `notes`: with what people did between."""
    lines = [
        (part.at, text)
        for part in story
        for event in part.events
        if (text := plain_game.sentence(event, people))
    ]
    between = said(story, table, people.voice) if notes else []
    return sorted([*lines, *between], key=lambda line: line[0])


@dataclass(frozen=True, eq=False)
class PlainTable:
    """Implements `app.web.front.table.TableFront` for a game in words. `story_versions`: how many versions back its log
    goes; all of it stands on a page of its own.
    """

    game: Game
    words: PlainGame
    phrases: Phrasebook = plain
    template: str = field(default="plain/table.html")
    story_versions: int = 200

    def people(self, table: Table, language: str) -> SeatedPeople:
        return people_at(table, Voice(language, self.phrases))

    def regions_shared(
        self,
        table: Table,
        view: Any,
        story: Sequence[EventsOf],
        present: frozenset[int],
        language: str,
        *,
        race: Sequence[EventsOf] = (),
    ) -> dict[str, str]:
        people, state = self.people(table, language), self.words.state(view)
        host = next((people.names[seat.index] for seat in table.seats if seat.player == table.host), "")
        lines = told(self.words, race or story, table, people)
        contexts: dict[str, object] = {
            "state": StateRegion(state, table.paused_at is not None),
            "where": WhereRegion(state.round, host),
            "board": self.board(table, view, people),
            "clock": ClockRegion(
                table.deadline_at or 0,
                table.settings.clock,
                clock_word(table.settings.clock, language),
                table.paused_at is not None,
            ),
            "log": LogRegion(tuple(text for _, text in lines[-shown_lines:])),
            "asks": asks(table, people, present),
        }
        return drawn("plain", contexts, language, self.phrases)

    def regions_private(
        self, table: Table, view: Any, language: str, *, race: Sequence[EventsOf] = ()
    ) -> dict[str, str]:
        people, over = self.people(table, language), table.status is Status.OVER
        seat = self.own_seat(table, view)
        contexts: dict[str, object] = {
            "act": self.act(table, view, people, seat),
            "rematch": rematch(table, seat, people, over=over),
        }
        return drawn("plain", contexts, language, self.phrases)

    def board(self, table: Table, view: Any, people: SeatedPeople) -> BoardRegion:
        over = table.status is Status.OVER and isinstance(self.game, Replayable)
        result = self.words.result(view, people)
        return BoardRegion(self.words.facts(view, people), result, table.id if over else "")

    def regions_heard(self, table: Table, heard: Sequence[EventsOf], language: str) -> dict[str, str]:
        lines = told(self.words, heard, table, self.people(table, language), notes=False)
        contexts: dict[str, object] = {
            "only-you": HeardRegion(tuple(text for _, text in lines[-shown_lines:]))
        }
        return drawn("plain", contexts, language, self.phrases)

    def own_seat(self, table: Table, view: Any) -> int | None:
        """The seat a view belongs to; a view says so in `seat`, the public one says None."""
        seat = getattr(view, "seat", None)
        return seat if isinstance(seat, int) and seat < len(table.seats) else None

    def act(self, table: Table, view: Any, people: SeatedPeople, seat: int | None) -> ActRegion:
        state, question = self.words.state(view), self.words.question(view, people)
        if state.over:
            return ActRegion("over", state.decision, "", (), table.code)
        if seat is None:
            return ActRegion("watch", state.decision, question, (), table.code)
        if table.seats[seat].dropped:
            return ActRegion("left", state.decision, question, (), table.code)
        if table.seats[seat].acts is Acts.BOT:
            return ActRegion("bot", state.decision, question, (), table.code)
        choices = self.words.choices(view, people)
        return ActRegion("choose" if choices else "wait", state.decision, question, choices, table.code)

    def act_region(self, table: Table, view: Any, language: str) -> str:
        people = self.people(table, language)
        context = self.act(table, view, people, self.own_seat(table, view))
        return drawn("plain", {"act": context}, language, self.phrases)["act"]

    def page(
        self,
        table: Table,
        view: Any,
        story: Sequence[EventsOf],
        present: frozenset[int],
        language: str,
        *,
        race: Sequence[EventsOf] = (),
    ) -> dict[str, Any]:
        regions = self.regions_shared(table, view, story, present, language, race=race)
        regions |= self.regions_private(table, view, language, race=race)
        return {
            "title": spoken(table.code),
            "table": table,
            "seat": self.own_seat(table, view),
            "regions": {name: Markup(html) for name, html in regions.items()},  # noqa: S704 - by our own templates
        }

    def beats(
        self, events: Sequence[EventsOf], table: Table, language: str, view: Any, before: Any = None
    ) -> list[dict[str, Any]]:
        """Nothing moves: a line of the log is all there is to tell, and it is told by the region."""
        people = self.people(table, language)
        return [
            {"kind": "line", "version": part.version, "sentence": text}
            for part in events
            for event in part.events
            if (text := self.words.sentence(event, people))
        ]

    def log(
        self, table: Table, view: Any, story: Sequence[EventsOf], language: str
    ) -> tuple[str, dict[str, Any]]:
        people = self.people(table, language)
        lines = [text for _, text in told(self.words, story, table, people)]
        title = people.voice.say("Log of the game")
        return "plain/log.html", {"title": title, "code": table.code, "lines": lines}

    def share(
        self, table: Table, view: Any, race: Sequence[EventsOf], language: str, *, host: str
    ) -> tuple[str, str, dict[str, Any]] | None:
        return None

    def recent(self, story: Sequence[EventsOf]) -> Sequence[EventsOf]:
        return story

    def refusal(
        self, reason: str, params: Mapping[str, Any], table: Table | None, language: str
    ) -> str | None:
        people = (
            SeatedPeople((), Voice(language, self.phrases)) if table is None else self.people(table, language)
        )
        return self.words.refusal(reason, params, people)

    def parse_action(self, form: Fields) -> Json:
        return self.words.action(form)

    def drawing_file(self, name: str) -> DrawingFile | None:
        return None
