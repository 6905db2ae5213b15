"""A public view brought up to date by events alone: proof that the events tell everything, and the base of replays
(YT-56). Nothing is decided here.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from app.games.yeti import events as e
from app.games.yeti.parts import FACE_OF, FACES, PEAK, SNOW, parts_by_hash
from app.games.yeti.views import DiceView, TileView

NO_DICE = (0,) * len(FACES)


def blank(parts_hash: str, players: int, options: tuple[str, ...]) -> DiceView:
    """What there is to see before a game's first event."""
    parts = parts_by_hash(parts_hash)
    nothing = (0,) * players
    return DiceView(
        players=players, options=options, parts_hash=parts_hash, decision=0, first=0, turn=0, round=0,
        phase=e.TurnPhase.KEEP, points=nothing, levels=nothing,
        tiles=tuple([TileView(tile.id, None) for tile in parts.tiles]), peaks=parts.peaks[:players],
        crowned=(None,) * players, held=nothing, yeti=parts.yeti_start, final=False, weather=(), roll=(),
        tray=NO_DICE, used=(), snow=0, before=0, winners=None, reason=None,
    )  # fmt: skip


class DiceSheet:
    """A view under change."""

    def __init__(self, view: DiceView) -> None:
        self.now: dict[str, Any] = {field.name: getattr(view, field.name) for field in fields(view)}

    def set(self, name: str, seat: int, value: Any) -> None:
        row = list(self.now[name])
        row[seat] = value
        self.now[name] = tuple(row)

    def dice(self, face: str | int, change: int) -> None:
        place = FACE_OF[face] if isinstance(face, str) else face
        self.set("tray", place, self.now["tray"][place] + change)

    def owner(self, tile: str, seat: int | None) -> None:
        self.now["tiles"] = tuple(
            [replace(one, owner=seat) if one.id == tile else one for one in self.now["tiles"]]
        )


def fold(view: DiceView, happened: Sequence[e.DiceEvent]) -> DiceView:
    """The view after the events, from the view before them and nothing else."""
    sheet = DiceSheet(view)
    for event in happened:
        _writers[type(event)](sheet, event)
    return DiceView(**sheet.now)


def _game_started(sheet: DiceSheet, event: e.DiceGameStarted) -> None:
    sheet.now |= {"first": event.first, "held": event.held, "weather": event.weather}


def _round_started(sheet: DiceSheet, event: e.DiceRoundStarted) -> None:
    sheet.now["round"] = event.round


def _weather_changed(sheet: DiceSheet, event: e.WeatherChanged) -> None:
    sheet.now["weather"] = (*sheet.now["weather"][1:], (event.old, event.old_side))


def _turn_started(sheet: DiceSheet, event: e.TurnStarted) -> None:
    sheet.set("held", event.seat, 0)
    before = sheet.now["points"][event.seat]
    sheet.now |= {"turn": event.seat, "tray": NO_DICE, "used": (), "snow": 0, "before": before, "roll": ()}


def _rolled(sheet: DiceSheet, event: e.DiceRolled) -> None:
    sheet.now["roll"] = event.faces


def _kept(sheet: DiceSheet, event: e.DiceKept) -> None:
    for kind, dice in zip(event.kinds, event.dice, strict=True):
        sheet.dice(kind, dice)
    sheet.dice(SNOW, event.snow)
    sheet.now["roll"] = ()


def _rerolled(sheet: DiceSheet, event: e.SnowRerolled) -> None:
    sheet.dice(SNOW, -len(event.faces))
    for face in event.faces:
        sheet.dice(face, 1)
    sheet.now["used"] = (*sheet.now["used"], event.by)


def _looked_again(sheet: DiceSheet, event: e.LookedAgain) -> None:
    sheet.dice(event.old, -1)
    sheet.dice(event.new, 1)
    sheet.now["used"] = (*sheet.now["used"], "second_look")


def _total(sheet: DiceSheet, event: Any) -> None:
    sheet.set("points", event.seat, event.total)


def _retreated(sheet: DiceSheet, event: e.YetiRetreated) -> None:
    sheet.now["yeti"] = event.to


def _evaluation(sheet: DiceSheet, event: e.EvaluationStarted) -> None:
    sheet.now["snow"] = event.tray[SNOW]


def _blizzard(sheet: DiceSheet, event: e.BlizzardCame) -> None:
    sheet.now["yeti"] = event.end


def _held(sheet: DiceSheet, event: e.DiceHeld) -> None:
    sheet.set("held", event.seat, sheet.now["held"][event.seat] + event.dice)
    sheet.dice(SNOW, -event.dice)


def _turned(sheet: DiceSheet, event: e.SnowTurned) -> None:
    if event.to is not None:
        sheet.dice(SNOW, -1)
        sheet.dice(event.to, 1)


def _bought(sheet: DiceSheet, event: e.TileBought) -> None:
    sheet.owner(event.tile, event.buyer)
    sheet.set("points", event.buyer, event.total)


def _used(sheet: DiceSheet, event: e.TileUsed) -> None:
    sheet.owner(event.tile, None)


def _climbed(sheet: DiceSheet, event: e.LevelClimbed) -> None:
    sheet.set("levels", event.seat, event.end)


def _peak(sheet: DiceSheet, event: e.PeakReached) -> None:
    sheet.now["peaks"] = sheet.now["peaks"][1:]
    sheet.set("crowned", event.seat, event.points)
    sheet.set("levels", event.seat, PEAK)
    _total(sheet, event)


def _camped(sheet: DiceSheet, event: e.CampPitched) -> None:
    sheet.set("levels", event.seat, event.end)


def _final(sheet: DiceSheet, _event: e.LastRoundCalled) -> None:
    sheet.now["final"] = True


def _nothing(_draft: DiceSheet, _event: e.TurnEnded) -> None:
    """The turn's sum is there for the story alone."""


def _opened(sheet: DiceSheet, event: e.ChoiceOpened) -> None:
    sheet.now |= {"decision": event.decision, "phase": event.phase}


def _over(sheet: DiceSheet, event: e.DiceGameOver) -> None:
    sheet.now |= {
        "phase": e.TurnPhase.OVER, "winners": event.winners, "reason": event.reason,
        "roll": (), "tray": NO_DICE, "used": (), "snow": 0,
    }  # fmt: skip


_writers: dict[type, Callable[[DiceSheet, Any], None]] = {
    e.DiceGameStarted: _game_started,
    e.DiceRoundStarted: _round_started,
    e.WeatherChanged: _weather_changed,
    e.TurnStarted: _turn_started,
    e.DiceRolled: _rolled,
    e.DiceKept: _kept,
    e.SnowRerolled: _rerolled,
    e.LookedAgain: _looked_again,
    e.SteppedBack: _total,
    e.YetiRetreated: _retreated,
    e.EvaluationStarted: _evaluation,
    e.BlizzardCame: _blizzard,
    e.DiceHeld: _held,
    e.SnowTurned: _turned,
    e.PhotoTaken: _total,
    e.SellerPaid: _total,
    e.TileBought: _bought,
    e.TileUsed: _used,
    e.LevelClimbed: _climbed,
    e.PeakReached: _peak,
    e.FootprintsScored: _total,
    e.CampPitched: _camped,
    e.WeatherScored: _total,
    e.LastRoundCalled: _final,
    e.TurnEnded: _nothing,
    e.ChoiceOpened: _opened,
    e.DiceGameOver: _over,
}
