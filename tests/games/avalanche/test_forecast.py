"""Forecasts agree with the play itself, and are made from views alone."""

import pytest
from hypothesis import HealthCheck, given, settings

from app.games.avalanche.actions import MoveYeti, Select
from app.games.avalanche.events import (
    AvalancheAdvanced,
    Phase,
    RocketJumped,
    SkierBuried,
    SkierFinished,
    SkierMoved,
)
from app.games.avalanche.forecast import forecasts, least_safe_speed, margin, selections, yeti_choice
from app.games.avalanche.views import SkierState
from tests.games.avalanche.board import FORKED, board, game, of, pick, select_all
from tests.games.avalanche.random_play import odd_starts, playing, seeds, starts

quick = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def forecast(*cards, at=5, others=(15, 17), rockets=None, **parts):
    s = board(hands=[list(cards), ["t1b"], ["d1b"]], at=[at, *others], rockets=rockets, **parts)
    by_cards = {f.cards: f for f in forecasts(game.view(s, 0))}
    return by_cards[tuple(sorted(cards))]


def test_a_matching_card_says_where_it_skis_and_where_it_jumps():
    """AV-21: on the level mountain, and the next free spaces (AV-16)."""
    f = forecast("s3b", others=(8, 11))
    assert (f.speed, f.jump, f.wild, f.over) == (3, None, False, 4)
    assert (f.ski_to, f.ski_free, f.jump_to, f.jump_free) == (8, 9, 11, 12)


def test_why_it_would_not_jump():
    """AV-29, AV-34."""
    assert forecast("c3b").jump == "no_match"
    assert forecast("s3b", rockets=[]).jump == "rockets_out"
    assert forecast("c3b", "c2b", rockets=[]).jump == "rockets_out"
    assert forecast("c3b", "c2b").wild


def test_over_the_line_is_one_past_the_last_space():
    """AV-18, AV-25."""
    f = forecast("s2b", at=21)
    assert (f.ski_to, f.jump_to, f.over) == (23, 25, 12)
    assert forecast("t5b", at=23).ski_free == 25


def test_breaking_control_is_a_crash_foretold():
    """AV-93, AV-95: one space, also past a jumped card."""
    f = forecast("s5b", stacks={0: [["s1b"]]}, options=["controlled_speed"])
    assert (f.controlled_crash, f.ski_to, f.jump_to) == (True, 6, 9)


def test_of_two_skiers_each_leaves_the_other_a_card():
    """AV-63: with two cards there is no pair."""
    s = board(hands=[["c5b", "c2b"], ["t1b", "d1b"]], at=[1, 3, 5, 7])
    assert [(f.skier, f.cards) for f in forecasts(game.view(s, 0))] == [
        (0, ("c2b",)), (0, ("c5b",)), (1, ("c2b",)), (1, ("c5b",)),
    ]  # fmt: skip


@quick
@given(starts(), seeds)
def test_selections_from_a_view_are_the_legal_ones(start, seed):
    for before, _seat, _action, _after, _events in playing(start[0], seed):
        for seat in range(before.variant.players):
            listed = [a for a in game.legal_actions(before, seat) if isinstance(a, Select)]
            assert list(selections(game.view(before, seat))) == listed
            offered = {(play.skier, play.cards) for a in listed for play in a.plays}
            assert {(f.skier, f.cards) for f in forecasts(game.view(before, seat))} == offered


def test_a_skier_alone_goes_where_it_was_foretold():
    """The same rules: played alone on the mountain, a forecast comes true for every card, with the wish and without."""
    states = {1: "buried", 2: "buried"}
    for at in range(25):
        s = board(hands=[["s2b", "s3b", "c1b", "d4b"], [], []], at=[at, 1, 2], states=states)
        for f in forecasts(game.view(s, 0)):
            for jump in (True, False):
                after, events = select_all(s, pick(0, *f.cards, jump=jump))
                jumped = of(RocketJumped, events)
                assert bool(jumped) is (jump and f.jump is None)
                assert after.at[0] == (f.jump_free if jumped else f.ski_free)


@quick
@given(starts(), seeds)
def test_a_margin_says_who_is_caught_for_every_number_of_jumps(start, seed):
    """AV-38, AV-53, AV-77: whatever the others do, a skier that ends a round on a space is buried there if, and only
    if, the margin of that space says so for as many jumps as the others made. Never more jump than it counts.
    """
    chosen, at, jumped, view = {}, {}, [], None
    for before, _seat, action, _after, events in playing(start[0], seed):
        if before.phase is Phase.SELECT:
            view, at, jumped = game.view(before, None), dict(enumerate(before.at)), []
            chosen |= {play.skier: play for play in action.plays} if isinstance(action, Select) else {}
        jumped += [event.skier for event in of(RocketJumped, events)]
        at |= {event.skier: event.end for event in of(SkierMoved, events)}
        at |= {event.skier: before.mountain.spaces + 1 for event in of(SkierFinished, events)}
        if not of(AvalancheAdvanced, events):
            continue
        buried = {event.skier for event in of(SkierBuried, events)}
        for skier, played in chosen.items():
            there = margin(view, skier, at[skier], cards=len(played.cards), jump=skier in jumped)
            others = sum(other != skier for other in jumped)
            if view.skiers[skier].state is SkierState.RACING and there is not None:
                assert others <= there.jumpers
                assert there.caught(others) is (skier in buried)
                assert (there.fatal is not None and there.fatal <= others) is (skier in buried)
        chosen = {}


def test_the_margin_of_every_landing_by_hand():
    """Front 2, speed 1, two others who may jump: bank 4 is safe by one, caught if one of them jumps."""
    s = board(hands=[["s2b", "c1b"], ["t1b"], ["s1b"]], at=[3, 9, 12], avalanche=(2, 1), rockets=[0, 1])
    view = game.view(s, None)
    banks = {space: margin(view, 0, space).safe for space in range(3, 12)}
    assert banks == {space: s.mountain.bank_at[space] - 3 for space in range(3, 12)}
    here = margin(view, 0, 3)
    assert here.jumpers == 1
    assert margin(view, 0, 3, jump=True).safe == here.safe - 1
    assert margin(view, 0, s.mountain.spaces + 1) is None
    least = least_safe_speed(view, 0)
    assert least is not None
    assert not margin(view, 0, 3 + least).caught()
    assert margin(view, 0, 3 + least - 1).caught()


def test_the_yetis_choice_is_the_graph_within_reach():
    s = board(hands=[["c2b"], ["t1b"], ["s1b"]], at=[2, 5, 6], yeti="2.1", mountain=FORKED)
    s, _ = select_all(s, *(pick(k, c, jump=False) for k, c in enumerate(["c2b", "t1b", "s1b"])))
    choice = yeti_choice(game.view(s, None))
    assert (choice.start, choice.reach, choice.exact) == ("2.1", 2, False)
    assert choice.down == (("2.1", ("2.2a", "2.2b")), ("2.2a", ("3.1",)), ("2.2b", ("3.1",)))
    assert choice.up == (("2.1", ("1.2",)), ("1.2", ("1.1",)))
    assert dict(choice.skiers)["2.2a"] == (0,)


@quick
@given(odd_starts(), seeds)
def test_every_route_follows_the_yetis_choice(start, seed):
    """The legal routes are the walks of the graph shown, of any length or solo of the exact one."""
    for before, _seat, _action, _after, _events in playing(start[0], seed):
        if before.phase is not Phase.YETI:
            continue
        choice = yeti_choice(game.view(before, before.awaited[0]))
        walks = [] if choice.exact else [()]
        for graph in (dict(choice.down), dict(choice.up)):
            edge = [(choice.start, ())]
            for length in range(1, choice.reach + 1):
                edge = [(to, (*path, to)) for at, path in edge for to in graph.get(at, ())]
                if not choice.exact or length == choice.reach:
                    walks += [path for _, path in edge]
        legal = game.legal_actions(before, before.awaited[0])
        assert sorted(walks) == sorted(a.route for a in legal if isinstance(a, MoveYeti))


def test_without_a_yeti_to_move_there_is_no_choice():
    s = board(hands=[["c2b"], ["t1b"], ["s1b"]], at=[2, 5, 6])
    with pytest.raises(ValueError, match="nobody"):
        yeti_choice(game.view(s, None))
