# ruff: noqa: ARG002 - methods of a contract take what it gives them
"""The table's page of Yeti. Shared: state, where, weather, roster, camps, spaces, climbers, trail, slots, clock,
finish, log, asks. Private: throw, market, act, rematch.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from app.games.yeti.events import TurnPhase
from app.games.yeti.motion import length_ms
from app.games.yeti.views import DiceView, SeatDiceView
from app.tables.model import EventsOf, Status, Table
from app.web.games.yeti.table import act, finish, market, stage, throw
from app.web.games.yeti.table import contexts as c
from app.web.games.yeti.words.in_words import public
from app.web.pages.codes import spoken
from app.web.pages.pending_requests import asks
from app.web.pages.rematch_votes import rematch
from app.web.pages.table_regions import drawn
from app.web.plain.table import LogRegion, PlainTable, WhereRegion, shown_lines, told
from app.web.voice import SeatedPeople


@dataclass(frozen=True, eq=False)
class YetiTable(PlainTable):
    """Implements `app.web.front.table.TableFront`: the plain table's sentences, with pictures."""

    template: str = field(default="yeti/table.html")

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
        people, now = self.people(table, language), public(view)
        host = next((people.names[seat.index] for seat in table.seats if seat.player == table.host), "")
        lines = told(self.words, race or story, table, people)
        paused = table.paused_at is not None
        over = now.phase is TurnPhase.OVER
        plain: dict[str, object] = {
            "where": WhereRegion(now.round, host),
            "log": LogRegion(tuple(text for _, text in lines[-shown_lines:])),
            "asks": asks(table, people, present),
        }
        own: dict[str, object] = {
            "state": c.DiceStateRegion(
                now.phase.value, now.round, now.decision, None if over else now.turn, now.final, paused
            ),
            "weather": stage.weather(now, people),
            "roster": stage.crew(now, table, people, present),
            "camps": stage.camps(now, table),
            "spaces": stage.spaces(now),
            "climbers": stage.climbers(now, table, people),
            "trail": stage.trail(now, table, people),
            "slots": stage.slots(now, people),
            "clock": self.clock(table, now, people),
            "finish": finish.end(now, table, people, race),
        }
        return drawn("plain", plain, language, self.phrases) | drawn("yeti", own, language, self.phrases)

    def clock(self, table: Table, now: DiceView, people: SeatedPeople) -> c.SunClock:
        over = now.phase is TurnPhase.OVER
        word = "" if over else people.voice.say("for %(name)s", name=people.names[now.turn])
        return c.SunClock(
            table.deadline_at or 0, table.settings.clock, now.round, table.paused_at is not None, word
        )

    def regions_private(
        self, table: Table, view: Any, language: str, *, race: Sequence[EventsOf] = ()
    ) -> dict[str, str]:
        people, over = self.people(table, language), table.status is Status.OVER
        seat, now = self.own_seat(table, view), public(view)
        choosing = act.kind_of(table, now, seat) == now.phase.value and not over
        own: dict[str, object] = {
            "throw": throw.throw(now, people, own=choosing),
            "market": market.market(now, table, people, buying=choosing and now.phase is TurnPhase.SPEND),
            "act": act.act(table, view, people, seat),
        }
        again: dict[str, object] = {"rematch": rematch(table, seat, people, over=over)}
        return drawn("yeti", own, language, self.phrases) | drawn("plain", again, language, self.phrases)

    def act_region(self, table: Table, view: DiceView | SeatDiceView, language: str) -> str:
        people = self.people(table, language)
        context: dict[str, object] = {"act": act.act(table, view, people, self.own_seat(table, view))}
        return drawn("yeti", context, language, self.phrases)["act"]

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
            "players": public(view).players,
            "phase": public(view).phase.value,
            "regions": {name: Markup(html) for name, html in regions.items()},  # noqa: S704 - by our own templates
        }

    def beats(
        self, events: Sequence[EventsOf], table: Table, language: str, view: Any, before: Any = None
    ) -> list[dict[str, Any]]:
        """A sentence for each event, with how long it is shown."""
        people = self.people(table, language)
        return [
            {"kind": type(event).__name__, "version": part.version, "sentence": text, "ms": length_ms(event)}
            for part in events
            for event in part.events
            if (text := self.words.sentence(event, people))
        ]
