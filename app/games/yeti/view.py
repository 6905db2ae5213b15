"""Views built from a state, and a state with an empty stream built from a view (for bots and forecasts)."""

from app.games.kernel.stream import SEED_BYTES, Stream
from app.games.yeti.events import TurnPhase
from app.games.yeti.parts import FACE_OF, FACES, parts_by_hash
from app.games.yeti.state import DISPLAY, DiceState
from app.games.yeti.turn import SIDES
from app.games.yeti.views import DiceView, TileView


def public_view(s: DiceState) -> DiceView:
    return DiceView(
        players=s.players,
        options=s.options,
        parts_hash=s.parts.hash,
        decision=s.decision,
        first=s.first,
        turn=s.turn,
        round=s.round,
        phase=s.phase,
        points=tuple(s.points),
        levels=tuple(s.levels),
        tiles=tuple(
            [
                TileView(tile.id, None if owner == DISPLAY else owner)
                for tile, owner in zip(s.parts.tiles, s.owner, strict=True)
            ]
        ),
        peaks=s.peaks,
        crowned=tuple(s.crowned),
        held=tuple(s.held),
        yeti=s.yeti,
        final=s.final,
        weather=tuple([(tile, SIDES[good]) for tile, good in s.weather]),
        roll=tuple([FACES[face] for face in s.roll]),
        tray=tuple(s.tray),
        used=s.used,
        snow=s.snow,
        before=s.before,
        winners=s.winners,
        reason=s.reason,
    )


def known_state(view: DiceView) -> DiceState:
    """What a player knows as a state to try choices on. Its stream is empty: a throw on it means nothing."""
    parts = parts_by_hash(view.parts_hash)
    s = DiceState(parts, view.players, view.options, Stream(bytes(SEED_BYTES)))
    s.decision, s.first, s.turn, s.round = view.decision, view.first, view.turn, view.round
    s.phase = TurnPhase(view.phase)
    s.points, s.levels, s.held = list(view.points), list(view.levels), list(view.held)
    s.owner = [DISPLAY if tile.owner is None else tile.owner for tile in view.tiles]
    s.peaks, s.crowned = view.peaks, list(view.crowned)
    s.yeti, s.final = view.yeti, view.final
    s.weather = tuple([(tile, side == "good") for tile, side in view.weather])
    s.roll = tuple([FACE_OF[face] for face in view.roll])
    s.tray, s.used, s.snow, s.before = list(view.tray), view.used, view.snow, view.before
    s.winners, s.reason = view.winners, view.reason
    return s
