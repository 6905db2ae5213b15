"""Step 5: the avalanche, burials, and the house option of the last skier."""

import pytest

from app.games.avalanche.actions import MoveYeti
from app.games.avalanche.events import (
    AvalancheAdvanced,
    CardsDiscarded,
    GameEnded,
    Phase,
    RoundStarted,
    SkierBuried,
)
from tests.games.avalanche.board import act, board, game, of, pick, select_all


def after_round(at, avalanche, hands=(["c1b", "t5a"], ["s1b"], ["t1b"]), **parts):
    """Everybody crawls one space; the yeti stays."""
    s = board(hands=[list(hand) for hand in hands], at=list(at), avalanche=avalanche, **parts)
    s, _ = select_all(s, *(pick(k, hand[0], jump=False) for k, hand in enumerate(hands) if k in s.racing))
    return act(s, (game.waiting_on(s)[0], MoveYeti(())))


def test_it_covers_as_many_banks_as_its_speed_and_buries_who_lies_in_them():
    """AV-53: position >= bank, stopping there included."""
    s, events = after_round((5, 8, 12), (3, 3))
    assert of(AvalancheAdvanced, events) == [AvalancheAdvanced(3, 6)]
    assert of(SkierBuried, events) == [SkierBuried(0)]
    assert s.racing == (1, 2)


def test_one_bank_short_is_safe():
    s, _ = after_round((6, 8, 12), (3, 3))
    assert s.racing == (0, 1, 2)


def test_at_speed_nought_it_stays():
    """AV-54."""
    _, events = after_round((6, 8, 12), (3, 0))
    assert of(AvalancheAdvanced, events) == []


def test_it_stops_at_the_last_bank():
    """AV-53."""
    s, _ = after_round((17, 19, 21), (10, 50), hands=(["c1b"], ["s1b"], ["t1b"]))
    assert s.avalanche_at == 24
    assert game.outcome(s).winners == ()


def test_if_it_takes_all_nobody_wins():
    """AV-55."""
    s, events = after_round((5, 6, 7), (3, 9))
    assert events[-1] == GameEnded((), "buried")
    assert len(of(SkierBuried, events)) == 3
    assert game.outcome(s).reason == "buried"


def test_cards_of_the_buried_go_to_the_discard_and_the_limit_follows():
    """AV-09, AV-56: hand and played card."""
    s, events = after_round((5, 8, 12), (3, 3))
    assert CardsDiscarded(0, ("t5a",), 1, "out") in events
    assert CardsDiscarded(0, ("c1b",), 0, "played", 0) in events
    assert s.hands[0] == ()
    assert of(RoundStarted, events) == [RoundStarted(3, 7)]


def test_the_last_skier_must_still_reach_the_bottom():
    """AV-103 without the option."""
    s, _ = after_round((5, 7, 12), (3, 5))
    assert s.phase is Phase.SELECT
    assert game.waiting_on(s) == (2,)


def test_by_the_house_option_the_last_skier_wins_at_once():
    """AV-103: right after the burials."""
    _, events = after_round((5, 7, 12), (3, 5), options=["last_skier_wins"])
    assert events[-1] == GameEnded((2,), "last_skier")


def test_the_house_option_does_nothing_in_a_race():
    """AV-103."""
    s, _ = after_round((5, 7, 12), (3, 5), options=["last_skier_wins", "racing"])
    assert s.phase is Phase.SELECT


@pytest.mark.parametrize(("second", "over"), [(12, True), (5, True)])
def test_for_two_players_it_is_the_last_player_with_skiers(second, over):
    """AV-103: with one skier left or with both."""
    s = board(
        hands=[["c1b", "s1b"], ["t1b", "d1b"]],
        at=[14, second, 6, 7],
        avalanche=(3, 8),
        options=["last_skier_wins"],
    )
    select = type(pick(0))
    s, _ = act(
        s,
        (0, select(pick(0, "c1b", jump=False).plays + pick(1, "s1b", jump=False).plays)),
        (1, select(pick(2, "t1b", jump=False).plays + pick(3, "d1b", jump=False).plays)),
    )
    s, events = act(s, (game.waiting_on(s)[0], MoveYeti(())))
    assert (events[-1] == GameEnded((0,), "last_skier")) is over


def test_a_round_without_any_card_is_the_last():
    """AV-106, beyond the printed deck: nothing could ever move again, all are fetched from the mountain."""
    s = board(hands=[[], [], []], at=[5, 6, 7], deck=(), only_deck=True)
    _, events = select_all(s, pick(0), pick(1), pick(2))
    assert events[-1] == GameEnded((), "buried")
