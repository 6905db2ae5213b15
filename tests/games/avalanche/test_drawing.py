"""Step 6: drawing, reshuffling, drafting."""

from app.games.avalanche.actions import Draft, MoveYeti
from app.games.avalanche.events import (
    CardDrafted,
    CardDrawn,
    CardsDiscarded,
    DecisionOpened,
    DeckReshuffled,
    DisplayRefilled,
    Phase,
    StackGrew,
)
from tests.games.avalanche.board import act, board, game, of, pick, refusal, select_all

HANDS = (["c1b"], ["s1b"], ["t1b"])


def after_yeti(at=(8, 5, 12), hands=HANDS, **parts):
    s = board(hands=[list(hand) for hand in hands], at=list(at), **parts)
    s, _ = select_all(s, *(pick(k, hand[0], jump=False) for k, hand in enumerate(hands)))
    return act(s, (game.waiting_on(s)[0], MoveYeti(())))


def test_all_discard_first_then_draw_from_uphill_to_downhill():
    """AV-58: one card each, even after a pair."""
    s, events = after_yeti(deck=("d1b", "d2b", "d3b"))
    kinds = [type(event) for event in events if isinstance(event, CardDrawn | CardsDiscarded)]
    assert kinds == [CardsDiscarded] * 3 + [CardDrawn] * 3
    assert [draw.player for draw in of(CardDrawn, events)] == [1, 0, 2]
    assert [s.deck.names(hand) for hand in s.hands] == [("d2b",), ("d1b",), ("d3b",)]


def test_an_empty_deck_is_not_reshuffled_before_a_card_is_needed():
    """AV-59."""
    s, events = after_yeti(deck=("d1b", "d2b", "d3b"), discard=("d4b",), only_deck=True)
    assert of(DeckReshuffled, events) == []
    assert game.view(s, None).deck == 0


def test_the_discard_becomes_the_deck_in_the_middle_of_drawing():
    """AV-59: this round's cards are already in it. Mountain cards never are (AV-60)."""
    s, events = after_yeti(deck=("d1b",), discard=("d4b",), only_deck=True)
    assert of(DeckReshuffled, events) == [DeckReshuffled(4, ())]
    in_play = {"d1b", "d4b", "c1b", "s1b", "t1b"}
    assert set(s.deck.names([card for hand in s.hands for card in hand])) < in_play
    view = game.view(s, None)
    assert (view.deck, view.discard) == (2, ())


def test_with_speed_stacks_the_played_cards_stay_and_the_stacks_older_rounds_are_shuffled():
    """AV-96, AV-100: all but each skier's latest round, once deck and discard are both empty."""
    stacks = {0: [["d2a"], ["d2b"]], 1: [["s1c", "s2b"]], 2: []}
    s, events = after_yeti(
        stacks=stacks, options=["controlled_speed"], deck=(), only_deck=True, at=(8, 3, 12)
    )
    grown = {(event.skier, event.cards) for event in of(StackGrew, events)}
    assert grown == {(0, ("c1b",)), (1, ("s1b",)), (2, ("t1b",))}
    (shuffled,) = of(DeckReshuffled, events)
    assert shuffled == DeckReshuffled(4, ((0, ("d2a", "d2b")), (1, ("s1c", "s2b"))))
    assert [s.deck.names(played) for stack in s.stacks for played in stack] == [("c1b",), ("s1b",), ("t1b",)]


def test_if_there_is_nothing_at_all_nobody_draws():
    """AV-106."""
    s, events = after_yeti(stacks={}, options=["controlled_speed"], deck=(), only_deck=True)
    assert of(CardDrawn, events) == of(DeckReshuffled, events) == []
    assert s.hands == [(), (), ()]


DISPLAY = ["d1b", "d2b", "d3b"]


def drafting(display=DISPLAY, **parts):
    return after_yeti(display=list(display), options=["drafting"], **parts)


def test_the_draft_goes_from_uphill_to_downhill_one_decision_each():
    """AV-91: the last card is not asked for."""
    s, events = drafting(deck=("t2b", "t3b", "t4b"))
    opened = of(DecisionOpened, events)[-1]
    assert (opened.phase, opened.awaited, opened.order) == (Phase.DRAFT, (1,), (1, 0, 2))
    assert game.legal_actions(s, 1) == [Draft("d1b"), Draft("d2b"), Draft("d3b")]
    assert refusal(s, 0, Draft("d1b")) == ("not_your_draft_turn", {"who": (1,), "phase": "draft"})
    assert refusal(s, 1, Draft("d4b")) == ("card_gone", {"card": "d4b"})
    s, events = act(s, (1, Draft("d2b")))
    assert game.view(s, None).draft_order == (0, 2)
    assert refusal(s, 0, Draft("d2b"))[0] == "card_gone"
    s, events = act(s, (0, Draft("d1b")))
    assert of(CardDrafted, events) == [CardDrafted(0, 0, "d1b"), CardDrafted(2, 2, "d3b")]
    assert of(DisplayRefilled, events) == [DisplayRefilled(("t2b", "t3b", "t4b"))]
    assert s.phase is Phase.SELECT


def test_the_display_is_refilled_up_to_the_new_number_and_a_surplus_stays():
    """AV-90: two skiers are left, one card of three is left over."""
    s, _ = drafting(deck=("t2b",), at=(8, 5, 12), avalanche=(0, 6))
    assert s.racing == (0, 2)
    s, events = act(s, (0, Draft("d1b")), (2, Draft("d3b")))
    assert of(DisplayRefilled, events) == [DisplayRefilled(("t2b",))]
    s, _ = drafting(display=[*DISPLAY, "d4b", "d5b"], avalanche=(0, 6))
    s, events = act(s, (0, Draft("d1b")), (2, Draft("d3b")))
    assert of(DisplayRefilled, events) == []
    assert s.deck.names(s.display) == ("d2b", "d4b", "d5b")


def test_with_too_few_on_display_the_last_in_order_get_none():
    """AV-106."""
    s, events = drafting(display=["d1b"])
    assert of(CardDrafted, events) == [CardDrafted(1, 1, "d1b")]
    assert s.hands[0] == s.hands[2] == ()
    assert len(s.display) == 3


def test_a_refill_too_reshuffles_in_the_middle():
    """AV-59, AV-90: told in two parts, so that the deck can be followed."""
    s, _ = drafting(deck=("t2b",), only_deck=True)
    s, events = act(s, (1, Draft("d1b")), (0, Draft("d2b")))
    kinds = [type(e) for e in events if isinstance(e, DisplayRefilled | DeckReshuffled)]
    assert kinds == [DisplayRefilled, DeckReshuffled, DisplayRefilled]
    assert game.view(s, None).deck == 1
