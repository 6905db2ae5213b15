"""The whole of a game at one moment, its stream included. Not here: any rule.

Mutable for speed: every step works on a copy made by `clone`, so to everybody outside a state is a value.
"""

from app.games.kernel.stream import Stream
from app.games.yeti.events import DiceEvent, TurnPhase
from app.games.yeti.parts import Parts, Tile

DiceLog = list[DiceEvent] | None
"""Where a step writes its events; None = nobody wants them (simulations)."""

DISPLAY = -1
"""The owner of a tile that is for sale."""


class DiceState:
    """Per seat: `points`, `levels`, `crowned` (value of the peak tile or None), `held`. `owner`: seat of each tile in
    the order of `parts.tiles`, or DISPLAY. `weather`: (tile, good side up), the first in force. `roll`: faces of this
    throw, only in phase keep. `tray`: dice by face. `used`: what `mend` has used. `snow`: YT-33. `before`: the seat's
    points as its turn began. `queue`: known throws to come (scenarios), the stream gives those after them.
    """

    __slots__ = (
        "before", "crowned", "decision", "final", "first", "held", "levels", "options", "owner", "parts", "peaks",
        "phase", "players", "points", "queue", "reason", "roll", "round", "snow", "stream", "tray", "turn", "used",
        "weather", "winners", "yeti",
    )  # fmt: skip

    def __init__(self, parts: Parts, players: int, options: tuple[str, ...], stream: Stream) -> None:
        self.parts = parts
        self.players = players
        self.options = options
        self.stream = stream
        self.queue: tuple[tuple[int, ...], ...] = ()
        self.decision = 0
        self.first = 0
        self.turn = 0
        self.round = 0
        self.phase = TurnPhase.KEEP
        self.points = [0] * players
        self.levels = [0] * players
        self.owner = [DISPLAY] * len(parts.tiles)
        self.peaks = parts.peaks[:players]
        self.crowned: list[int | None] = [None] * players
        self.held = [0] * players
        self.yeti = parts.yeti_start
        self.final = False
        self.weather: tuple[tuple[int, bool], ...] = ()
        self.roll: tuple[int, ...] = ()
        self.tray = [0] * 5
        self.used: tuple[str, ...] = ()
        self.snow = 0
        self.before = 0
        self.winners: tuple[int, ...] | None = None
        self.reason: str | None = None

    def clone(self) -> "DiceState":
        new = DiceState.__new__(DiceState)
        new.parts = self.parts
        new.players = self.players
        new.options = self.options
        new.stream = self.stream
        new.queue = self.queue
        new.decision = self.decision
        new.first = self.first
        new.turn = self.turn
        new.round = self.round
        new.phase = self.phase
        new.points = self.points[:]
        new.levels = self.levels[:]
        new.owner = self.owner[:]
        new.peaks = self.peaks
        new.crowned = self.crowned[:]
        new.held = self.held[:]
        new.yeti = self.yeti
        new.final = self.final
        new.weather = self.weather
        new.roll = self.roll
        new.tray = self.tray[:]
        new.used = self.used
        new.snow = self.snow
        new.before = self.before
        new.winners = self.winners
        new.reason = self.reason
        return new

    def in_force(self) -> str:
        """The name of the weather, "" without the option."""
        if not self.weather:
            return ""
        tile, good = self.weather[0]
        return self.parts.weather[tile][0 if good else 1]

    def tiles_of(self, seat: int) -> list[Tile]:
        return [tile for tile, owner in zip(self.parts.tiles, self.owner, strict=True) if owner == seat]

    def effect_of(self, seat: int, effect: str) -> int | None:
        """The place of this seat's tile with that effect among the parts, or None."""
        for place, tile in enumerate(self.parts.tiles):
            if tile.effect == effect and self.owner[place] == seat:
                return place
        return None
