"""Boards to test single rules on: a mountain on which one can count, and everything else as a test states it.

`LEVEL` has twelve cards of two spaces and two banks, so space s lies on card (s + 1) // 2 and in bank s. Symbols
down the mountain: d d s s c c t t d d s c. The yeti's path crosses it at spaces 2, 3, 5, 12, 14, 15, 20, 22, 23
and has no forks.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from app.games.avalanche.actions import Action, Play, Select
from app.games.avalanche.codec import in_order
from app.games.avalanche.deck import standard
from app.games.avalanche.events import Event
from app.games.avalanche.game import Avalanche
from app.games.avalanche.placement import place
from app.games.avalanche.state import RaceState
from app.games.kernel.contract import IllegalAction

LEVEL = ("d1a", "d1c", "s1a", "s2a", "c1a", "c3a", "t2a", "t3a", "d3a", "d5a", "s4a", "c4a")
FORKED = ("d1a", "t1a", "t2c", "d3c")
"""Nodes 1.1 1.2 · 2.1 2.2a 2.2b · 3.1 3.2 · 4.1 4.2a 4.2b; spaces 4 (2.2a) and 8 (4.2a) are among the crossings."""

SEED = sha256(b"board").digest()
game = Avalanche()


def position(
    *,
    hands: Iterable[Iterable[str]],
    at: Iterable[int],
    mountain: Iterable[str] = LEVEL,
    deck: Iterable[str] = (),
    discard: Iterable[str] = (),
    rockets: Iterable[int] | None = None,
    stacks: dict[int, list[list[str]]] | None = None,
    states: dict[int, str] | None = None,
    avalanche: tuple[int, int] = (0, 0),
    **more: Any,
) -> dict[str, Any]:
    """A position of as many players as hands. `deck`: what is on top, the cards not named follow by id, unless
    `only_deck`. `rockets`: the skiers whose rockets are active (default all)."""
    hands = [list(hand) for hand in hands]
    at = list(at)
    players = len(hands)
    owner = [0, 0, 1, 1] if players == 2 else list(range(players))
    stacks, states = stacks or {}, states or {}
    only_deck = more.pop("only_deck", False)
    named = {*mountain, *deck, *discard, *more.get("display", ())}
    named |= {card for hand in hands for card in hand}
    named |= {card for stack in stacks.values() for played in stack for card in played}
    rest = [] if only_deck else [card for card in standard.ids if card not in named]
    active = range(len(owner)) if rockets is None else list(rockets)
    solo = players == 1
    return {
        "game": "avalanche",
        "players": players,
        "options": ["controlled_speed"] if solo else [],
        "heat": 1,
        "round": 2,
        "phase": "select",
        "mountain": list(mountain),
        "deck": [*deck, *rest],
        "discard": list(discard),
        "hands": hands,
        "display": [],
        "skiers": [
            {
                "player": player,
                "state": states.get(skier, "racing"),
                "at": at[skier],
                "line": skier + 1,
                "rockets": skier in active,
                "stack": stacks.get(skier, []),
            }
            for skier, player in enumerate(owner)
        ],
        "yeti": "1.1" if solo else "top",
        "avalanche": {"at": avalanche[0], "speed": avalanche[1]},
        "points": [0] * players,
        "finished": [skier for skier, state in sorted(states.items()) if state == "finished"],
        **more,
    }


def board(**parts: Any) -> RaceState:
    return place(position(**parts), standard, SEED)


def pick(skier: int, *cards: str, jump: bool = True) -> Select:
    return Select((Play(skier, tuple(sorted(cards)), jump),))


def both(first: Select, second: Select) -> Select:
    """One player's two skiers."""
    return Select((*first.plays, *second.plays))


def act(s: RaceState, *steps: tuple[int, Action]) -> tuple[RaceState, list[Event]]:
    """The state after the steps, and all their events."""
    events: list[Event] = []
    for seat, action in steps:
        transition = game.apply(s, seat, in_order(action))
        s = transition.state
        events += transition.events
    return s, events


def select_all(s: RaceState, *selects: Select) -> tuple[RaceState, list[Event]]:
    """Each selection by the owner of its skiers."""
    owner = s.variant.owner
    return act(s, *((owner[select.plays[0].skier], select) for select in selects))


def refusal(s: RaceState, seat: int, action: Action) -> tuple[str, dict[str, Any]]:
    """Reason and parameters with which the action is refused; it must be."""
    try:
        game.apply(s, seat, action)
    except IllegalAction as error:
        assert not game.is_legal(s, seat, action)
        assert action not in game.legal_actions(s, seat)
        return error.reason, error.params
    raise AssertionError(f"{action} was taken")


def of(kind: type, events: Iterable[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]
