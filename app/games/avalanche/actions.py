"""What a seat may wish for: one class a kind of choice (see docs/rules/interchange.md for the JSON form).

Cards are named by their ids in the deck file ("d3a"), skiers by number from 0, yeti nodes as "3.2b".
A seat is a player; with two players each has two skiers (AV-61).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mulligan:
    """Solo, before round 1 (AV-80). `take` = four new cards, else the hand is kept."""

    take: bool


@dataclass(frozen=True, slots=True)
class Play:
    """The cards of one skier: one, or two of one symbol (AV-03), in id order; and the wish to jump
    (AV-28).
    """

    skier: int
    cards: tuple[str, ...]
    jump: bool = True


@dataclass(frozen=True, slots=True)
class Select:
    """One play for each racing skier of the seat, in skier order. May be replaced until the last is in
    (AV-104).
    """

    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Withdraws the seat's selection while others are awaited (AV-104)."""


@dataclass(frozen=True, slots=True)
class MoveYeti:
    """The nodes entered, in order; none = he stays (AV-41). Solo: his exact distance downhill (AV-70,
    AV-72).
    """

    route: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards given up, in id order: two players after losing a skier (AV-65), solo after a hit (AV-78)."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A card taken from the display (AV-91)."""

    card: str


type_names = {
    "mulligan": Mulligan,
    "select": Select,
    "take_back": TakeBack,
    "yeti": MoveYeti,
    "discard": Discard,
    "draft": Draft,
}

Action = Mulligan | Select | TakeBack | MoveYeti | Discard | Draft
