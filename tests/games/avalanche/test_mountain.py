"""The ground: any division of spaces, any lanes a deck file can express."""

from app.games.avalanche.deck import Card, Deck
from app.games.avalanche.mountain import OUT, Mountain


def mountain(*cards: tuple[list[int], list[str]]) -> Mountain:
    """Of (snowbanks, yeti) a card, top first."""
    deck = Deck(
        tuple(Card(f"k{n:02}", "s", 1, tuple(banks), tuple(yeti)) for n, (banks, yeti) in enumerate(cards))
    )
    return Mountain(deck, tuple(range(len(cards))))


def names(m: Mountain, nodes: tuple[int, ...]) -> list[str]:
    return [m.names[node] for node in nodes]


def test_spaces_and_banks_count_on_from_card_to_card():
    """Banks of several spaces, and cards of one bank."""
    m = mountain(([2, 1], ["y", "X", "y"]), ([3], ["y", "y", "y"]))
    assert (m.spaces, m.banks) == (6, 3)
    assert m.bank_at[1:] == [1, 1, 2, 3, 3, 3]
    assert m.card_at == [0, 1, 1, 1, 2, 2, 2, 3]
    assert m.first == [0, 1, 4, 7]


def test_lanes_part_stay_apart_and_meet_at_the_cards_edge():
    """The legend of the deck file: neighbouring split columns keep their lanes."""
    m = mountain(([1, 1, 1], ["y", "X|y", "y|X"]), ([1, 1], ["y", "y|y"]))
    assert [name for name in m.nodes if name != "top"] == [
        "1.1",
        "1.2a",
        "1.2b",
        "1.3a",
        "1.3b",
        "2.1",
        "2.2a",
        "2.2b",
    ]
    assert names(m, m.below(m.nodes["top"])) == ["1.1"]
    assert names(m, m.below(m.nodes["1.1"])) == ["1.2a", "1.2b"]
    assert names(m, m.below(m.nodes["1.2a"])) == ["1.3a"]
    assert names(m, m.below(m.nodes["1.2b"])) == ["1.3b"]
    assert names(m, m.below(m.nodes["1.3b"])) == ["2.1"]
    assert m.below(m.nodes["2.2a"]) == ()
    assert names(m, m.above(m.nodes["2.1"])) == ["1.3a", "1.3b"]
    assert names(m, m.above(m.nodes["1.3a"])) == ["1.2a"]
    assert names(m, m.above(m.nodes["1.2b"])) == ["1.1"]
    assert m.above(m.nodes["1.1"]) == m.above(m.nodes["top"]) == ()


def test_a_crossing_is_the_lane_with_the_x():
    m = mountain(([1, 1, 1], ["X", "X|y", "y|X"]), ([1, 1], ["y", "y|y"]))
    assert [m.names[node] if node != OUT else "" for node in m.crossing[1:]] == [
        "1.1",
        "1.2a",
        "1.3b",
        "",
        "",
    ]


def test_up_and_down_are_one_graph():
    """Whoever is below is above the other way round."""
    m = mountain(*[([1, 1, 1, 1], ["y", "y|X", "X|y", "y"]), ([2, 1], ["X", "y|y", "y"])] * 3)
    for node in m.nodes.values():
        for below in m.below(node):
            assert node in m.above(below) or node == 0
        for above in m.above(node):
            assert node in m.below(above)
