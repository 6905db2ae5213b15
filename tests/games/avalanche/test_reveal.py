"""Step 2: speeds, the limit, who crashes."""

import pytest

from app.games.avalanche.events import CardsRevealed, Crashed, StackCleared
from tests.games.avalanche.board import board, game, of, pick, select_all


def play(*cards: str, limit_of: int = 3, **parts):
    """Three skiers on 1, 3, 5 who play one card each and never jump."""
    s = board(hands=[[card] for card in cards], at=[1, 3, 5, 7, 9][:limit_of], **parts)
    return select_all(s, *(pick(skier, card, jump=False) for skier, card in enumerate(cards)))


def test_a_total_equal_to_the_limit_is_safe():
    """AV-07: three skiers hold 10."""
    _, events = play("c5b", "t3b", "d2a")
    (revealed,) = of(CardsRevealed, events)
    assert (revealed.total, revealed.limit) == (10, 10)
    assert of(Crashed, events) == []


def test_over_the_limit_the_fastest_crashes_and_moves_one_space():
    """AV-06, AV-07, AV-11: it crashes, yet moves first."""
    s, events = play("c5b", "t3b", "d3b")
    (revealed,) = of(CardsRevealed, events)
    assert [p.skier for p in revealed.plays] == [0, 1, 2]
    assert of(Crashed, events) == [Crashed(0, ("limit",))]
    assert s.at == [2, 6, 8]


def test_all_who_tie_for_the_highest_speed_crash():
    """AV-08, even if that is everyone."""
    s, events = play("c4b", "t4b", "d3b")
    assert [crash.skier for crash in of(Crashed, events)] == [0, 1]
    s, events = play("c4b", "t4b", "d4b")
    assert [crash.skier for crash in of(Crashed, events)] == [0, 1, 2]
    assert s.at == [2, 4, 6]


@pytest.mark.parametrize(("skiers", "limit"), [(5, 16), (4, 13), (3, 10), (2, 7), (1, None)])
def test_the_limit_follows_the_skiers_racing_at_the_start_of_the_round(skiers, limit):
    """AV-09, AV-10: the last one has none."""
    hands = [["c5b"], ["t3b"], ["d3b"], ["s5b"], ["s1b"]]
    states = dict.fromkeys(range(skiers, 5), "buried")
    for gone in states:
        hands[gone] = []
    s = board(hands=hands, at=[1, 3, 5, 7, 9], states=states)
    assert game.view(s, None).limit == limit
    cards = ["c5b", "t3b", "d3b", "s5b", "s1b"]
    _, events = select_all(s, *(pick(skier, cards[skier], jump=False) for skier in range(skiers)))
    assert of(CardsRevealed, events)[0].limit == limit


def test_two_cards_count_as_their_sum():
    """AV-03, AV-36: four and five are nine."""
    s = board(hands=[["c4b", "c5b"], ["t3b"], ["d3b"]], at=[1, 3, 5], rockets=[])
    s, events = select_all(s, pick(0, "c4b", "c5b"), pick(1, "t3b"), pick(2, "d3b"))
    (revealed,) = of(CardsRevealed, events)
    assert (revealed.plays[0].speed, revealed.total) == (9, 15)


STACKS = {0: [["s4b"]], 1: [["s3b"]], 2: [["s2b", "s1b"]]}


def controlled(*cards: str, stacks=STACKS, **parts):
    s = board(
        hands=[[card] for card in cards], at=[1, 3, 5], stacks=stacks, options=["controlled_speed"], **parts
    )
    return select_all(s, *(pick(skier, card, jump=False) for skier, card in enumerate(cards)))


def test_two_more_or_two_less_than_the_last_speed_is_safe():
    """AV-93: inclusive, and a pair's speed is its sum."""
    _, events = controlled("c2b", "t5b", "d1b")
    assert of(Crashed, events) == []


def test_three_less_is_a_crash_that_clears_the_stack_at_once():
    """AV-93, AV-95, AV-97: one space; stack and played card go to the discard at the reveal."""
    s, events = controlled("c1b", "t5b", "d1b")
    assert of(Crashed, events) == [Crashed(0, ("controlled",))]
    assert of(StackCleared, events) == [StackCleared(0, ("s4b", "c1b"))]
    assert s.at[0] == 2
    assert s.stacks[0] == ()
    assert set(s.deck.names(s.discard)) == {"s4b", "c1b"}
    assert game.view(s, None).skiers[0].last_speed is None


def test_a_limit_crash_keeps_the_stack():
    """AV-96: the revealed speed is the one to follow."""
    s, events = controlled("c5b", "t5b", "d3b")
    assert [crash.reasons for crash in of(Crashed, events)] == [("limit",), ("limit",)]
    assert s.stacks[0] != ()


def test_both_reasons_are_one_crash():
    """AV-98, AV-99: and the others' limit stays broken."""
    stacks = {0: [["s1b"]], 1: [["s3b"]], 2: [["s2b"]]}
    s, events = controlled("c5b", "t4b", "d3b", stacks=stacks)
    assert of(Crashed, events) == [Crashed(0, ("limit", "controlled"))]
    assert s.at == [2, 7, 8]
    assert s.stacks[0] == ()


def test_with_an_empty_stack_any_speed_will_do():
    """AV-97."""
    _, events = controlled("c5b", "t3b", "d1b", stacks={})
    assert of(Crashed, events) == []
