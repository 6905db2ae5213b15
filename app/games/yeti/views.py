"""What a viewer may know. Everything that has happened is public; the coming throws and the seed have no field to
stand in (YT-50), so a seat's own view adds nothing but whose eyes it is.
"""

from dataclasses import dataclass

from app.games.yeti.events import TurnPhase


@dataclass(frozen=True, slots=True)
class TileView:
    """`owner` None = on display."""

    id: str
    owner: int | None


@dataclass(frozen=True, slots=True)
class DiceView:
    """Per seat: `points`, `levels`, `crowned`, `held`. `peaks`: tiles still there, top first. `weather`: (number,
    side), the first in force. `roll`: faces of this throw, only in phase keep. `tray`: dice of each symbol in the
    order of `parts.FACES`. `used`: what this turn's `mend` has used. `snow`: YT-33. `before`: points of the seat as its
    turn began. `winners` None until the game is over.
    """

    players: int
    options: tuple[str, ...]
    parts_hash: str
    decision: int
    first: int
    turn: int
    round: int
    phase: TurnPhase
    points: tuple[int, ...]
    levels: tuple[int, ...]
    tiles: tuple[TileView, ...]
    peaks: tuple[int, ...]
    crowned: tuple[int | None, ...]
    held: tuple[int, ...]
    yeti: int
    final: bool
    weather: tuple[tuple[int, str], ...]
    roll: tuple[str, ...]
    tray: tuple[int, ...]
    used: tuple[str, ...]
    snow: int
    before: int
    winners: tuple[int, ...] | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class SeatDiceView:
    """The public view with the eyes of one seat."""

    public: DiceView
    seat: int
