"""Who may do what when: refusals that belong to no single step, and the numbers of decisions."""

import pytest

from app.games.avalanche.actions import Discard, Draft, MoveYeti, Mulligan, TakeBack
from app.games.avalanche.codec import decode_action
from app.games.kernel.contract import MalformedAction
from tests.games.avalanche.board import act, board, game, pick, refusal, select_all


def three(**parts):
    return board(hands=[["c1b", "t5a"], ["s1b"], ["t1b"]], at=[5, 8, 12], **parts)


def yeti_phase(**parts):
    s, _ = select_all(three(**parts), pick(0, "c1b"), pick(1, "s1b"), pick(2, "t1b"))
    return s


@pytest.mark.parametrize(
    ("seat", "action", "reason"),
    [
        (0, MoveYeti(()), "wrong_choice"),
        (0, Draft("c1b"), "wrong_choice"),
        (0, Discard(("c1b",)), "wrong_choice"),
        (0, Mulligan(True), "wrong_choice"),
        (7, pick(0, "c1b"), "out_of_race"),
        (-1, pick(0, "c1b"), "out_of_race"),
        (-1, TakeBack(), "too_late"),
    ],
)
def test_an_action_of_another_phase_is_refused(seat, action, reason):
    assert refusal(three(), seat, action)[0] == reason


def test_a_late_selection_is_told_that_the_cards_are_turned():
    s = yeti_phase()
    assert refusal(s, 1, pick(1, "s1b")) == ("too_late", {"phase": "yeti"})
    assert refusal(s, 1, TakeBack())[0] == "too_late"


def test_who_is_out_is_told_so():
    s, _ = act(yeti_phase(avalanche=(0, 7)), (0, MoveYeti(())))
    assert refusal(s, 0, pick(0, "t5a"))[0] == "out_of_race"
    s, _ = select_all(s, pick(1, *game.view(s, 1).hand), pick(2, *game.view(s, 2).hand))
    assert refusal(s, 0, MoveYeti(()))[0] == "out_of_race"


def test_a_game_that_is_over_takes_nothing_more():
    s, _ = act(yeti_phase(avalanche=(0, 30)), (0, MoveYeti(())))
    assert game.waiting_on(s) == ()
    for action in (pick(0, "t5a"), MoveYeti(()), TakeBack()):
        assert refusal(s, 0, action)[0] == "game_over"


def test_a_decision_keeps_its_number_until_it_is_complete():
    """One for all selections, one for the yeti, and so on for ever."""
    s = three()
    numbers = [game.decision(s)]
    for seat, action in [
        (0, pick(0, "c1b")),
        (0, TakeBack()),
        (0, pick(0, "c1b")),
        (1, pick(1, "s1b")),
        (2, pick(2, "t1b")),
    ]:
        s, _ = act(s, (seat, action))
        numbers.append(game.decision(s))
    s, _ = act(s, (0, MoveYeti(())))
    assert [*numbers, game.decision(s)] == [1, 1, 1, 1, 1, 2, 3]


@pytest.mark.parametrize(
    "raw",
    [
        None, 1, "select", [], {}, {"type": None}, {"type": []}, {"type": {}}, {"type": "select"}, {"type": "nonsense"},
        {"type": "select", "plays": None}, {"type": "select", "plays": [None]}, {"type": "select", "plays": [{}]},
        {"type": "select", "plays": [{"skier": "0", "cards": ["c1b"]}]},
        {"type": "select", "plays": [{"skier": 0, "cards": "c1b"}]},
        {"type": "select", "plays": [{"skier": 0, "cards": [1]}]},
        {"type": "select", "plays": [{"skier": 0, "cards": ["c1b"], "jump": "yes"}]},
        {"type": "select", "plays": [{"skier": True, "cards": ["c1b"]}]},
        {"type": "select", "plays": [{"skier": 0, "cards": ["c" * 10_000]}]},
        {"type": "select", "plays": [{"skier": 0, "cards": ["c1b"] * 10_000}]},
        {"type": "select", "plays": {"skier": 0}},
        {"type": "yeti", "route": [[["1.1"]]]}, {"type": "yeti", "route": "1.1"},
        {"type": "yeti", "route": {"0": "1.1"}},
        {"type": "mulligan", "take": 1}, {"type": "draft", "card": None}, {"type": "discard", "cards": [b"c1b"]},
        {"type": "yeti", "route": float("nan")}, {1: 2},
    ],
)  # fmt: skip
def test_what_is_no_action_is_malformed_and_nothing_else(raw):
    """Whatever was sent."""
    with pytest.raises(MalformedAction):
        decode_action(raw)


def test_an_action_may_come_in_any_order_and_without_the_wish():
    """A missing wish is a wish; cards and plays are put in order; what else is sent along is passed over."""
    raw = {
        "type": "select",
        "plays": [{"skier": 1, "cards": ["c5a", "c2a"]}, {"skier": 0, "cards": ["s1b"], "jump": False}],
        "decision": 3,
    }
    action = decode_action(raw)
    assert action.plays[0] == pick(0, "s1b", jump=False).plays[0]
    assert action.plays[1] == pick(1, "c2a", "c5a").plays[0]
    assert decode_action({"type": "discard", "cards": ["t5a", "d2a"]}) == Discard(("d2a", "t5a"))
