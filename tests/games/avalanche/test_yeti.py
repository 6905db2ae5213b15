"""Step 4: where he may walk, and whom he hits."""

import pytest

from app.games.avalanche.actions import MoveYeti
from app.games.avalanche.events import DecisionOpened, Phase, RocketsRestored, YetiHit, YetiMoved
from tests.games.avalanche.board import FORKED, act, board, game, of, pick, refusal, select_all


def at_yeti(*, speed: int = 3, at=(8, 15, 17), yeti="top", rockets=None, mountain=None, cards=None, **parts):
    """After step 3: skier 0 has played a circle of this speed without a jump, the others crawled."""
    if mountain:
        parts["mountain"] = mountain
    cards = cards or [f"c{speed}b", "s1b", "s1c"]
    s = board(hands=[[card] for card in cards], at=list(at), yeti=yeti, rockets=rockets, **parts)
    s, _ = select_all(s, *(pick(k, card, jump=False) for k, card in enumerate(cards)))
    assert s.phase is Phase.YETI
    return s


def routes(s):
    return [action.route for action in game.legal_actions(s, game.waiting_on(s)[0])]


def test_the_owner_of_the_skier_farthest_uphill_moves_him():
    """AV-67 and the printed rule; his ceiling is the round's highest speed."""
    s = at_yeti(at=(8, 15, 1))
    assert game.waiting_on(s) == (2,)
    assert game.view(s, None).reach == 3
    assert refusal(s, 0, MoveYeti(()))[0] == "not_your_decision"
    assert refusal(s, 0, MoveYeti(()))[1]["who"] == (2,)


def test_in_two_player_games_too_it_is_the_owner():
    """AV-67: skier 2 is player 1's."""
    s = board(hands=[["c3b", "s1b"], ["t1b", "d1b"]], at=[8, 15, 1, 17])
    s, events = act(
        s,
        (0, type(pick(0))(pick(0, "c3b", jump=False).plays + pick(1, "s1b", jump=False).plays)),
        (1, type(pick(0))(pick(2, "t1b", jump=False).plays + pick(3, "d1b", jump=False).plays)),
    )
    assert of(DecisionOpened, events)[-1].awaited == (1,)


def test_he_may_stay():
    """AV-41, AV-47: also off the board."""
    s = at_yeti()
    s, events = act(s, (0, MoveYeti(())))
    assert of(YetiMoved, events) == [YetiMoved(0, "top", (), "stay", False)]
    assert game.view(s, None).yeti == "top"


def test_the_first_space_of_card_one_costs_one_from_off_the_board():
    """AV-47, AV-48: and there is no uphill from there."""
    assert routes(at_yeti(speed=2)) == [(), ("1.1",), ("1.1", "1.2")]


def test_either_direction_but_not_both():
    """AV-50."""
    s = at_yeti(speed=2, yeti="2.1")
    assert routes(s) == [(), ("2.2",), ("2.2", "3.1"), ("1.2",), ("1.2", "1.1")]
    assert refusal(s, 0, MoveYeti(("2.2", "2.1")))[0] == "yeti_turns"


def test_not_above_the_first_space_nor_below_the_last():
    """AV-48, AV-49: at the bottom he stops, and may walk up again."""
    assert routes(at_yeti(speed=5, yeti="1.2", cards=["c5b", "s1b", "s1c"]))[-1] == ("1.1",)
    s = at_yeti(speed=2, yeti="12.2")
    assert routes(s) == [(), ("12.1",), ("12.1", "11.2")]


def test_forks_offer_every_lane_down_and_up():
    """AV-50."""
    s = at_yeti(speed=2, yeti="2.1", mountain=FORKED, at=(1, 5, 6))
    assert [r for r in routes(s) if r and r[0].startswith("2.2")] == [
        ("2.2a",),
        ("2.2b",),
        ("2.2a", "3.1"),
        ("2.2b", "3.1"),
    ]
    s = at_yeti(speed=2, yeti="3.1", mountain=FORKED, at=(1, 5, 6))
    assert ("2.2a", "2.1") in routes(s)
    assert ("2.2b", "2.1") in routes(s)
    assert ("2.2a", "3.1") not in routes(s)


@pytest.mark.parametrize(
    ("route", "reason"),
    [
        (("2.2", "3.1", "3.2"), "yeti_too_far"),
        (("3.1",), "yeti_not_next"),
        (("2.1",), "yeti_not_next"),
        (("9.9",), "yeti_not_next"),
        (("2.2a",), "yeti_not_next"),
        (("1.2", "2.1"), "yeti_turns"),
        (("1.2", "top"), "yeti_top"),
    ],
)
def test_other_routes_are_refused_with_a_reason(route, reason):
    assert refusal(at_yeti(speed=2, yeti="2.1"), 0, MoveYeti(route))[0] == reason


def test_the_ceiling_is_the_revealed_speed_of_the_fastest_even_crashed_or_finished():
    """AV-14, AV-42: here it finishes in a race; sums count."""
    s = board(hands=[["c5b", "c4b"], ["t1b"], ["s1b"]], at=[24, 5, 8], options=["racing"], rockets=[])
    s, _ = select_all(s, pick(0, "c4b", "c5b"), pick(1, "t1b", jump=False), pick(2, "s1b", jump=False))
    assert game.view(s, None).reach == 9


def test_every_space_entered_is_a_hit_stopping_included():
    """AV-43, AV-45: several, the mover's own, and those already out."""
    s = at_yeti(speed=4, at=(9, 1, 4), yeti="1.1", rockets=[0, 1])
    assert s.at == [13, 2, 5]
    s, events = act(s, (1, MoveYeti(("1.2", "2.1", "2.2", "3.1"))))
    assert of(YetiHit, events) == [YetiHit(1, "1.2", True), YetiHit(2, "3.1", True)]
    assert s.rockets == [True, False, False]


def test_where_he_starts_he_hits_nobody():
    """AV-44."""
    s = at_yeti(speed=3, at=(9, 1, 5), yeti="1.2")
    s, events = act(s, (1, MoveYeti(("2.1",))))
    assert of(YetiHit, events) == []


def test_a_lane_beside_the_skiers_space_is_not_the_space():
    s = at_yeti(speed=2, at=(2, 5, 6), yeti="2.1", mountain=FORKED)
    assert s.at[0] == 4
    _, events = act(s, (0, MoveYeti(("2.2b",))))
    assert of(YetiHit, events) == []
    _, events = act(s, (0, MoveYeti(("2.2a",))))
    assert of(YetiHit, events) == [YetiHit(0, "2.2a", True)]


def test_rockets_come_back_after_one_round_unless_hit_again():
    """AV-46: whoever was not hit this round is active again after his move."""
    s = at_yeti(speed=4, at=(9, 1, 4), yeti="1.1", rockets=[])
    s, events = act(s, (1, MoveYeti(("1.2",))))
    assert of(RocketsRestored, events) == [RocketsRestored(0), RocketsRestored(2)]
    assert s.rockets == [True, False, True]


def test_the_avalanche_does_not_trouble_him():
    """AV-52."""
    s = at_yeti(avalanche=(0, 7), yeti="1.1")
    s, _ = act(s, (0, MoveYeti(())))
    assert game.view(s, None).yeti == "1.1"


def test_among_skiers_left_on_the_start_line_the_back_is_farthest_uphill():
    """AV-02, AV-40: it takes hands without a card (AV-106) to stand there in step 4."""
    s = board(hands=[[], [], ["c3b"]], at=[0, 0, 0], round=1)
    s, _ = select_all(s, pick(0), pick(1), pick(2, "c3b"))
    assert game.waiting_on(s) == (1,)
