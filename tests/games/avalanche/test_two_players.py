"""Two players: half hands and what else is different (AV-61 to AV-69)."""

from app.games.avalanche.actions import Discard, MoveYeti, Select
from app.games.avalanche.events import CardDrawn, CardsDiscarded, DecisionOpened, Phase, SkierFinished
from tests.games.avalanche.board import act, board, game, of, pick, refusal

A = ["c1b", "s1b", "t5a", "t4a", "d2a"]
B = ["t1b", "d1b", "s5a", "s4b"]


def after_round(at, avalanche, hands=(A, B), **parts):
    s = board(hands=hands, at=at, avalanche=avalanche, **parts)
    steps = []
    for player, hand in enumerate(hands):
        skiers = s.racing_of(player)
        plays = [pick(k, c, jump=False).plays[0] for k, c in zip(skiers, hand, strict=False)]
        if plays:
            steps.append((player, Select(tuple(plays))))
    s, before = act(s, *steps)
    s, events = act(s, (game.waiting_on(s)[0], MoveYeti(())))
    return s, before + events


def test_four_skiers_and_a_limit_of_thirteen():
    """AV-61."""
    s = board(hands=[A, B], at=[1, 3, 5, 7])
    assert game.view(s, None).limit == 13


def test_each_surviving_skier_draws_a_card():
    """AV-58, AV-64: from uphill to downhill."""
    s, events = after_round([9, 11, 5, 13], (0, 0))
    assert of(CardDrawn, events) == [CardDrawn(1, 2), CardDrawn(0, 0), CardDrawn(0, 1), CardDrawn(1, 3)]
    assert [len(hand) for hand in s.hands] == [5, 4]


def test_half_the_hand_rounded_up_goes_with_a_lost_skier_and_the_owner_chooses():
    """AV-65: before drawing; played cards are not counted."""
    s, events = after_round([5, 11, 15, 13], (0, 7))
    assert of(DecisionOpened, events)[-1].phase is Phase.DISCARD
    view = game.view(s, None)
    assert (view.awaited, view.owed) == ((0,), (2,))
    assert len(game.legal_actions(s, 0)) == 3
    assert refusal(s, 0, Discard(("t5a",))) == ("wrong_discard_number", {"owed": 2})
    assert refusal(s, 0, Discard(("t5a", "t5a")))[0] == "wrong_discard_number"
    assert refusal(s, 0, Discard(("t5a", "d2a")))[0] == "card_order"
    assert refusal(s, 0, Discard(("c1b", "d2a")))[0] == "not_your_card"
    assert refusal(s, 1, Discard(("s4b", "s5a")))[0] == "not_your_decision"
    s, events = act(s, (0, Discard(("d2a", "t5a"))))
    assert events[0] == CardsDiscarded(0, ("d2a", "t5a"), 2, "half")
    assert [len(hand) for hand in s.hands] == [2, 4]


def test_both_players_may_owe_at_once_in_one_decision():
    """AV-65: in any order, with the same end."""
    s, _ = after_round([5, 13, 7, 15], (0, 8))
    decision = game.decision(s)
    assert game.waiting_on(s) == (0, 1)
    one, _ = act(s, (0, Discard(("d2a", "t4a"))))
    assert (game.waiting_on(one), game.decision(one)) == ((1,), decision)
    assert game.view(one, None).owed == (1,)
    one, _ = act(one, (1, Discard(("s4b",))))
    other, _ = act(s, (1, Discard(("s4b",))), (0, Discard(("d2a", "t4a"))))
    assert game.encode_state(one) == game.encode_state(other)


def test_nothing_is_asked_when_the_half_is_the_whole():
    """AV-65: of one card the half is one."""
    s, events = after_round([5, 11, 15, 13], (0, 7), hands=(A[:3], B))
    assert CardsDiscarded(0, ("t5a",), 1, "half") in events
    assert s.phase is Phase.SELECT
    assert len(s.hands[0]) == 1


def test_with_both_skiers_the_whole_hand_goes_and_the_other_plays_on():
    """AV-65, AV-69."""
    s, events = after_round([5, 7, 15, 13], (0, 9))
    assert CardsDiscarded(0, ("d2a", "t4a", "t5a"), 3, "out") in events
    assert game.waiting_on(s) == (1,)
    assert refusal(s, 0, pick(0, "d2a"))[0] == "out_of_race"


def test_a_skier_that_finishes_in_a_race_counts_the_same():
    """AV-65, AV-85, AV-89: and scores for its owner."""
    s, events = after_round([24, 11, 15, 13], (0, 0), options=["racing"])
    assert of(SkierFinished, events) == [SkierFinished(0, 1, 3)]
    assert s.points == [3, 0]
    assert (game.view(s, None).awaited, s.owed) == ((0,), (2,))


def test_the_first_skier_over_the_line_wins_for_its_owner():
    """AV-68."""
    s = board(hands=[A, B], at=[1, 3, 5, 24])
    select = Select((*pick(2, "t1b", jump=False).plays, *pick(3, "s5a", jump=False).plays))
    mine = Select((*pick(0, "c1b", jump=False).plays, *pick(1, "s1b", jump=False).plays))
    s, _ = act(s, (0, mine), (1, select))
    assert game.outcome(s).winners == (1,)
