"""Step 3: moving and rocket jumps, on the level mountain (space s on card (s + 1) // 2)."""

import pytest

from app.games.avalanche.events import (
    AvalancheQuickened,
    GameEnded,
    JumpRefused,
    RocketJumped,
    SkierFinished,
    SkierMoved,
)
from tests.games.avalanche.board import act, board, game, of, pick, select_all

SLOW = [["t1b"], ["d1b"]]
"""Two others who hardly move, and whose symbols match nothing up there."""


def first(*cards: str, at: int = 1, others=(15, 17), jump: bool = True, rockets=None, **parts):
    """Skier 0 plays the cards; the others crawl far below."""
    s = board(hands=[list(cards), *SLOW], at=[at, *others], rockets=rockets, **parts)
    return select_all(s, pick(0, *cards, jump=jump), pick(1, "t1b", jump=False), pick(2, "d1b", jump=False))


def test_speed_is_spaces():
    s, events = first("c4b", at=3)
    assert s.at[0] == 7
    assert SkierMoved(0, 3, 4, 0, 7) in events


def test_fastest_first_ties_from_uphill():
    """The order of moves is the order of the reveal."""
    s = board(hands=[["c2b"], ["t2b"], ["d3b"]], at=[3, 1, 5])
    _, events = select_all(s, *(pick(k, c, jump=False) for k, c in enumerate(["c2b", "t2b", "d3b"])))
    assert [move.skier for move in of(SkierMoved, events)] == [2, 1, 0]


def test_on_the_start_line_the_back_moves_first():
    """AV-02: the largest line number is farthest uphill; each starts one step above the first space (AV-01)."""
    s = board(hands=[["c2b"], ["t2b"], ["d2b"]], at=[0, 0, 0], round=1)
    s, events = select_all(s, *(pick(k, c) for k, c in enumerate(["c2b", "t2b", "d2b"])))
    assert [move.skier for move in of(SkierMoved, events)] == [2, 1, 0]
    assert s.at == [4, 3, 2]


def test_occupied_spaces_count_while_passing_and_only_the_end_matters():
    """AV-15."""
    s, _ = first("c4b", at=3, others=(5, 9))
    assert s.at[0] == 7


def test_from_an_occupied_space_on_to_the_next_empty_one():
    """AV-16: several in a row."""
    s, events = first("c4b", at=3, others=(7, 8))
    assert s.at[0] == 9
    assert SkierMoved(0, 3, 4, 2, 9) in events


def test_a_crash_too_ends_on_an_empty_space():
    """AV-12."""
    s = board(hands=[["c5b"], ["t3b"], ["d3b"]], at=[3, 4, 6])
    s, _ = select_all(s, *(pick(k, c, jump=False) for k, c in enumerate(["c5b", "t3b", "d3b"])))
    assert s.at[0] == 5


def test_past_the_last_space_is_over_the_line_and_ends_the_game_at_once():
    """AV-18, AV-20: the others do not move, nor yeti nor avalanche."""
    s, events = first("c5b", at=23, jump=False, avalanche=(0, 3))
    assert game.outcome(s).winners == (0,)
    assert events[-1] == GameEnded((0,), "line")
    assert [move.skier for move in of(SkierMoved, events)] == [0]
    assert s.at[1:] == [15, 17]
    assert s.avalanche_at == 0


def test_pushed_off_the_last_card_finishes():
    """AV-17."""
    s, events = first("c4b", at=20, others=(24, 2))
    assert of(SkierFinished, events) == [SkierFinished(0, 1, 0)]
    assert game.outcome(s).reason == "line"


def test_a_crash_can_win():
    """AV-13."""
    s = board(hands=[["c5b"], ["t3b"], ["d3b"]], at=[24, 4, 6])
    s, _ = select_all(s, *(pick(k, c, jump=False) for k, c in enumerate(["c5b", "t3b", "d3b"])))
    assert game.outcome(s).winners == (0,)


@pytest.mark.parametrize("at", [5, 6])
def test_a_matching_jump_skips_the_rest_of_the_card_and_the_next(at):
    """AV-21, AV-22: from card 3 over card 4, on from the first space of card 5."""
    s, events = first("s3b", at=at)
    assert of(RocketJumped, events) == [RocketJumped(0, at, 4, 8, "square", False)]
    assert SkierMoved(0, 8, 3, 0, 11) in events
    assert s.at[0] == 11
    assert s.avalanche_speed == 1


def test_the_avalanche_quickens_with_the_jump_itself():
    """AV-38: told right after it, before the skier's move."""
    _, events = first("s3b", at=5)
    place = events.index(RocketJumped(0, 5, 4, 8, "square", False))
    assert events[place + 1] == AvalancheQuickened(1, "jump", 0)
    assert isinstance(events[place + 2], SkierMoved)


def test_jumping_is_a_wish():
    """AV-28."""
    s, events = first("s3b", at=5, jump=False)
    assert of(RocketJumped, events) == []
    assert s.at[0] == 8


def test_another_symbol_does_not_jump_and_nothing_is_said():
    """AV-29: who cannot jump cannot want to."""
    _, events = first("c3b", at=5)
    assert of(RocketJumped, events) == of(JumpRefused, events) == []


def test_a_crashing_jumper_ends_one_space_past_the_jumped_card():
    """AV-14, AV-21, AV-38."""
    s = board(hands=[["s5b"], ["t3b"], ["d3b"]], at=[5, 15, 19])
    s, _ = select_all(s, pick(0, "s5b"), pick(1, "t3b", jump=False), pick(2, "d3b", jump=False))
    assert s.at[0] == 9
    assert s.avalanche_speed == 1


def test_a_jump_lands_on_the_next_empty_space_and_over_whoever_stands_below():
    """AV-23, AV-24: skiers on the jumped card are passed over."""
    s, _ = first("s3b", at=5, others=(7, 11))
    assert s.at[0] == 12


def test_any_pair_is_a_wild_jump():
    """AV-32: even of the card's own symbol; AV-35: only if wished."""
    _, events = first("s1b", "s2b", at=5)
    assert of(RocketJumped, events)[0].wild
    s, events = first("c1b", "c2b", at=5)
    assert of(RocketJumped, events) == [RocketJumped(0, 5, 4, 8, "circle", True)]
    assert s.at[0] == 11
    s, _ = first("c1b", "c2b", at=5, jump=False)
    assert s.at[0] == 8


def test_from_the_start_line_only_a_wild_jump():
    """AV-27: it skips card 1 and starts on card 2."""
    s, events = first("d3b", at=0, others=(15, 17))
    assert of(RocketJumped, events) == []
    assert s.at[0] == 3
    s, events = first("c1b", "c2b", at=0)
    assert of(RocketJumped, events) == [RocketJumped(0, 0, 1, 2, "circle", True)]
    assert s.at[0] == 5


@pytest.mark.parametrize(("at", "card", "over"), [(21, "s2b", 12), (23, "c2b", 13)])
def test_a_jump_over_the_last_card_or_from_it_wins_whatever_the_speed(at, card, over):
    """AV-25, AV-26; the avalanche quickens all the same (AV-38)."""
    s, events = first(card, at=at)
    assert of(RocketJumped, events)[0].over == over
    assert of(SkierMoved, events) == []
    assert game.outcome(s).winners == (0,)
    assert s.avalanche_speed == 1


def test_rockets_that_are_out_do_not_jump():
    """AV-34: the sum counts all the same."""
    s, events = first("s1b", "s2b", at=5, rockets=[1, 2])
    assert of(JumpRefused, events) == [JumpRefused(0, "rockets_out", "square", None)]
    assert s.at[0] == 8


def two_squares(jump_first: bool = True, second=("s1b",)):
    """Skiers on two square cards: 0 on card 3 plays 4, 1 on card 11 plays less."""
    s = board(hands=[["s4b"], list(second), ["d1b"]], at=[5, 2, 17], mountain=MIXED)
    return select_all(s, pick(0, "s4b", jump=jump_first), pick(1, *second), pick(2, "d1b", jump=False))


MIXED = ("s1a", "d1c", "s2a", "d1a", "c1a", "c3a", "t2a", "t3a", "d3a", "d5a", "s4a", "c4a")


def test_one_matching_jump_a_symbol_and_the_fastest_takes_it():
    """AV-30, AV-31: wherever they stand."""
    s, events = two_squares()
    assert [jump.skier for jump in of(RocketJumped, events)] == [0]
    assert of(JumpRefused, events) == [JumpRefused(1, "blocked", "square", 0)]
    assert s.at[1] == 3


def test_a_declined_jump_leaves_the_symbol_to_the_next():
    """AV-30."""
    _, events = two_squares(jump_first=False)
    assert [jump.skier for jump in of(RocketJumped, events)] == [1]


def test_a_wild_jump_neither_blocks_nor_is_blocked():
    """AV-33."""
    _, events = two_squares(second=("s1b", "s2b"))
    assert [(jump.skier, jump.wild) for jump in of(RocketJumped, events)] == [(0, False), (1, True)]
    s = board(hands=[["s4b", "s3b"], ["s1b"], ["d1b"]], at=[5, 2, 17], mountain=MIXED)
    _, events = select_all(s, pick(0, "s4b", "s3b"), pick(1, "s1b"), pick(2, "d1b", jump=False))
    assert [(jump.skier, jump.wild) for jump in of(RocketJumped, events)] == [(0, True), (1, False)]


def test_ones_own_two_skiers_compete_like_any():
    """AV-66."""
    s = board(hands=[["s4b", "s1b"], ["d1b", "t1b"]], at=[5, 2, 17, 19], mountain=MIXED)
    plays = pick(0, "s4b").plays + pick(1, "s1b").plays
    theirs = pick(2, "d1b", jump=False).plays + pick(3, "t1b", jump=False).plays
    _, events = act(s, (0, type(pick(0))(plays)), (1, type(pick(0))(theirs)))
    assert of(JumpRefused, events) == [JumpRefused(1, "blocked", "square", 0)]


def test_jumping_does_not_put_rockets_out():
    """AV-39."""
    s, _ = first("s3b", at=5)
    assert s.rockets[0]
