"""Step 1: which selections there are, and why others are refused."""

import pytest

from app.games.avalanche.actions import Play, Select, TakeBack
from app.games.avalanche.events import CardsRevealed, SelectionLocked, SelectionTakenBack
from app.games.avalanche.selection import count_selections, selections_of
from tests.games.avalanche.board import act, board, both, game, pick, refusal, select_all


def three(**parts):
    hands = [["c5a", "c2a", "s5a"], ["t5a"], ["d2a"]]
    return board(hands=hands, at=[1, 3, 5], **parts)


def test_one_card_or_two_of_one_symbol_each_with_either_wish():
    """AV-03, AV-28: three singles and one pair, with and without the wish to jump."""
    s = three()
    listed = game.legal_actions(s, 0)
    assert len(listed) == 2 * 4
    assert pick(0, "c5a", "c2a", jump=False) in listed
    assert count_selections(s.deck, s.hands[0], 1) == 4


def test_two_skiers_share_out_one_hand():
    """AV-63: each its own pile, a pair within one pile, no card in both."""
    s = board(hands=[["c5a", "c2a", "s5a"], ["t5a", "d2a"]], at=[1, 3, 5, 7])
    ways = {tuple(play.cards for play in a.plays) for a in game.legal_actions(s, 0)}
    assert len(ways) == 6 + 2  # two singles in order, or the pair and the square either way
    assert (("c2a", "c5a"), ("s5a",)) in ways
    assert all(set(a).isdisjoint(b) for a, b in ways)
    assert count_selections(s.deck, s.hands[0], 2) == len(ways)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (pick(0), "no_card"),
        (pick(0, "c2a", "s5a"), "two_symbols"),
        (pick(0, "c2a", "c5a", "s5a"), "too_many_cards"),
        (pick(0, "t5a"), "not_your_card"),
        (pick(0, "nonsense"), "not_your_card"),
        (pick(0, "c2a", "c2a"), "card_in_both"),
        (Select((Play(0, ("c5a", "c2a")),)), "card_order"),
        (pick(1, "t5a"), "wrong_skier"),
        (Select(()), "wrong_skier"),
        (both(pick(0, "c2a"), pick(0, "c5a")), "wrong_skier"),
        (TakeBack(), "too_late"),
    ],
)
def test_other_selections_are_refused_with_a_reason(action, reason):
    """AV-03 and the table of refusals."""
    assert refusal(three(), 0, action)[0] == reason


def test_one_card_cannot_be_with_both_skiers():
    """AV-63."""
    s = board(hands=[["c5a", "c2a", "s5a"], ["t5a", "d2a"]], at=[1, 3, 5, 7])
    assert refusal(s, 0, both(pick(0, "c5a"), pick(1, "c5a"))) == ("card_in_both", {"card": "c5a"})
    assert refusal(s, 0, both(pick(1, "c5a"), pick(0, "c2a")))[0] == "wrong_skier"
    assert refusal(s, 0, both(pick(0, "c5a"), pick(2, "c2a")))[0] == "wrong_skier"


def test_a_selection_can_be_replaced_and_taken_back_until_the_last_is_in():
    """AV-104; the number of the decision stays, replacing says nothing."""
    s, events = act(three(), (0, pick(0, "c5a")))
    assert events == [SelectionLocked(0)]
    assert game.waiting_on(s) == (1, 2)
    assert TakeBack() in game.legal_actions(s, 0)
    assert TakeBack() not in game.legal_actions(s, 1)
    s, events = act(s, (0, pick(0, "s5a")))
    assert events == []
    s, events = act(s, (0, TakeBack()))
    assert events == [SelectionTakenBack(0)]
    assert game.waiting_on(s) == (0, 1, 2)
    assert game.decision(s) == 1
    s, events = act(s, (0, pick(0, "c2a")), (1, pick(1, "t5a")), (2, pick(2, "d2a")))
    (revealed,) = [event for event in events if isinstance(event, CardsRevealed)]
    assert ("c2a",) in [play.cards for play in revealed.plays]
    assert game.decision(s) == 2
    assert refusal(s, 0, TakeBack())[0] == "too_late"
    assert refusal(s, 0, pick(0, "c5a"))[0] == "too_late"


def test_order_of_arrival_never_matters():
    """The same selections in another order lead to the same state."""
    picks = [(0, pick(0, "c5a")), (1, pick(1, "t5a")), (2, pick(2, "d2a"))]
    first, _ = act(three(), *picks)
    last, _ = act(three(), *reversed(picks))
    assert game.encode_state(first) == game.encode_state(last)


def test_without_a_card_a_skier_plays_none():
    """AV-106, beyond the printed deck: it is still asked, and stays where it is."""
    s = board(hands=[[], ["t5a"], ["d2a"]], at=[1, 3, 5])
    assert game.legal_actions(s, 0) == [pick(0), pick(0, jump=False)]
    assert refusal(s, 0, pick(0, "t5a"))[0] == "not_your_card"
    s, _ = select_all(s, pick(0), pick(1, "t5a"), pick(2, "d2a"))
    assert s.at == [1, 8, 7]
    assert game.waiting_on(s) == (0,)  # farthest uphill, he still moves the yeti


def test_a_hand_too_small_for_two_skiers_leaves_one_of_them_without():
    """AV-106 for two players: whichever its owner likes."""
    s = board(hands=[["c5a"], ["t5a", "d2a"]], at=[1, 3, 5, 7])
    ways = {tuple(play.cards for play in a.plays) for a in game.legal_actions(s, 0)}
    assert ways == {(("c5a",), ()), ((), ("c5a",))}
    assert refusal(s, 0, both(pick(0), pick(1)))[0] == "no_card"


def test_selections_of_many_hands_are_never_listed_twice():
    s = board(hands=[["c5a", "c2a", "c1b", "c3b"], ["t5a", "d2a"]], at=[1, 3, 5, 7])
    listed = selections_of(s.deck, s.hands[0], (0, 1))
    assert len(listed) == len(set(listed)) == 4 * count_selections(s.deck, s.hands[0], 2)
