"""A row of cards as ground to ski and walk on: spaces, snowbanks, the yeti's graph. Not here: who stands
where.

Spaces: 0 = start line, 1..T downhill, T + 1 = over the line. Cards and banks from 1. A node of the yeti's
path is an int, twice its column's space plus its lane (0 or 1); 0 = off the board at the top (AV-47), `OUT` =
past the last card.
"""

from functools import lru_cache

from app.games.avalanche.actions import MoveYeti
from app.games.avalanche.deck import LANES, Deck

TOP, OUT = 0, -1
SOLO_YETI = 2
"""The first space of his path, where he starts solo."""


class Mountain:
    """Immutable but for what it remembers of questions asked before.

    `first[c]`: first space of card c, `first[n + 1]` = T + 1. `card_at[s]`: card of space s, 0 on the start
    line, n + 1 over the line. `bank_at[s]`: snowbank of space s; the start line lies in the first's way.
    `symbol[c]`: "" for c = 0. `crossing[s]`: the node that is space s itself, or OUT if the paths do not meet
    there.
    """

    __slots__ = (
        "bank_at", "banks", "card_at", "cards", "crossing", "deck", "first", "keeps", "lanes", "length",
        "names", "nodes", "routes", "spaces", "symbol",
    )  # fmt: skip

    def __init__(self, deck: Deck, cards: tuple[int, ...]) -> None:
        self.deck = deck
        self.cards = cards
        self.length = len(cards)
        first, card_at, bank_at, symbol = [0], [0], [1], [""]
        lanes, keeps, crossing, names = [1], [False], [OUT], ["top", ""]
        space = bank = 0
        for number, index in enumerate(cards, 1):
            card = deck.cards[index]
            first.append(space + 1)
            symbol.append(card.symbol)
            for size in card.snowbanks:
                bank += 1
                bank_at.extend([bank] * size)
            for column, entry in enumerate(card.yeti, 1):
                space += 1
                card_at.append(number)
                if LANES[entry] == 1:
                    lanes.append(1)
                    crossing.append(2 * space if entry == "X" else OUT)
                    names += (f"{number}.{column}", "")
                    keeps.append(False)
                else:
                    # Two neighbouring split columns of one card keep their lanes; a card's edge joins them.
                    if lanes[-1] == 2 and column > 1:
                        keeps[-1] = True
                    lanes.append(2)
                    crossing.append(2 * space + entry[2:].count("X") if "X" in entry else OUT)
                    names += (f"{number}.{column}a", f"{number}.{column}b")
                    keeps.append(False)
        first.append(space + 1)
        card_at.append(self.length + 1)
        self.first, self.card_at, self.bank_at, self.symbol = first, card_at, bank_at, symbol
        self.lanes, self.keeps, self.crossing, self.names = lanes, keeps, crossing, names
        self.spaces, self.banks = space, bank
        self.nodes = {name: node for node, name in enumerate(names) if name}
        self.routes: dict[tuple[int, int, bool], list[MoveYeti]] = {}

    def below(self, node: int) -> tuple[int, ...]:
        """Nodes one step downhill, none below the last column."""
        space = node >> 1
        if space == self.spaces:
            return ()
        if self.keeps[space]:
            return (node + 2,)
        down = 2 * space + 2
        return (down, down + 1) if self.lanes[space + 1] == 2 else (down,)

    def above(self, node: int) -> tuple[int, ...]:
        """Nodes one step uphill, none above the first column (AV-48)."""
        space = (node >> 1) - 1
        if space <= 0:
            return ()
        if self.keeps[space]:
            return (node - 2,)
        up = 2 * space
        return (up, up + 1) if self.lanes[space] == 2 else (up,)

    def name(self, node: int) -> str:
        return "out" if node == OUT else self.names[node]


@lru_cache(maxsize=512)
def mountain_of(deck: Deck, cards: tuple[int, ...]) -> Mountain:
    """The mountain of these cards, top first; the same object for the same cards while it is remembered."""
    return Mountain(deck, cards)
