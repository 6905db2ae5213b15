"""Alone against the yeti (AV-70 to AV-83)."""

from app.games.avalanche.actions import Discard, MoveYeti, Mulligan
from app.games.avalanche.events import (
    AvalancheQuickened,
    CardsDiscarded,
    CardsRevealed,
    GameEnded,
    JumpRefused,
    MulliganDecided,
    Phase,
    RocketJumped,
    SkierMoved,
    StackCleared,
    YetiCardRevealed,
    YetiHit,
    YetiMoved,
)
from tests.games.avalanche.board import FORKED, act, board, game, of, pick, refusal

HAND = ["c3b", "s1b", "t1b", "d1b"]


def solo(*, at=5, hand=HAND, **parts):
    return board(hands=[list(hand)], at=[at], **parts)


def test_the_set_up():
    """Both on the first space of card 1, Controlled Speed always on, no limit (AV-71), a mulligan to begin with."""
    t = game.start((), 1, bytes(32))
    view = game.view(t.state, None)
    assert (view.phase, view.yeti, view.skiers[0].at, view.limit) == (Phase.MULLIGAN, "1.1", 1, None)
    assert view.options == ("controlled_speed",)
    assert view.hand_sizes == (4,)


def test_one_mulligan_of_the_whole_hand():
    """AV-80."""
    s = game.start((), 1, bytes(32)).state
    old = set(s.hands[0])
    s, events = act(s, (0, Mulligan(True)))
    assert len(of(MulliganDecided, events)[0].cards) == 4
    assert old.isdisjoint(s.hands[0])
    assert set(s.discard) == old
    assert refusal(s, 0, Mulligan(True))[0] == "second_mulligan"
    s, events = act(game.start((), 1, bytes(32)).state, (0, Mulligan(False)))
    assert of(MulliganDecided, events) == [MulliganDecided(0, ())]
    assert set(s.hands[0]) == old


def test_drafting_alone_is_a_display_of_one():
    """AV-102: laid out before the mulligan (AV-92) and never asked about."""
    s = game.start(("drafting",), 1, bytes(32)).state
    assert len(s.display) == 1
    wanted = s.display[0]
    s, _ = act(s, (0, Mulligan(False)))
    while s.round == 1 and s.phase is not Phase.OVER:
        s, _ = act(s, (0, game.legal_actions(s, 0)[0]))
    assert s.phase is Phase.OVER or wanted in s.hands[0]


def test_the_order_of_reveals():
    """AV-75, AV-77: select, his card, avalanche by cards, jump, avalanche, his second card, the skier, the yeti."""
    s = solo(hand=["c3b", "c2b"], deck=("d2b", "s4b"))
    _, events = act(s, (0, pick(0, "c2b", "c3b")))
    story = [
        e
        for e in events
        if isinstance(
            e, CardsRevealed | YetiCardRevealed | AvalancheQuickened | RocketJumped | SkierMoved | YetiMoved
        )
    ]
    assert [type(e) for e in story[:1]] == [CardsRevealed]
    assert story[1:] == [
        YetiCardRevealed("d2b", 2, False),
        AvalancheQuickened(2, "cards", 0),
        RocketJumped(0, 5, 4, 8, "circle", True),
        AvalancheQuickened(3, "jump", 0),
        YetiCardRevealed("s4b", 6, True),
        SkierMoved(0, 8, 5, 0, 13),
        YetiMoved(None, "1.1", ("1.2", "2.1", "2.2", "3.1", "3.2", "4.1"), "down", False),
    ]


def test_his_symbol_blocks_a_jump_from_a_card_that_shows_it():
    """AV-76: by the card occupied before moving; a pair jumps all the same."""
    s = solo(hand=["s3b", "c3b", "c1b"], deck=("s2b",))
    _, events = act(s, (0, pick(0, "s3b")))
    assert of(JumpRefused, events) == [JumpRefused(0, "yeti_symbol", "square", None)]
    assert len(of(YetiCardRevealed, events)) == 1
    _, events = act(s, (0, pick(0, "c3b", "c1b")))
    assert of(RocketJumped, events)[0].wild


def test_only_his_first_cards_symbol_counts():
    """AV-75: of the second only the number; in round 1 a normal jump is possible (AV-83)."""
    s = solo(at=1, hand=["d3b"], deck=("t2b", "d1b"), round=1)
    _, events = act(s, (0, pick(0, "d3b")))
    assert len(of(RocketJumped, events)) == 1


def test_he_walks_exactly_his_speed_downhill_and_only_the_lane_is_yours():
    """AV-70, AV-72."""
    s = solo(mountain=FORKED, at=2, hand=["c1b", "t1c"], deck=("d3b",), yeti="1.2")
    s, _ = act(s, (0, pick(0, "c1b")))
    assert s.phase is Phase.YETI
    routes = [a.route for a in game.legal_actions(s, 0)]
    assert routes == [("2.1", "2.2a", "3.1"), ("2.1", "2.2b", "3.1")]
    assert refusal(s, 0, MoveYeti(("2.1",))) == ("solo_distance", {"reach": 3})
    assert refusal(s, 0, MoveYeti(("1.1", "2.1", "2.2a")))[0] == "solo_distance"
    assert refusal(s, 0, MoveYeti(("2.1", "2.2b", "2.2a")))[0] == "yeti_not_next"


def test_a_hit_costs_one_card_of_your_choice_and_no_rockets():
    """AV-78, AV-79: asked before the avalanche moves."""
    s = solo(at=4, hand=["c1b", "t5a", "s5b"], deck=("d4b",), yeti="1.1", avalanche=(0, 1))
    s, events = act(s, (0, pick(0, "c1b", jump=False)))
    assert of(YetiHit, events) == [YetiHit(0, "3.1", False)]
    assert s.phase is Phase.DISCARD
    assert s.avalanche_at == 0
    assert game.view(s, None).owed == (1,)
    assert game.legal_actions(s, 0) == [Discard(("s5b",)), Discard(("t5a",))]
    s, events = act(s, (0, Discard(("t5a",))))
    assert CardsDiscarded(0, ("t5a",), 1, "hit") in events
    assert s.rockets == [True]
    assert s.avalanche_at == 2


def test_the_last_card_goes_without_asking():
    """AV-78."""
    s = solo(at=4, hand=["c1b", "t5a"], deck=("d4b",), yeti="1.1")
    s, events = act(s, (0, pick(0, "c1b", jump=False)))
    assert CardsDiscarded(0, ("t5a",), 1, "hit") in events
    assert s.phase is Phase.SELECT


def test_with_nothing_left_to_give_you_lose():
    """AV-78."""
    s = solo(at=4, hand=["c1b"], deck=("d4b",), yeti="1.1")
    _, events = act(s, (0, pick(0, "c1b", jump=False)))
    assert events[-1] == GameEnded((), "no_card")


def test_starting_on_one_space_is_no_hit():
    """AV-82."""
    s = solo(at=1, hand=["c1b", "t5a"], deck=("s1b",), yeti="1.2")
    s, events = act(s, (0, pick(0, "c1b", jump=False)))
    assert s.at == [2]  # beside the node he started from
    assert of(YetiHit, events) == []


def test_he_wins_when_he_leaves_the_last_card():
    """AV-72, AV-73: hits on the way no longer matter."""
    s = solo(at=22, hand=["c1b"], deck=("d3b",), yeti="11.2")
    s, events = act(s, (0, pick(0, "c1b", jump=False)))
    assert of(YetiMoved, events) == [YetiMoved(None, "11.2", ("12.1", "12.2"), "down", True)]
    assert of(YetiHit, events) == []
    assert events[-1] == GameEnded((), "yeti")
    assert game.view(s, None).yeti == "out"


def test_on_his_last_space_he_has_not_yet_won():
    """AV-73."""
    s = solo(at=15, hand=["c1b", "s2b"], deck=("d2b",), yeti="11.2")
    s, _ = act(s, (0, pick(0, "c1b", jump=False)))
    assert (game.view(s, None).yeti, s.phase) == ("12.2", Phase.SELECT)


def test_in_one_round_you_are_before_him():
    """AV-74."""
    s = solo(at=24, hand=["c1b"], deck=("d5b",), yeti="12.2")
    _, events = act(s, (0, pick(0, "c1b", jump=False)))
    assert events[-1] == GameEnded((0,), "line")
    assert of(YetiMoved, events) == []


def test_buried_you_lose():
    s = solo(at=6, hand=["c1b"], deck=("d1b",), avalanche=(0, 9), yeti="3.2")
    _, events = act(s, (0, pick(0, "c1b", jump=False)))
    assert events[-1] == GameEnded((), "buried")


def test_his_cards_go_to_the_discard_after_the_round():
    """AV-81."""
    s = solo(at=10, hand=["c1b"], deck=("d1b", "t2b"))
    s, events = act(s, (0, pick(0, "c1b", jump=False)))
    assert CardsDiscarded(None, ("d1b",), 0, "yeti") in events
    assert s.deck.names(s.discard) == ("d1b",)
    assert s.deck.names(s.hands[0]) == ("t2b",)


def test_a_crash_by_speeding_clears_before_his_card_is_drawn():
    """AV-97: with an empty deck his card comes from the cards just cleared."""
    s = solo(at=10, hand=["c5b"], deck=(), only_deck=True, stacks={0: [["s1b"]]})
    _, events = act(s, (0, pick(0, "c5b", jump=False)))
    assert of(StackCleared, events) == [StackCleared(0, ("s1b", "c5b"))]
    assert of(YetiCardRevealed, events)[0].card in {"s1b", "c5b"}


def test_without_a_card_to_reveal_he_does_not_walk():
    """AV-106: it counts nought; this round's cards are not in the discard at the reveal (AV-59)."""
    s = solo(at=10, hand=["c5b"], deck=(), only_deck=True)
    _, events = act(s, (0, pick(0, "c5b", jump=False)))
    assert of(YetiCardRevealed, events) == [YetiCardRevealed(None, 0, False)]
    assert of(YetiMoved, events) == [YetiMoved(None, "1.1", (), "stay", False)]
