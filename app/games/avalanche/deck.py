"""The cards, read from a deck file, and the decks in use by their hash. Not here: where a card lies in a
game.

Inside the engine a card is its index in the deck; indices run in the order of ids, so sorted numbers are
sorted ids.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any

from app.games.avalanche.actions import Play, Select

MIN_MOUNTAIN, MAX_MOUNTAIN = 2, 24
LANES = {"y": 1, "X": 1, "y|y": 2, "X|y": 2, "y|X": 2}
"""Every way a column of the yeti's path can look, and its lanes (at most one X a column, AV-105)."""


class BadDeck(ValueError):
    """A deck file that breaks AV-105 or is no deck at all."""


@dataclass(frozen=True, slots=True)
class Card:
    """`snowbanks`: spaces in each bank, top to bottom. `yeti`: one column a space, see `LANES`."""

    id: str
    symbol: str
    speed: int
    snowbanks: tuple[int, ...]
    yeti: tuple[str, ...]


class Deck:
    """An immutable set of cards. `hash` = hex SHA-256 of the cards' canonical JSON."""

    __slots__ = ("cards", "hash", "ids", "index", "plays", "selects", "speeds", "symbols")

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = tuple(sorted(cards, key=lambda card: card.id))
        self.ids = tuple(card.id for card in self.cards)
        self.symbols = tuple(card.symbol for card in self.cards)
        self.speeds = tuple(card.speed for card in self.cards)
        self.index = {card: number for number, card in enumerate(self.ids)}
        self.hash = sha256(canonical(self.cards)).hexdigest()
        # Plays and one-skier selections are the same objects in every game; making them anew is most of the
        # cost of listing what is legal.
        self.plays: dict[tuple[int, tuple[int, ...]], tuple[Play, Play]] = {}
        self.selects: dict[tuple[int, tuple[int, ...]], tuple[Select, Select]] = {}

    def __len__(self) -> int:
        return len(self.cards)

    def names(self, cards: Any) -> tuple[str, ...]:
        ids = self.ids
        return tuple([ids[card] for card in cards])


def canonical(cards: tuple[Card, ...]) -> bytes:
    """The cards in id order as JSON with sorted keys and no spaces, in UTF-8: what the hash is taken of."""
    rows = [
        {"id": c.id, "symbol": c.symbol, "speed": c.speed, "snowbanks": c.snowbanks, "yeti": c.yeti}
        for c in cards
    ]
    return json.dumps(rows, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 32 and value.isprintable() and " " not in value


def _card(raw: object, where: str) -> Card:
    if not isinstance(raw, Mapping):
        raise BadDeck(f"{where}: a card is an object")
    name, symbol, speed = raw.get("id"), raw.get("symbol"), raw.get("speed")
    banks, yeti = raw.get("snowbanks"), raw.get("yeti")
    if not _text(name):
        raise BadDeck(f"{where}.id: a short text without spaces")
    if not _text(symbol):
        raise BadDeck(f"{where}.symbol: a short text without spaces")
    if not _whole(speed, 1, 20):
        raise BadDeck(f"{where}.speed: a whole number from 1 to 20")
    if not isinstance(banks, list) or not 0 < len(banks) <= 12 or not all(_whole(b, 1, 12) for b in banks):
        raise BadDeck(f"{where}.snowbanks: the spaces in each bank, 1 to 12")
    if not isinstance(yeti, list) or len(yeti) != sum(banks):
        raise BadDeck(f"{where}.yeti: one entry for each of the {sum(banks)} spaces (AV-105)")
    for column, entry in enumerate(yeti):
        if not isinstance(entry, str) or entry not in LANES:
            raise BadDeck(f"{where}.yeti[{column}]: one of {', '.join(LANES)} (at most one X, AV-105)")
    if LANES[yeti[0]] != 1:
        raise BadDeck(f"{where}.yeti[0]: the first column is never split (AV-105)")
    return Card(str(name), str(symbol), int(str(speed)), tuple(banks), tuple(yeti))


def read_deck(raw: object) -> Deck:
    """A deck from a deck file's content. Raises BadDeck with the path of what is wrong."""
    if not isinstance(raw, Mapping) or not isinstance(raw.get("cards"), list):
        raise BadDeck("a deck file is an object with a list of cards")
    if raw.get("format") != "avalanche-cards/1":
        raise BadDeck("format: expected avalanche-cards/1")
    cards = tuple(_card(card, f"cards[{number}]") for number, card in enumerate(raw["cards"]))
    if len({card.id for card in cards}) != len(cards):
        raise BadDeck("cards: two cards with one id")
    if len(cards) < MIN_MOUNTAIN:
        raise BadDeck("cards: too few for a mountain (AV-105)")
    return Deck(cards)


_decks: dict[str, Deck] = {}


def register(deck: Deck) -> Deck:
    """Makes a deck known by its hash; a deck once used by a table must stay known."""
    return _decks.setdefault(deck.hash, deck)


def deck_by_hash(deck_hash: str) -> Deck:
    """Raises BadDeck if no deck of this hash is known."""
    try:
        return _decks[deck_hash]
    except KeyError:
        raise BadDeck(f"unknown deck {deck_hash!r}") from None


def _load() -> Deck:
    """Registers earlier decks (decks/*.json) and the current one (cards.json), which it returns."""
    here = files("app.games.avalanche")
    earlier = here.joinpath("decks")
    if earlier.is_dir():
        for entry in earlier.iterdir():
            if entry.name.endswith(".json"):
                register(read_deck(json.loads(entry.read_text(encoding="utf-8"))))
    return register(read_deck(json.loads(here.joinpath("cards.json").read_text(encoding="utf-8"))))


standard = _load()
"""The deck new tables are started with."""
