# ruff: noqa: ARG002 - methods of a contract take what it gives them
"""Yeti for programs: its views as JSON, its choices foreseen, its log in sentences, and the schemas of it all."""

from collections.abc import Sequence

from app.games.kernel.contract import Json
from app.games.kernel.shapes import plain
from app.games.yeti import codec
from app.games.yeti.actions import DiceAction, KeepDice, MendTray, SpendTurn, TurnSnow, type_names
from app.games.yeti.events import TurnPhase, event_names
from app.games.yeti.forecast import DiceForecast, forecasts
from app.games.yeti.views import DiceView, SeatDiceView
from app.tables.model import EventsOf, Table
from app.web.front.api import ApiExamples
from app.web.games.yeti.words.sentences import sentence
from app.web.json_schemas import Shapes
from app.web.plain.table import PlainTable

samples: tuple[DiceAction, ...] = (
    KeepDice(("footprint",)),
    MendTray("second_look", "snow", "coin"),
    TurnSnow("tent"),
    SpendTurn(photo=3, tile=None, climb=1, tent=False),
)
"""One of every kind, as clients write them."""


def encode_forecast(forecast: DiceForecast) -> Json:
    """The action as clients send it, and where it leads."""
    return {
        "action": codec.encode_action(forecast.action),
        **{name: value for name, value in plain(forecast).items() if name != "action"},
    }


class YetiApi:
    """Implements `app.web.front.api.ApiFront`. `front`: the table's page, for the names at a table."""

    def __init__(self, front: PlainTable) -> None:
        self.front = front
        self.examples = ApiExamples(
            option="weather",
            bot_level="simple",
            action=codec.encode_action(samples[0]),
            event={"type": "rolled", "faces": ["footprint", "snow", "coin"]},
            sentence="Thrown: 1 Footprint, 1 Coin, 1 Snow.",
            reason="points",
            forecast=encode_forecast(DiceForecast(samples[3], points=11, total=49, level=1)),
            data=({"id": "yak", "cost": 5, "value": 6},),
        )

    def view(self, view: DiceView | SeatDiceView) -> Json:
        return codec.encode_view(view)

    def forecasts(self, view: DiceView | SeatDiceView) -> list[Json]:
        """Only for the seat whose turn it is: one for each legal choice."""
        if not isinstance(view, SeatDiceView) or view.seat != view.public.turn:
            return []
        if view.public.phase is TurnPhase.OVER:
            return []
        return [encode_forecast(forecast) for forecast in forecasts(view.public)]

    def lines(
        self, story: Sequence[EventsOf], table: Table, view: DiceView, language: str
    ) -> list[tuple[int, str]]:
        people = self.front.people(table, language)
        told = ((part.version, sentence(event, people)) for part in story for event in part.events)
        return [(version, text) for version, text in told if text]

    def schemas(self, prefix: str) -> dict[str, Json]:
        views, events = Shapes(prefix, "yeti.View"), Shapes(prefix, "yeti.Event")
        actions = Shapes(prefix, "yeti.Action", sent=True)
        action = actions.tagged(type_names)
        for sample in samples:
            made = codec.encode_action(sample)
            actions.made[f"yeti.Action-{made['type']}"]["examples"] = [made]
        found = {
            "View": views.tagged({"public": DiceView, "private": SeatDiceView}),
            "Opened": views.tagged({"public": DiceView}),
            "Action": action,
            "Event": events.tagged(event_names),
            "Forecast": forecast_schema(action),
        }
        return found | {
            name: made for shapes in (views, events, actions) for name, made in shapes.made.items()
        }


def forecast_schema(action: Json) -> Json:
    number: Json = {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    properties: Json = {"action": action, **dict.fromkeys(("left", "points", "total", "level"), number)}
    return {
        "type": "object",
        "description": " ".join((DiceForecast.__doc__ or "").split()),
        "properties": properties | {"calls": {"type": "boolean"}},
        "required": [*properties, "calls"],
        "additionalProperties": False,
    }
