"""Moulds, times and whole games of the puzzle race."""

import itertools

import pytest

from app.games.kernel.contract import BadSetup, IllegalAction, MalformedAction
from app.games.kernel.stream import Draws, Stream
from app.games.yeti_snack.actions import CallFolds, HandIn, SayReady, TakeTea, read_action
from app.games.yeti_snack.events import (
    CallOpened,
    SnackOver,
    SnackPhase,
    SnackRevealed,
    SnackRound,
    SnackRoundOver,
)
from app.games.yeti_snack.menu import standard
from app.games.yeti_snack.mould import FOLDS, after, facts_of, folded, mould_of, satisfies, spills
from app.games.yeti_snack.race import act, catch_up, next_timer
from app.games.yeti_snack.simulation import SnackTally, new_game, play_random, simulate

SEED = bytes(range(32))


def test_the_worked_example():
    """POSITION: R1 T1 B1 L1 makes a pile of red, green, blue, yellow."""
    mould = after(mould_of("r.y/.../.gb"), ("R1", "T1", "B1", "L1"))
    assert satisfies(mould, "S:rgby")
    assert not satisfies(mould, "S:rgyb")
    assert satisfies(mould, "E:yr")
    assert satisfies(mould, "V:r")
    assert satisfies(mould, "H:gby")


def test_what_hangs_outside_falls_out():
    """YS-04, YS-16: a mould short of a token satisfies nothing."""
    mould = mould_of("r.y/.../.gb")
    assert spills(mould, "L2")
    assert not spills(mould, "L1")
    assert not any(satisfies(folded(mould, "L2"), request) for request in ("V:ygb", "H:r", "S:ygbr"))


def test_every_solution_is_right_and_shortest():
    """Each card as Model with the next one's request: the solution found holds, and no shorter one does."""
    cards = list(standard.cards.values())
    for card, other in itertools.pairwise(cards):
        facts = facts_of(card.model, other.request)
        if facts.par is None:
            continue
        assert len(facts.solution) == facts.par
        assert satisfies(after(card.model, facts.solution), other.request)
        for fold in FOLDS:
            assert (
                facts.par == 1
                or not satisfies(folded(card.model, fold), other.request)
                or spills(card.model, fold)
            )


def race(players=2, options=()):
    """A state in the middle of its first race, 10 s after the reveal at 3 s."""
    s = new_game(standard, players, options, SEED, None)
    for seat in range(players):
        act(s, seat, SayReady(True), 0, None)
    catch_up(s, 13_000, None)
    assert s.phase is SnackPhase.RACE
    return s


def refused(s, seat, action, at):
    with pytest.raises(IllegalAction) as why:
        act(s, seat, action, at, None)
    return why.value.reason


def test_the_first_by_the_page_wins_however_late_it_arrives():
    """A slow line's call arrives second and was first; it is believed up to 400 ms (YS-23, YS-25, YS-28)."""
    s, log = race(), []
    folds = s.pair().solution
    act(s, 0, CallFolds(folds, 10_300), 13_310, log)
    act(s, 1, CallFolds(folds, 10_250), 13_600, log)
    opened = next(event for event in log if isinstance(event, CallOpened))
    assert (opened.seat, opened.time, opened.right) == (1, 10_250, True)
    (over,) = [event for event in log if isinstance(event, SnackRoundOver)]
    assert over.winners == (1,)
    assert (over.later[0].seat, over.later[0].later) == (0, 50)
    assert s.first == 1


def test_a_page_is_believed_400_ms_and_no_more():
    """YS-23: never more than has passed, never less than that by more than 400 ms."""
    s = race(3)
    act(s, 1, CallFolds(("L1",), 99_999), 14_000, None)
    act(s, 0, CallFolds(("L1",), 0), 14_000, None)
    assert [seat.call.time for seat in s.seats[:2]] == [10_600, 11_000]


def test_a_call_is_opened_when_no_earlier_one_can_arrive():
    """At its time and 400 ms, whoever looks and however late (YS-25, YS-38)."""
    s = race(3)
    act(s, 0, CallFolds(s.pair().solution), 13_500, None)
    assert next_timer(s) == 13_900
    catch_up(s, 13_899, None)
    assert s.phase is SnackPhase.RACE
    late = s.clone()
    catch_up(s, 13_900, None)
    catch_up(late, 99_000, None)
    assert s.cards == late.cards == [2, 0, 0]


def test_wrong_is_out_and_the_last_one_left_wins():
    """YS-07, YS-08, YS-35: also while drinking tea."""
    s = race(2)
    act(s, 1, TakeTea(), 13_100, None)
    act(s, 0, CallFolds(("L1", "R1")), 13_200, None)
    catch_up(s, 13_600, None)
    assert s.cards == [0, 2]


def test_refusals_in_their_order():
    """YS-29, YS-30, YS-31, YS-32."""
    s = race(3)
    assert refused(s, 0, SayReady(True), 13_000) == "not_now"
    act(s, 0, TakeTea(), 13_000, None)
    act(s, 1, TakeTea(), 13_500, None)
    assert [seat.busy for seat in s.seats] == [13_000, 16_000, 0]
    assert refused(s, 0, CallFolds(("L1",)), 15_999) == "drinking"
    act(s, 0, CallFolds(("L1",)), 16_000, None)
    assert refused(s, 0, CallFolds(("L1",)), 16_001) == "called"
    catch_up(s, 16_400, None)
    assert refused(s, 0, TakeTea(), 16_400) == "out"
    assert refused(s, 2, CallFolds(("L1",)), 3_000 + standard.limit_ms + 1) == "too_late"


def test_nobody_calls():
    """At 180 s and 400 ms the yeti goes hungry: both cards are used (YS-33)."""
    s = race(2)
    assert next_timer(s) == 3_000 + standard.limit_ms + standard.lag_ms
    catch_up(s, next_timer(s), None)
    assert (s.round, s.cards, len(s.used)) == (2, [0, 0], 2)


def test_solo_has_the_yeti_s_patience():
    """YS-50 to YS-53: 11 s and 6 s a fold of par, by the lead; hungry takes 60 % of it."""
    s = race(1)
    assert s.limit() == 11_000 + 6_000 * s.pair().par
    s.cards, s.yeti_cards = [6], 2
    assert s.limit() == (11_000 + 6_000 * s.pair().par) * 80 // 100
    s.options = ("hungry",)
    assert s.limit() == (11_000 + 6_000 * s.pair().par) * 48 // 100


def test_calm_is_won_by_the_fewest_folds():
    """YS-41, YS-42, YS-43: one card each where several are equal; an answer may be taken back."""
    s = new_game(standard, 3, ("calm",), SEED, None)
    folds = s.pair().solution
    act(s, 0, HandIn(folds), 10, None)
    act(s, 1, HandIn("pass"), 20, None)
    act(s, 0, HandIn(None), 30, None)
    act(s, 2, HandIn(folds), 40, None)
    assert s.round == 1
    act(s, 0, HandIn(folds), 50, None)
    assert (s.round, s.cards) == (2, [1, 0, 1])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("options", [(), ("quick",), ("calm",), ("calm", "quick")])
def test_every_game_ends(players, options):
    """By sets, by the yeti or by the pile; no card lies in two places, and the reveal never comes early (YS-70)."""
    log = []
    s = new_game(standard, players, options, SEED, log)
    play_random(s, Draws(SEED), SnackTally(options, [0] * players), log)
    assert s.reason in ("sets", "deck", "yeti")
    assert isinstance(log[-1], SnackOver)
    lying = [*s.deck, *s.used]
    assert len(set(lying)) == len(lying) == len(standard.cards)
    rounds = [event for event in log if isinstance(event, SnackRound)]
    assert all((event.request is None) == ("calm" not in options) for event in rounds)
    reveals = [event for event in log if isinstance(event, SnackRevealed)]
    assert len(reveals) == (0 if "calm" in options else len(rounds))


def test_the_order_of_random_draws():
    """First player, then the pile (YS-37)."""
    s = new_game(standard, 4, (), SEED, None)
    first, stream = Stream(SEED).below(4)
    deck, _ = stream.shuffled(standard.cards)
    assert s.first == first
    assert s.model == deck[0]
    assert simulate(2, 3, (), SEED) == simulate(2, 3, (), SEED)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (None, "malformed"), ({}, "malformed"), ({"ready": 1}, "malformed"), ({"tea": False}, "malformed"),
        ({"call": ["L3"]}, "malformed"), ({"call": ["L1"], "ms": 1.0}, "malformed"),
        ({"call": ["L1"], "ms": True}, "malformed"), ({"call": ["L1"], "ms": None}, "malformed"),
        ({"call": ["L1"] * 201}, "malformed"), ({"call": []}, "no_folds"), ({"hand_in": []}, "no_folds"),
        ({"hand_in": "pass", "ms": 3}, "malformed"), ({"call": ["L1"], "tea": True}, "malformed"),
    ],
)  # fmt: skip
def test_what_is_no_choice(raw, reason):
    """YS-36."""
    with pytest.raises(MalformedAction) as why:
        read_action(raw)
    assert why.value.reason == reason


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (0, (), "seats"),
        (5, (), "seats"),
        (2, ("hungry",), "option_does_not_fit"),
        (1, ("rain",), "unknown_option"),
    ],
)
def test_what_does_not_start(seats, options, reason):
    """YS-60."""
    with pytest.raises(BadSetup) as why:
        new_game(standard, seats, options, SEED, None)
    assert why.value.reason == reason
