"""Reading positions of the interchange format. Not here: writing them (`position.py`)."""

from collections.abc import Mapping
from typing import Any

from app.games.kernel.contract import MalformedAction
from app.games.kernel.interchange import BadPosition, flag, items, table, whole
from app.games.yeti_snack.actions import CallFolds, HandIn, read_action
from app.games.yeti_snack.events import SnackPhase
from app.games.yeti_snack.menu import CALM, HUNGRY, MAX_SEATS, MIN_SEATS, OPTIONS, Menu
from app.games.yeti_snack.position import GAME
from app.games.yeti_snack.state import OpenCall, SnackSeat, SnackState

KEYS = (
    "game", "players", "options", "round", "phase", "first", "deck", "used", "model", "yeti", "cards", "seats",
    "tile_free", "now", "reveal_at",
)  # fmt: skip
MORE = ("yeti_cards", "winners", "reason")
REASONS = ("sets", "deck", "yeti")
LONG = 10**15
MANY = 10_000


def place(raw: Any, menu: Menu, path: str = "start") -> SnackState:
    """The state of a position. Raises BadPosition with the path of the first thing wrong."""
    position = table(raw, path, KEYS, MORE)
    if position["game"] != GAME:
        raise BadPosition(f"{path}.game: {GAME!r} is expected")
    players = whole(position["players"], f"{path}.players", MIN_SEATS, MAX_SEATS)
    s = SnackState(menu, players, _options(position["options"], f"{path}.options", players))
    s.round = whole(position["round"], f"{path}.round", 1, MANY)
    s.first = whole(position["first"], f"{path}.first", 0, players - 1)
    s.phase = _phase(position["phase"], f"{path}.phase")
    cards = items(position["cards"], f"{path}.cards")
    if len(cards) != players:
        raise BadPosition(f"{path}.cards: one number for each of the {players} players is expected")
    s.cards = [whole(number, f"{path}.cards[{seat}]", 0, MANY) for seat, number in enumerate(cards)]
    if (players == 1) != ("yeti_cards" in position):
        raise BadPosition(f"{path}.yeti_cards: solo has them, no other game")
    s.yeti_cards = whole(position.get("yeti_cards", 0), f"{path}.yeti_cards", 0, MANY)
    s.now = whole(position["now"], f"{path}.now", 0, LONG)
    s.tile_free = whole(position["tile_free"], f"{path}.tile_free", 0, LONG)
    _place_cards(s, position, path)
    _place_time(s, position, path)
    _place_seats(s, position["seats"], f"{path}.seats")
    _settle(s, position, path)
    return s


def _options(raw: Any, path: str, players: int) -> tuple[str, ...]:
    options = items(raw, path)
    if not all(isinstance(option, str) and option in OPTIONS for option in options):
        raise BadPosition(f"{path}: some of {', '.join(OPTIONS)} are expected")
    if len(set(options)) != len(options):
        raise BadPosition(f"{path}: no option twice")
    if HUNGRY in options and (CALM in options or players > 1):
        raise BadPosition(f"{path}: hungry is for the solo race alone (YS-60)")
    return tuple(sorted(options))


def _phase(raw: Any, path: str) -> SnackPhase:
    if not isinstance(raw, str) or raw not in set(SnackPhase):
        raise BadPosition(f"{path}: one of {', '.join(SnackPhase)} is expected")
    return SnackPhase(raw)


def _card(raw: Any, path: str, menu: Menu) -> str:
    if not isinstance(raw, str) or raw not in menu.cards:
        raise BadPosition(f"{path}: a card of the game is expected")
    return raw


def _place_cards(s: SnackState, position: Mapping[str, Any], path: str) -> None:
    for key in ("deck", "used"):
        row = items(position[key], f"{path}.{key}")
        setattr(s, key, tuple([_card(card, f"{path}.{key}[{n}]", s.menu) for n, card in enumerate(row)]))
    over = s.phase is SnackPhase.OVER
    for key in ("model", "yeti"):
        card = position[key]
        if (card is None) != over:
            raise BadPosition(f"{path}.{key}: a card is expected, null when the game is over")
        setattr(s, key, None if card is None else _card(card, f"{path}.{key}", s.menu))
    lying = [*s.deck, *s.used, *[card for card in (s.model, s.yeti) if card]]
    if len(set(lying)) != len(lying):
        raise BadPosition(f"{path}.deck: a card lies in two places")
    if not over and not s.menu.suits(s.model or "", s.yeti or ""):
        raise BadPosition(f"{path}.yeti: a pair that cannot be solved is never laid out (YS-14)")


def _place_time(s: SnackState, position: Mapping[str, Any], path: str) -> None:
    at = position["reveal_at"]
    if (at is None) != (s.phase in (SnackPhase.READY, SnackPhase.OVER)):
        raise BadPosition(f"{path}.reveal_at: a time is expected in count, race and hand_in, else null")
    s.reveal_at = None if at is None else whole(at, f"{path}.reveal_at", -LONG, LONG)
    if s.phase is SnackPhase.COUNT and (s.reveal_at or 0) <= s.now:
        raise BadPosition(f"{path}.reveal_at: still to come in phase count")
    if s.phase in (SnackPhase.RACE, SnackPhase.HAND_IN) and (s.reveal_at or 0) > s.now:
        raise BadPosition(f"{path}.reveal_at: past in phase {s.phase.value}")


def _place_seats(s: SnackState, raw: Any, path: str) -> None:
    seats = items(raw, path)
    if len(seats) != (0 if s.phase is SnackPhase.OVER else s.players):
        raise BadPosition(f"{path}: one object for each player is expected, none when the game is over")
    s.seats = []
    for number, entry in enumerate(seats):
        where = f"{path}[{number}]"
        seat = table(entry, where, ("in", "ready", "busy", "call", "answer"))
        s.seats.append(
            SnackSeat(
                flag(seat["in"], f"{where}.in"),
                flag(seat["ready"], f"{where}.ready"),
                whole(seat["busy"], f"{where}.busy", 0, LONG),
                _call(seat["call"], f"{where}.call"),
                _answer(seat["answer"], f"{where}.answer"),
            )
        )


def _call(raw: Any, path: str) -> OpenCall | None:
    if raw is None:
        return None
    call = table(raw, path, ("time", "folds"))
    try:
        action = read_action({"call": call["folds"]})
    except MalformedAction as error:
        raise BadPosition(f"{path}.folds: {error}") from None
    folds = action.folds if isinstance(action, CallFolds) else ()
    return OpenCall(whole(call["time"], f"{path}.time", 0, LONG), folds)


def _answer(raw: Any, path: str) -> str | tuple[str, ...] | None:
    try:
        action = read_action({"hand_in": raw})
    except MalformedAction as error:
        raise BadPosition(f"{path}: {error}") from None
    return action.answer if isinstance(action, HandIn) else None


def _settle(s: SnackState, position: Mapping[str, Any], path: str) -> None:
    """What the phase asks for and rules out."""
    if s.phase is SnackPhase.OVER:
        found = [
            whole(seat, f"{path}.winners", 0, s.players - 1)
            for seat in items(position.get("winners"), f"{path}.winners")
        ]
        reason = position.get("reason")
        if len(set(found)) != len(found) or not isinstance(reason, str) or reason not in REASONS:
            raise BadPosition(f"{path}.reason: winners and one of {', '.join(REASONS)} are expected")
        s.winners, s.reason = tuple(sorted(found)), reason
        return
    if "winners" in position or "reason" in position:
        raise BadPosition(f"{path}.winners: only a game that is over has any")
    if s.calm != (s.phase is SnackPhase.HAND_IN):
        raise BadPosition(f"{path}.phase: hand_in in Calm, no other; and nowhere else")
