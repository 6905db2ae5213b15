"""Deck files: what they must keep (AV-105), and how a deck is known."""

import json
from hashlib import sha256
from importlib.resources import files

import pytest

from app.games.avalanche.deck import BadDeck, deck_by_hash, read_deck, register, standard

RAW = json.loads(files("app.games.avalanche").joinpath("cards.json").read_text(encoding="utf-8"))


def deck_file(**changes):
    card = {
        "id": "k1",
        "symbol": "s",
        "speed": 1,
        "snowbanks": [1, 2],
        "yeti": ["y", "X|y", "y|y"],
        **changes,
    }
    other = {"id": "k2", "symbol": "s", "speed": 9, "snowbanks": [1], "yeti": ["X"]}
    return {"format": "avalanche-cards/1", "cards": [card, other]}


def test_sixty_cards_fifteen_a_symbol_twelve_a_speed():
    assert len(standard) == 60
    assert {standard.symbols.count(symbol) for symbol in set(standard.symbols)} == {15}
    assert {standard.speeds.count(speed) for speed in range(1, 6)} == {12}


def test_the_hash_is_of_the_cards_alone():
    """Not of notes, nor of the order in the file; one changed number is another deck."""
    again = read_deck({"format": RAW["format"], "cards": RAW["cards"][::-1], "note": "other words"})
    assert again.hash == standard.hash
    rows = sorted(RAW["cards"], key=lambda card: card["id"])
    text = json.dumps(rows, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert standard.hash == sha256(text.encode()).hexdigest()
    changed = json.loads(json.dumps(RAW))
    changed["cards"][0]["speed"] = 2
    assert read_deck(changed).hash != standard.hash


def test_a_deck_in_use_is_found_by_its_hash():
    odd = register(read_deck(deck_file()))
    assert deck_by_hash(odd.hash) is odd
    assert deck_by_hash(standard.hash) is standard
    with pytest.raises(BadDeck):
        deck_by_hash("0" * 64)


def test_any_division_and_any_lanes_are_taken():
    """AV-105 asks no more."""
    assert read_deck(deck_file()).cards[0].yeti == ("y", "X|y", "y|y")


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"yeti": ["X|y", "y", "y"]}, "cards[0].yeti[0]"),
        ({"yeti": ["y", "X|X", "y"]}, "cards[0].yeti[1]"),
        ({"yeti": ["y", "y"]}, "cards[0].yeti"),
        ({"yeti": ["y", "z", "y"]}, "cards[0].yeti[1]"),
        ({"yeti": ["y", ["y"], "y"]}, "cards[0].yeti[1]"),
        ({"snowbanks": []}, "cards[0].snowbanks"),
        ({"snowbanks": [0, 3]}, "cards[0].snowbanks"),
        ({"snowbanks": [True, 2]}, "cards[0].snowbanks"),
        ({"speed": 0}, "cards[0].speed"),
        ({"speed": "1"}, "cards[0].speed"),
        ({"symbol": ""}, "cards[0].symbol"),
        ({"id": None}, "cards[0].id"),
        ({"id": "k2"}, "cards"),
    ],
)
def test_what_breaks_the_rules_of_the_file_is_named(changes, path):
    """AV-105, with the path of it."""
    with pytest.raises(BadDeck) as refused:
        read_deck(deck_file(**changes))
    assert str(refused.value).startswith(path + ":")


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        {},
        {"cards": 1},
        {"cards": []},
        {"format": "x", "cards": []},
        {"format": "avalanche-cards/1", "cards": [{}]},
    ],
)
def test_what_is_no_deck_file_at_all(raw):
    with pytest.raises(BadDeck):
        read_deck(raw)


def test_the_cards_a_table_keeps_have_the_hash_it_names() -> None:
    """What is stored beside a table is exactly what its deck's hash was taken of."""
    import hashlib
    import json

    from app.games.avalanche.game import Avalanche

    game = Avalanche()
    cards = game.deck_cards()["cards"]
    text = json.dumps(cards, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(text.encode()).hexdigest() == game.deck_hash()
    assert len(cards) == 60
