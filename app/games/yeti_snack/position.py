"""Positions of the interchange format, written. Not here: reading them (`placement.py`)."""

from app.games.kernel.contract import Json
from app.games.yeti_snack.events import SnackPhase
from app.games.yeti_snack.state import SnackSeat, SnackState

GAME = "yeti_snack"


def position_of(s: SnackState) -> Json:
    position: Json = {
        "game": GAME,
        "players": s.players,
        "options": list(s.options),
        "round": s.round,
        "phase": s.phase.value,
        "first": s.first,
        "deck": list(s.deck),
        "used": list(s.used),
        "model": s.model,
        "yeti": s.yeti,
        "cards": list(s.cards),
        "seats": [seat_of(one) for one in s.seats],
        "tile_free": s.tile_free,
        "now": s.now,
        "reveal_at": s.reveal_at,
    }
    if s.solo:
        position["yeti_cards"] = s.yeti_cards
    if s.phase is SnackPhase.OVER and s.winners is not None:
        position |= {"winners": list(s.winners), "reason": s.reason}
    return position


def seat_of(one: SnackSeat) -> Json:
    answer = list(one.answer) if isinstance(one.answer, tuple) else one.answer
    call = None if one.call is None else {"time": one.call.time, "folds": list(one.call.folds)}
    return {"in": one.active, "ready": one.ready, "busy": one.busy, "call": call, "answer": answer}
