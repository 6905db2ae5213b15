"""Racing: heats, points, ties (AV-84 to AV-89); the set-up of any heat."""

import pytest

from app.games.avalanche.actions import MoveYeti
from app.games.avalanche.events import (
    CardsDiscarded,
    DecisionOpened,
    GameEnded,
    HeatEnded,
    HeatStarted,
    Phase,
    RoundStarted,
    SkierFinished,
    YetiMoved,
)
from app.games.avalanche.heats import every_card
from app.games.kernel.contract import BadSetup
from tests.games.avalanche.board import SEED, act, board, game, of, pick, select_all

HANDS = (["c5b", "t1a"], ["t3b"], ["s2b"], ["d1b"])


def race(at, hands=HANDS, **parts):
    s = board(hands=[list(hand) for hand in hands], at=list(at), options=["racing"], **parts)
    return select_all(s, *(pick(k, hand[0], jump=False) for k, hand in enumerate(hands) if k in s.racing))


def test_three_two_and_one_point_as_they_cross():
    """AV-84, AV-86: the heat ends the moment the third crosses; the fourth does not move."""
    _, events = race((23, 22, 24, 21), heat=1)
    assert [f.place for f in of(SkierFinished, events)] == [1, 2, 3]
    assert [f.points for f in of(SkierFinished, events)] == [3, 2, 1]
    assert of(YetiMoved, events) == []
    assert of(HeatEnded, events)[0].heat == 1


def test_after_one_has_crossed_the_heat_goes_on_with_yeti_and_avalanche():
    """AV-84, AV-85: its cards go like those of the buried."""
    s, events = race((23, 5, 7, 9))
    assert s.phase is Phase.YETI
    assert s.points == [3, 0, 0, 0]
    s, events = act(s, (game.waiting_on(s)[0], MoveYeti(())))
    assert CardsDiscarded(0, ("t1a",), 1, "out") in events
    assert of(RoundStarted, events) == [RoundStarted(3, 10)]
    assert game.waiting_on(s) == (1, 2, 3)


def test_the_heat_ends_when_nobody_is_left():
    """AV-84: two crossed, two lie buried."""
    states = {2: "buried", 3: "buried"}
    s, events = race((24, 22, 1, 2), hands=(["c5b"], ["t3b"], [], []), states=states)
    assert of(HeatEnded, events) == [HeatEnded(1, (3, 2, 0, 0))]
    assert (s.heat, s.round, s.phase) == (2, 1, Phase.SELECT)


def test_everything_is_new_in_the_next_heat():
    """AV-87: all sixty cards, mountain, hands, rockets, avalanche, yeti, line."""
    states = {2: "buried", 3: "buried"}
    parts = {"hands": (["c5b"], ["t3b"], [], []), "states": states, "rockets": [], "avalanche": (4, 4)}
    s, events = race((24, 22, 1, 2), yeti="5.1", **parts)
    (started,) = of(HeatStarted, events)
    assert started.heat == 2
    assert sorted(started.line) == [1, 2, 3, 4]
    assert len(every_card(s)) == 60
    assert [len(hand) for hand in s.hands] == [4] * 4
    assert (s.at, s.rockets, s.status) == ([0] * 4, [True] * 4, [0] * 4)
    assert (s.avalanche_at, s.avalanche_speed, s.yeti, s.discard) == (0, 0, 0, [])
    assert len(s.mountain.cards) == 12
    assert s.points == [3, 2, 0, 0]


def test_decisions_count_on_through_heats():
    """The number of a decision rises by one for ever."""
    states = {2: "buried", 3: "buried"}
    s, events = race((24, 22, 1, 2), hands=(["c5b"], ["t3b"], [], []), states=states)
    assert of(DecisionOpened, events)[-1].decision == 2 == game.decision(s)


def last_heat(points, heat=3, **parts):
    """All are buried in this heat, so the points stand."""
    s = board(
        hands=[["c1b"], ["t1b"], ["s1b"]], at=[5, 7, 9], options=["racing"], avalanche=(0, 12), points=points,
        heat=heat, **parts,
    )  # fmt: skip
    s, _ = select_all(s, pick(0, "c1b", jump=False), pick(1, "t1b", jump=False), pick(2, "s1b", jump=False))
    return act(s, (0, MoveYeti(())))


def test_most_points_after_three_heats_win():
    """AV-88; the position stands as the last heat left it."""
    s, events = last_heat([4, 7, 5])
    assert events[-1] == GameEnded((1,), "points")
    assert s.heat == 3
    assert game.view(s, None).skiers[0].state == "buried"


def test_before_the_third_heat_nobody_wins():
    s, events = last_heat([4, 7, 5], heat=2)
    assert of(GameEnded, events) == []
    assert s.heat == 3


@pytest.mark.parametrize("heat", [3, 8])
def test_a_tie_is_another_heat(heat):
    """AV-88: for all players."""
    s, events = last_heat([4, 7, 7], heat=heat)
    assert of(GameEnded, events) == []
    assert (s.heat, game.waiting_on(s)) == (heat + 1, (0, 1, 2))


def test_after_nine_heats_the_leaders_share_the_win():
    """AV-88."""
    _, events = last_heat([4, 7, 7], heat=9)
    assert events[-1] == GameEnded((1, 2), "points")


def test_without_racing_no_points():
    s = board(hands=[["c5b"], ["t1b"], ["s1b"]], at=[23, 7, 9])
    s, events = select_all(s, *(pick(k, c, jump=False) for k, c in enumerate(["c5b", "t1b", "s1b"])))
    assert of(SkierFinished, events) == [SkierFinished(0, 1, 0)]


@pytest.mark.parametrize(
    ("players", "hand", "skiers"), [(1, 4, 1), (2, 8, 4), (3, 4, 3), (4, 4, 4), (5, 4, 5)]
)
def test_the_deal(players, hand, skiers):
    """Hands, mountain, display after the deal (AV-92), a random line (AV-02), yeti and avalanche at the top."""
    t = game.start(("drafting",), players, SEED)
    view = game.view(t.state, None)
    assert view.hand_sizes == (hand,) * players
    assert len(view.mountain) == 12
    assert len(view.display) == skiers == len(view.skiers)
    assert view.deck == 60 - players * hand - 12 - skiers
    assert sorted(skier.line for skier in view.skiers) == list(range(1, skiers + 1))
    assert (view.avalanche_at, view.avalanche_speed, view.discard) == (0, 0, ())
    assert game.decision(t.state) == 1


def test_the_same_seed_is_the_same_game_and_another_is_not():
    first, again = game.start((), 4, SEED), game.start((), 4, SEED)
    assert game.encode_state(first.state) == game.encode_state(again.state)
    assert game.encode_state(first.state) != game.encode_state(game.start((), 4, bytes(32)).state)


@pytest.mark.parametrize(
    ("options", "seats", "reason"),
    [
        (("racing",), 1, "option_does_not_fit"),
        (("last_skier_wins",), 1, "option_does_not_fit"),
        (("sledging",), 3, "unknown_option"),
        ((), 6, "seats"),
        ((), 0, "seats"),
    ],
)
def test_what_does_not_fit_does_not_start(options, seats, reason):
    """AV-102, AV-103; the option is named."""
    with pytest.raises(BadSetup) as refused:
        game.start(options, seats, SEED)
    assert refused.value.reason == reason


def test_a_seed_has_32_bytes():
    with pytest.raises(BadSetup):
        game.start((), 3, b"short")
