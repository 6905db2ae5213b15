"""Reading positions of the interchange format into states. Not here: writing them (`position.py`).

A position need not be one that play could reach, but every card lies in one place, every skier on a space
that there is, and what the options rule out is not there. Cards of the deck that it does not name are out of
the game.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from app.games.avalanche.choices import cards
from app.games.avalanche.deck import MAX_MOUNTAIN, MIN_MOUNTAIN, Deck
from app.games.avalanche.events import Phase
from app.games.avalanche.heats import MOST_HEATS, POINTS, cards_needed, every_card
from app.games.avalanche.mountain import OUT, Mountain, mountain_of
from app.games.avalanche.position import GAME
from app.games.avalanche.state import BURIED, FINISHED, RACING, RaceState
from app.games.avalanche.turning import SPEED_LIMITS, ask
from app.games.avalanche.variant import Variant, variant_of
from app.games.kernel.contract import BadSetup
from app.games.kernel.interchange import BadPosition, flag, items, table, whole
from app.games.kernel.stream import Stream

KEYS = (
    "game", "players", "options", "heat", "round", "phase", "mountain", "deck", "discard", "hands", "display",
    "skiers", "yeti", "avalanche", "points", "finished",
)  # fmt: skip
SKIER_KEYS = ("player", "state", "at", "line", "rockets", "stack")
STATES = {"racing": RACING, "buried": BURIED, "finished": FINISHED}
PHASES = {phase.value: phase for phase in (Phase.MULLIGAN, Phase.SELECT, Phase.OVER)}
MANY = 9999


def _variant(raw: Mapping[str, Any], path: str, length: int) -> Variant:
    players = whole(raw["players"], f"{path}.players", 1, 5)
    options = items(raw["options"], f"{path}.options")
    if not all(isinstance(option, str) for option in options) or len(set(options)) != len(options):
        raise BadPosition(f"{path}.options: a list of different options is expected")
    try:
        return variant_of(players, options, length)
    except BadSetup as error:
        raise BadPosition(f"{path}.options: {error}") from None


def place(raw: Any, deck: Deck, seed: bytes, path: str = "start") -> RaceState:
    """The state of a position, its decision opened as number 1; `seed` feeds what must be shuffled later.

    Raises BadPosition with the path of the first thing wrong.
    """
    position = table(raw, path, KEYS, ("winners",))
    if position["game"] != GAME:
        raise BadPosition(f"{path}.game: {GAME!r} is expected")
    row = cards(position["mountain"], f"{path}.mountain", deck)
    if not MIN_MOUNTAIN <= len(row) <= MAX_MOUNTAIN:
        raise BadPosition(f"{path}.mountain: {MIN_MOUNTAIN} to {MAX_MOUNTAIN} cards are expected (AV-105)")
    variant = _variant(position, path, len(row))
    mountain = mountain_of(deck, tuple(row))
    s = RaceState(deck, variant, mountain, Stream(seed))
    s.heat = whole(position["heat"], f"{path}.heat", 1, MOST_HEATS if variant.racing else 1)
    s.round = whole(position["round"], f"{path}.round", 1, MANY)
    _place_cards(s, position, path)
    _place_skiers(s, items(position["skiers"], f"{path}.skiers"), f"{path}.skiers")
    _place_others(s, position, path)
    _no_card_twice(s, path)
    _open(s, position, path)
    return s


def _place_cards(s: RaceState, position: Mapping[str, Any], path: str) -> None:
    s.pile = tuple(cards(position["deck"], f"{path}.deck", s.deck))
    s.discard = cards(position["discard"], f"{path}.discard", s.deck)
    hands = items(position["hands"], f"{path}.hands")
    if len(hands) != s.variant.players:
        raise BadPosition(f"{path}.hands: one hand for each of the {s.variant.players} players is expected")
    for player, hand in enumerate(hands):
        s.hands[player] = tuple(sorted(cards(hand, f"{path}.hands[{player}]", s.deck)))
    s.display = tuple(sorted(cards(position["display"], f"{path}.display", s.deck)))
    if s.display and not s.variant.drafting:
        raise BadPosition(f"{path}.display: cards on display without drafting")


def _place_skiers(s: RaceState, raw: list[Any], path: str) -> None:
    variant, beyond = s.variant, s.mountain.spaces + 1
    if len(raw) != variant.skiers:
        raise BadPosition(f"{path}: {variant.skiers} skiers are expected")
    line: list[int] = []
    for skier, entry in enumerate(raw):
        where = f"{path}[{skier}]"
        one = table(entry, where, SKIER_KEYS)
        if whole(one["player"], f"{where}.player", 0, variant.players - 1) != variant.owner[skier]:
            raise BadPosition(f"{where}.player: {variant.owner[skier]} is expected")
        if not isinstance(one["state"], str) or one["state"] not in STATES:
            raise BadPosition(f"{where}.state: one of {', '.join(STATES)} is expected")
        status = s.status[skier] = STATES[one["state"]]
        low = 1 if variant.solo and status == RACING else 0
        s.at[skier] = whole(one["at"], f"{where}.at", low, beyond - (status == RACING))
        line.append(whole(one["line"], f"{where}.line", 1, variant.skiers))
        s.rockets[skier] = flag(one["rockets"], f"{where}.rockets")
        stack = [
            tuple(sorted(cards(played, f"{where}.stack[{age}]", s.deck)))
            for age, played in enumerate(items(one["stack"], f"{where}.stack"))
        ]
        if stack and not variant.controlled:
            raise BadPosition(f"{where}.stack: a speed stack without controlled_speed")
        for age, played in enumerate(stack):
            if not 1 <= len(played) <= 2:
                raise BadPosition(f"{where}.stack[{age}]: a round is one card or two")
        s.stacks[skier] = tuple(stack)
    s.racing = tuple(skier for skier, status in enumerate(s.status) if status == RACING)
    s.line = tuple(line)
    if len(set(line)) != len(line):
        raise BadPosition(f"{path}: two skiers in one place of the starting line")
    spaces = [s.at[skier] for skier in s.racing if s.at[skier]]
    if len(set(spaces)) != len(spaces):
        raise BadPosition(f"{path}: two skiers on one space")


def _yeti(raw: Any, path: str, mountain: Mountain) -> int:
    if raw == "out":
        return OUT
    if not isinstance(raw, str) or raw not in mountain.nodes:
        raise BadPosition(f"{path}: 'top' or a node of this mountain is expected")
    return mountain.nodes[raw]


def _place_others(s: RaceState, position: Mapping[str, Any], path: str) -> None:
    variant = s.variant
    s.yeti = _yeti(position["yeti"], f"{path}.yeti", s.mountain)
    avalanche = table(position["avalanche"], f"{path}.avalanche", ("at", "speed"))
    s.avalanche_at = whole(avalanche["at"], f"{path}.avalanche.at", 0, s.mountain.banks)
    s.avalanche_speed = whole(avalanche["speed"], f"{path}.avalanche.speed", 0, MANY)
    points = items(position["points"], f"{path}.points")
    if len(points) != variant.players:
        raise BadPosition(f"{path}.points: one number for each of the {variant.players} players is expected")
    s.points = [whole(n, f"{path}.points[{p}]", 0, MANY) for p, n in enumerate(points)]
    finished = items(position["finished"], f"{path}.finished")
    s.finished = tuple(
        whole(k, f"{path}.finished[{place}]", 0, variant.skiers - 1) for place, k in enumerate(finished)
    )
    if sorted(s.finished) != [skier for skier, status in enumerate(s.status) if status == FINISHED]:
        raise BadPosition(f"{path}.finished: not the skiers whose state is finished")


def _no_card_twice(s: RaceState, path: str) -> None:
    everywhere = every_card(s)
    for card, following in pairwise(everywhere):
        if card == following:
            raise BadPosition(f"{path}: card {s.deck.ids[card]!r} lies in two places")
    if s.variant.racing and s.heat < MOST_HEATS and len(everywhere) < cards_needed(s.variant):
        raise BadPosition(f"{path}: too few cards for another heat")


def _open(s: RaceState, position: Mapping[str, Any], path: str) -> None:
    """The decision a position stands at. Only where no card lies on the table is there one to exchange."""
    variant = s.variant
    raw = position["phase"]
    if not isinstance(raw, str) or raw not in PHASES:
        raise BadPosition(f"{path}.phase: one of {', '.join(PHASES)} is expected")
    phase = PHASES[raw]
    if ("winners" in position) != (phase is Phase.OVER):
        raise BadPosition(f"{path}.winners: stated when the game is over, and only then")
    if phase is Phase.OVER:
        winners = [
            whole(player, f"{path}.winners[{rank}]", 0, variant.players - 1)
            for rank, player in enumerate(items(position["winners"], f"{path}.winners"))
        ]
        s.phase, s.winners, s.decision = phase, tuple(winners), 1
        return
    if not s.racing or len(s.finished) >= (len(POINTS) if variant.racing else 1):
        raise BadPosition(f"{path}.phase: the heat is over")
    if s.yeti == OUT:
        raise BadPosition(f"{path}.yeti: 'out' only when the game is over")
    if phase is Phase.MULLIGAN:
        if not variant.solo or s.round != 1:
            raise BadPosition(f"{path}.phase: a mulligan is for solo games before round 1")
        ask(s, phase, (0,), None)
        return
    s.limit = SPEED_LIMITS.get(len(s.racing))
    ask(s, phase, tuple(sorted({variant.owner[skier] for skier in s.racing})), None)
