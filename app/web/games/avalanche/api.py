"""Avalanche for programs: its views as JSON, its choices foreseen, its log in sentences, and the schemas of it all."""

from collections.abc import Sequence
from typing import get_args

from app.games.avalanche import codec
from app.games.avalanche.actions import (
    Action,
    Discard,
    Draft,
    MoveYeti,
    Mulligan,
    Play,
    Select,
    TakeBack,
    type_names,
)
from app.games.avalanche.events import Event
from app.games.avalanche.forecast import forecasts
from app.games.avalanche.views import Forecast, OpenView, PrivateView, PublicView
from app.games.kernel.contract import Json
from app.games.kernel.shapes import plain
from app.tables.model import EventsOf, Table
from app.web.front.api import ApiExamples
from app.web.games.avalanche.story.beats import tell
from app.web.json_schemas import Shapes

samples: tuple[Action, ...] = (
    Mulligan(take=False),
    Select((Play(0, ("d3a",), jump=True),)),
    TakeBack(),
    MoveYeti(("3.2b", "4.1")),
    Discard(("c1b", "d3a")),
    Draft("c2a"),
)
"""One of every kind, as clients write them."""


class AvalancheApi:
    """Implements `app.web.front.api.ApiFront`."""

    examples: ApiExamples = ApiExamples(
        option="racing",
        bot_level="snowplough",
        action={"type": "select", "plays": [{"skier": 0, "cards": ["d3a"], "jump": True}]},
        event={"type": "selection_locked", "player": 1},
        sentence="Ruben is in.",
        reason="line",
        forecast={
            "skier": 0,
            "cards": ["d3a"],
            "speed": 3,
            "jump": "no_match",
            "wild": False,
            "controlled_crash": False,
            "ski_to": 5,
            "ski_free": 5,
            "jump_to": None,
            "jump_free": None,
            "over": None,
        },
        data=({"id": "d3a"},),
    )

    def view(self, view: PublicView | PrivateView | OpenView) -> Json:
        return codec.encode_view(view)

    def forecasts(self, view: PublicView | PrivateView) -> list[Json]:
        """Only for a seat that selects: one for each play of each of its racing skiers."""
        return [plain(look) for look in forecasts(view)] if isinstance(view, PrivateView) else []

    def lines(
        self, story: Sequence[EventsOf], table: Table, view: PublicView, language: str
    ) -> list[tuple[int, str]]:
        return [(beat.version, beat.sentence) for beat in tell(story, table, view, language) if beat.sentence]

    def schemas(self, prefix: str) -> dict[str, Json]:
        views, events = Shapes(prefix, "avalanche.View"), Shapes(prefix, "avalanche.Event")
        actions, looks = Shapes(prefix, "avalanche.Action", sent=True), Shapes(prefix, "avalanche.Forecast")
        action = actions.tagged(type_names)
        for sample in samples:
            made = codec.encode_action(sample)
            actions.made[f"avalanche.Action-{made['type']}"]["examples"] = [made]
        return {
            "View": views.tagged({"public": PublicView, "private": PrivateView}),
            "Opened": views.tagged({"open": OpenView}),
            "Action": action,
            "Event": events.tagged({codec.event_name(kind): kind for kind in get_args(Event)}),
            "Forecast": looks.of(Forecast),
        } | {name: made for shapes in (views, events, actions, looks) for name, made in shapes.made.items()}


wire = AvalancheApi()
