"""A race that is over, step by step on its mountain. Every region is shared: there is no "you" in a replay.

Regions: state mountain board avalanche pieces rail roster clock reveal as on the table, and limit (the road sign with
the total), told (where we are, and what happens), ways (to the steps around), hands (all of them), steps (the round's
steps in words).
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial

from babel.dates import format_date
from markupsafe import Markup

from app.games.avalanche.views import SkierState
from app.games.kernel.contract import Json
from app.tables.after.replay import Replay
from app.web.frame import PageReader, region
from app.web.games.avalanche.mountain import places
from app.web.games.avalanche.mountain.layout import layout_of
from app.web.games.avalanche.pieces import board
from app.web.games.avalanche.pieces.roster import Roster, roster
from app.web.games.avalanche.replay.contexts import (
    ReplayPlace,
    ReplayStepsList,
    hands_of,
    limit_of,
    slider_of,
    sun_of,
)
from app.web.games.avalanche.replay.film import Film, chosen, film_of, telling_of, ways_of
from app.web.games.avalanche.replay.steps import ReplayStep
from app.web.games.avalanche.story import log
from app.web.games.avalanche.story.event_wording import EventWording
from app.web.games.avalanche.table import shared
from app.web.games.avalanche.words.voice import voice_of
from app.web.templating import environment

Draw = Callable[[str, object], str]

kept_films = 16
"""Races whose steps are kept in memory; a race of twelve rounds has about 150."""


class AvalancheReplay:
    """Implements `app.web.front.pages.ReplayFront`."""

    def __init__(self) -> None:
        self._films: OrderedDict[tuple[str, int, str], Film] = OrderedDict()

    def page(self, replay: Replay, number: int, step: int, reader: PageReader, shape: str) -> str:
        film = self.film(replay, reader.language)
        now = film.at(number, step)
        key = places.mountain_key(now.view)
        telling = telling_of(film, number, step)
        regions = self.regions(film, number, step, reader.language)
        layout = layout_of(now.view.deck_hash, now.view.mountain)
        _ = voice_of(reader.language).say
        return (
            environment(reader.language)
            .get_template("avalanche/replay/replay.html")
            .render(
                title=_("Replay: %(place)s", place=telling.place),
                here=f"/r/{replay.table.id}/{number}.{step}",
                theme=reader.theme,
                csrf=reader.csrf,
                table=replay.table,
                players=now.view.players,
                phase="replay",
                shape=shape,
                regions={name: Markup(html) for name, html in regions.items()},  # noqa: S704 - by our templates
                where=where_of(film, reader.language),
                slider=slider_of(film.lengths, number, step, telling),
                board=board.board(now.view, layout),
                places_url=places.places_url(now.view),
                wide=places.Picture(key, "wide"),
                tall=places.Picture(key, "tall"),
                billows=tuple(Markup(b) for b in places.billows()),  # noqa: S704 - drawn by us
            )
        )

    def round(self, replay: Replay, number: int, language: str) -> Json:
        film = self.film(replay, language)
        film.at(number, 0)
        texts: dict[str, int] = {}

        def place_of(text: str) -> int:
            return texts.setdefault(text, len(texts))

        @cache  # most regions look the same from one step to the next
        def draw(template: str, context: object) -> str:
            return region(template, context, language)

        steps = []
        for step, now in enumerate(film.rounds[number - 1]):
            found = self.regions(film, number, step, language, draw)
            steps.append(
                {
                    "regions": {name: place_of(html) for name, html in found.items()},
                    "beat": None if now.beat is None else now.beat.json(),
                    "row": place_of(row_of(film, number, now, draw)),
                    "gauge": place_of(gauge_of(film, number, now, draw)),
                    "said": telling_of(film, number, step).said,
                    "place": telling_of(film, number, step).place,
                }
            )
        return {"round": number, "texts": list(texts), "steps": steps}

    def words(self, replay: Replay, reader: PageReader) -> str:
        film = self.film(replay, reader.language)
        _ = voice_of(reader.language).say
        return (
            environment(reader.language)
            .get_template("avalanche/replay/words.html")
            .render(
                title=_("The race in words"),
                here=f"/r/{replay.table.id}/words",
                theme=reader.theme,
                csrf=reader.csrf,
                table=replay.table,
                where=where_of(film, reader.language),
                rounds=[
                    {
                        "number": number,
                        "name": telling_of(film, number, 0).round,
                        "hands": hands_of(chosen(steps), film.wordings[number - 1]),
                        "steps": [telling_of(film, number, step) for step in range(len(steps))],
                    }
                    for number, steps in enumerate(film.rounds, start=1)
                ],
            )
        )

    def film(self, replay: Replay, language: str) -> Film:
        """Names are part of it, and a table whose names change has another version."""
        key = (replay.table.id, replay.table.version, language)
        if key not in self._films:
            self._films[key] = film_of(replay, language)
            while len(self._films) > kept_films:
                self._films.popitem(last=False)
        self._films.move_to_end(key)
        return self._films[key]

    def regions(
        self, film: Film, number: int, step: int, language: str, draw: Draw | None = None
    ) -> dict[str, str]:
        """All regions of one step, by id. `draw`: renders one, from a template and its context."""
        now, wording = film.at(number, step), film.wordings[number - 1]
        view, cast, deck = now.view, wording.cast, wording.deck
        layout = layout_of(view.deck_hash, view.mountain)
        key = places.mountain_key(view)
        state = shared.StateContext("replay", view.round, view.heat, view.decision, paused=False)
        contexts: dict[str, object] = {
            "state": state,
            "mountain": shared.MountainContext(key, places.places_url(view), places.places_map(key)),
            "board": board.board(view, layout),
            "avalanche": board.Plate(view.avalanche_speed),
            "pieces": board.pieces(view, layout, cast),
            "rail": board.rail(view, cast, places.rail_cards(key)),
            "roster": open_roster(now, film, wording),
            "reveal": log.reveal(view.table, now.after, cast, deck, "reveal"),
        }
        own: dict[str, object] = {
            "clock": sun_of(now, cast.voice, cast.names),
            "limit": limit_of(now, wording),
            "told": telling_of(film, number, step),
            "ways": ways_of(film, number, step),
            "hands": hands_of(now, wording),
            "steps": ReplayStepsList(
                tuple(telling_of(film, number, at) for at in range(film.lengths[number - 1])), step
            ),
        }
        draw = draw or partial(region, language=language)
        on_the_table = {name: draw(f"avalanche/_{name}.html", context) for name, context in contexts.items()}
        return on_the_table | {
            name: draw(f"avalanche/replay/_{name}.html", context) for name, context in own.items()
        }


def open_roster(now: ReplayStep, film: Film, wording: EventWording) -> Roster:
    """The chairlift with nobody thinking, away or replaced: hands are open, and all of it is over."""
    _ = wording.voice.say
    seats = frozenset(seat.index for seat in film.replay.table.seats)
    whole = roster(now.view, film.replay.table, wording.cast, seats)
    racing = {i for i, skier in enumerate(now.view.skiers) if skier.state is SkierState.RACING}
    cabins = tuple(
        replace(cabin, state="shown", icon="eye", word=_("Open hand"), away=False, sits_in=False)
        if cabin.skier in racing
        else replace(cabin, away=False, sits_in=False)
        for cabin in whole.cabins
    )
    return replace(whole, cabins=cabins)


def row_of(film: Film, number: int, now: ReplayStep, draw: Draw) -> str:
    """The revealed cards as the motion shows them; "" before the reveal."""
    if now.revealed is None:
        return ""
    wording = film.wordings[number - 1]
    row = log.reveal(now.revealed.plays, now.after, wording.cast, wording.deck, "shown-reveal")
    return draw("avalanche/_reveal.html", row)


def gauge_of(film: Film, number: int, now: ReplayStep, draw: Draw) -> str:
    """The total against the limit as the motion counts it; "" before the reveal."""
    if now.revealed is None:
        return ""
    return draw("avalanche/_gauge.html", log.gauge(now.revealed, film.wordings[number - 1]))


def where_of(film: Film, language: str) -> ReplayPlace:
    """The line at the top: whose table, on which day, and how it ended."""
    table, wording = film.replay.table, film.wordings[-1]
    last = film.rounds[-1][-1].view
    day = datetime.fromtimestamp(table.created_at / 1000, UTC)
    return ReplayPlace(
        shared.where(table, last, wording.cast).host,
        format_date(day, format="long", locale=language),
        day.date().isoformat(),
        wording.ended(last.winners or (), last.reason or ""),
        wording.cast.names,
    )


replay_screen = AvalancheReplay()
