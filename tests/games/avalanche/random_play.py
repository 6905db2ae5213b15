"""Random legal play for property tests: every player count, every mix of options, printed and odd decks."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from hypothesis import strategies as st

from app.games.avalanche.actions import Action
from app.games.avalanche.deck import LANES, MAX_MOUNTAIN, MIN_MOUNTAIN, Card, Deck, register, standard
from app.games.avalanche.events import Event
from app.games.avalanche.game import Avalanche
from app.games.avalanche.heats import cards_needed, new_game
from app.games.avalanche.state import RaceState
from app.games.avalanche.variant import OPTIONS, variant_of
from app.games.kernel.stream import Draws
from tests.games.avalanche.board import LEVEL, board

game = Avalanche()
SPARE = [card for card in standard.ids if card not in LEVEL]
seeds = st.binary(min_size=4, max_size=4).map(lambda text: sha256(text).digest())


@st.composite
def variants(draw: Any, **only: Any) -> tuple[int, tuple[str, ...]]:
    players = draw(st.sampled_from(only.get("players", (1, 2, 3, 4, 5))))
    fitting = [option.key for option in OPTIONS if players in option.seats]
    return players, tuple(draw(st.lists(st.sampled_from(fitting), unique=True)))


@st.composite
def odd_decks(draw: Any, cards: int) -> Deck:
    """Any division into banks, any lanes, speeds 1 to 6, few symbols."""
    made = []
    for number in range(cards):
        banks = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
        columns = [draw(st.sampled_from(["y", "X"]))]
        columns += [draw(st.sampled_from(sorted(LANES))) for _ in range(sum(banks) - 1)]
        speed, symbol = draw(st.integers(1, 6)), draw(st.sampled_from("ox"))
        made.append(Card(f"k{number:02}", symbol, speed, tuple(banks), tuple(columns)))
    return register(Deck(tuple(made)))


@st.composite
def odd_starts(draw: Any) -> tuple[RaceState, tuple[Event, ...]]:
    """The first state of a game with a deck as small as it may be, or little larger, and a mountain of any length."""
    players, options = draw(variants())
    length = draw(st.one_of(st.just(MIN_MOUNTAIN), st.integers(MIN_MOUNTAIN, MAX_MOUNTAIN)))
    variant = variant_of(players, options, length)
    deck = draw(odd_decks(cards_needed(variant) + draw(st.integers(0, 6))))
    log: list[Event] = []
    return new_game(deck, variant, draw(seeds), log), tuple(log)


@st.composite
def starts(draw: Any) -> tuple[RaceState, tuple[Event, ...]]:
    players, options = draw(variants())
    log: list[Event] = []
    return new_game(standard, variant_of(players, options), draw(seeds), log), tuple(log)


@st.composite
def starved_starts(draw: Any) -> tuple[RaceState, tuple[Event, ...]]:
    """A round with hardly a card to play and none to draw: hands may run out (AV-106)."""
    players = draw(st.integers(1, 5))
    options = draw(st.lists(st.sampled_from(["controlled_speed", "drafting"]), unique=True))
    cards = draw(st.lists(st.sampled_from(SPARE), unique=True, max_size=2 * players))
    hands: list[list[str]] = [[] for _ in range(players)]
    for card in cards:
        hands[draw(st.integers(0, players - 1))].append(card)
    skiers = 4 if players == 2 else players
    at = [1 + 2 * skier for skier in range(skiers)]
    s = board(
        hands=hands, at=at, options=sorted({*options, *(["controlled_speed"] if players == 1 else [])}),
        only_deck=True, avalanche=(0, draw(st.integers(0, 2))),
    )  # fmt: skip
    return s, ()


def playing(
    s: RaceState, seed: bytes, most: int = 4000
) -> Iterator[tuple[RaceState, int, Action, RaceState, tuple[Event, ...]]]:
    """Before, seat, action, after, events, until the game is over. Seats in any order, some minds are changed."""
    draws = Draws(seed)
    for _ in range(most):
        if not s.awaited:
            return
        seat = s.awaited[draws(len(s.awaited))]
        locked = [player for player, chosen in enumerate(s.selections) if chosen is not None]
        if locked and not draws(6):
            seat = locked[draws(len(locked))]
        legal = game.legal_actions(s, seat)
        assert legal, "an awaited seat has something to do"
        action = legal[draws(len(legal))]
        transition = game.apply(s, seat, action)
        yield s, seat, action, transition.state, transition.events
        s = transition.state
    raise AssertionError(f"no end after {most} choices")
