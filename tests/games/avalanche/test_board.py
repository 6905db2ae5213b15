"""The boards tests are made of are what they say."""

from app.games.avalanche.mountain import OUT
from tests.games.avalanche.board import FORKED, LEVEL, board


def test_on_the_level_mountain_one_can_count():
    """Two spaces and two banks a card, and the crossings the module names."""
    m = board(hands=[["c5a"], ["c5b"], ["c5c"]], at=[0, 0, 0], mountain=LEVEL).mountain
    assert (m.spaces, m.banks) == (24, 24)
    assert [m.card_at[s] for s in range(1, 25)] == [(s + 1) // 2 for s in range(1, 25)]
    assert [m.bank_at[s] for s in range(1, 25)] == list(range(1, 25))
    assert [s for s in range(1, 25) if m.crossing[s] != OUT] == [2, 3, 5, 12, 14, 15, 20, 22, 23]
    assert "".join(symbol[:1] for symbol in m.symbol) == "ddsscctt" + "ddsc"


def test_the_forked_mountain_has_its_forks():
    m = board(hands=[["c5a"], ["c5b"], ["c5c"]], at=[0, 0, 0], mountain=FORKED).mountain
    assert sorted(m.nodes) == sorted(
        ["top", "1.1", "1.2", "2.1", "2.2a", "2.2b", "3.1", "3.2", "4.1", "4.2a", "4.2b"]
    )
    assert m.names[m.crossing[4]] == "2.2a"
    assert m.names[m.crossing[8]] == "4.2a"
