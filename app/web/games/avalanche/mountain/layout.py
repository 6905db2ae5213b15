"""A mountain's parts for drawing: columns, snowbanks, the yeti's nodes and on which side of the track each lies.

Which spaces and nodes there are and how they join comes from the rules; only the sides are decided here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.games.avalanche.deck import Card, deck_by_hash
from app.games.avalanche.mountain import Mountain, mountain_of


@dataclass(frozen=True, slots=True)
class Bank:
    """A snowbank: `first` column (from 0), `width` in columns, `card` from 1."""

    first: int
    width: int
    card: int


@dataclass(frozen=True, slots=True)
class Node:
    """A yeti space. `side`: -1, 0 or 1 = above, on, below the ski track. `crossing`: it is the skier space itself."""

    column: int
    side: int
    crossing: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """`columns`: the card (from 1) of each skier space. `spans`: (first column, columns) of each card.

    `banks`: top to bottom. `nodes`: by name ("3.2b"), top to bottom. `edges`: which of them are joined.
    """

    cards: tuple[Card, ...]
    columns: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]
    banks: tuple[Bank, ...]
    nodes: Mapping[str, Node]
    edges: tuple[tuple[str, str], ...]

    @property
    def spaces(self) -> int:
        return len(self.columns)

    @property
    def first_side(self) -> int:
        """Side on which the yeti waits above the mountain."""
        return next(iter(self.nodes.values())).side

    @property
    def last_side(self) -> int:
        return list(self.nodes.values())[-1].side

    def card_at(self, space: int) -> int:
        """Number of the card of a skier space; 0 above the first, one more than the last past the end."""
        if space <= 0:
            return 0
        return self.columns[space - 1] if space <= self.spaces else len(self.cards) + 1

    def node_card(self, name: str) -> int:
        """The same for a node of the yeti's trail."""
        return (
            0
            if name == "top"
            else len(self.cards) + 1
            if name == "out"
            else int(name.split(".", maxsplit=1)[0])
        )

    def bank_at(self, space: int) -> int:
        """Number of the snowbank of a skier space, 1 for the start line."""
        column = max(0, space - 1)
        return next(
            (i for i, bank in enumerate(self.banks, 1) if column < bank.first + bank.width), len(self.banks)
        )


@lru_cache(maxsize=8)
def cards_of(deck_hash: str) -> Mapping[str, Card]:
    """Every card of a deck by its id. Raises BadDeck for an unknown deck."""
    return {card.id: card for card in deck_by_hash(deck_hash).cards}


@lru_cache(maxsize=1024)
def layout_of(deck_hash: str, ids: tuple[str, ...]) -> Layout:
    """The mountain of these cards, top first. Raises BadDeck for an unknown deck, KeyError for an unknown card."""
    deck = deck_by_hash(deck_hash)
    mountain = mountain_of(deck, tuple(deck.index[i] for i in ids))
    cards = tuple(deck.cards[deck.index[i]] for i in ids)
    columns = tuple(mountain.card_at[1 : mountain.spaces + 1])
    spans = tuple((mountain.first[n] - 1, len(card.yeti)) for n, card in enumerate(cards, 1))
    banks: list[Bank] = []
    first = 0
    for number, card in enumerate(cards, 1):
        for width in card.snowbanks:
            banks.append(Bank(first, width, number))
            first += width
    return Layout(cards, columns, spans, tuple(banks), nodes_of(mountain, cards), edges_of(mountain))


def edges_of(mountain: Mountain) -> tuple[tuple[str, str], ...]:
    name = mountain.name
    return tuple(
        (name(node), name(below))
        for node in mountain.nodes.values()
        if node
        for below in mountain.below(node)
    )


def nodes_of(mountain: Mountain, cards: Sequence[Card]) -> Mapping[str, Node]:
    """The trail crosses the ski track at every X, so the sides follow from the top: s = 1, turned over by each
    crossing.
    """
    nodes: dict[str, Node] = {}
    side, column = 1, 0
    for card in cards:
        lanes: tuple[int, ...] | None = None
        for code in card.yeti:
            codes = code.split("|")
            lanes = fork_sides(codes, side, lanes) if len(codes) > 1 else None
            sides = lanes or (0 if code == "X" else side,)
            for lane, (one, at) in enumerate(zip(codes, sides, strict=True)):
                nodes[mountain.name(2 * (column + 1) + lane)] = Node(column, at, one == "X")
            side = -side if code == "X" else side
            column += 1
    return nodes


def fork_sides(codes: Sequence[str], side: int, before: tuple[int, ...] | None) -> tuple[int, ...]:
    """Sides of the two lanes of a split column. `before`: those of the column above on the same card, if it
    was split too.
    """
    sides: list[int] = []
    for lane, code in enumerate(codes):
        if code == "X":
            sides.append(0)
        elif before is None:
            sides.append(side if "X" in codes else (-side, side)[lane])
        else:
            sides.append(-side if before[lane] == 0 else before[lane])
    return tuple(sides)
