"""Events as moments: every event once, what belongs together together, and the view after each."""

from hypothesis import given, settings

from app.games.avalanche import events as e
from app.games.avalanche.deck import standard
from app.games.avalanche.heats import new_game
from app.games.avalanche.motion import apart_ms, draw_ms, lengths
from app.games.avalanche.story import (
    CardsDrawn,
    CardsTurned,
    LimitJudged,
    SkierJumped,
    YetiWalked,
    moments,
    runs,
)
from app.games.avalanche.variant import variant_of
from app.games.avalanche.view import public_view
from tests.games.avalanche.random_play import playing, seeds, variants

jump = e.RocketJumped(0, 1, 1, 3, "circle", wild=False)
quick = e.AvalancheQuickened(2, "jump", 0)
ride = e.SkierMoved(0, 3, 4, 0, 7)
card = e.YetiCardRevealed("c1b", 3, second=True)


@settings(max_examples=40, deadline=None)
@given(variant=variants(), seed=seeds)
def test_every_event_stands_in_one_moment_and_the_last_view_is_the_truth(
    variant: tuple[int, tuple[str, ...]], seed: bytes
) -> None:
    """The views after the moments lead to the view the rules give; what is put together is never lost."""
    players, options = variant
    for before, _, _, after, events in playing(
        new_game(standard, variant_of(players, options), seed, None), seed
    ):
        found = moments(events, public_view(before))
        told = [event for moment in found for event in moment.events]
        assert sorted(map(repr, told)) == sorted(map(repr, events))
        assert [m.after for m in found][-1:] == [public_view(after)][: len(found)]
        assert [moment.what for moment in moments(events)] == [moment.what for moment in found]
        for moment in found:
            assert moment.told or not moment.together


def test_a_jump_takes_its_ride_and_the_avalanche_it_quickens_along() -> None:
    """Solo the yeti's next card comes between; it is a moment of its own, after the jump (AV-75)."""
    (found, later) = moments([jump, quick, card, ride])
    assert found.what == SkierJumped(jump, quick, ride)
    assert found.events == (jump, quick, ride)
    assert later.what == card
    over = moments([jump, quick, e.SkierFinished(0, 1, 0)])
    assert over[0].what == SkierJumped(jump, quick, None)


def test_a_deck_that_is_shuffled_for_the_yetis_card_does_not_part_a_jump_from_its_ride() -> None:
    """Else the jump would be told as one over the line (AV-59, AV-75)."""
    new = e.DeckReshuffled(20, ())
    found = moments([jump, quick, new, card, ride])
    assert [moment.what for moment in found] == [SkierJumped(jump, quick, ride), new, card]


def test_the_ride_of_somebody_else_is_not_the_jumpers() -> None:
    other = e.SkierMoved(1, 2, 2, 0, 4)
    assert [m.what for m in moments([jump, quick, other])] == [SkierJumped(jump, quick, None), other]


def test_the_yeti_walks_with_everybody_he_hits() -> None:
    walk = e.YetiMoved(1, "top", ("1.1", "1.2"), "down", out=False)
    hits = (e.YetiHit(0, "1.1", rockets_out=True), e.YetiHit(2, "1.2", rockets_out=True))
    back = e.RocketsRestored(1)
    assert [m.what for m in moments([walk, *hits, back])] == [YetiWalked(walk, hits), back]


def test_everybody_draws_is_one_moment_until_something_else_is_told() -> None:
    """A reshuffle is told, cards put away are not."""
    a, b, c = (e.CardDrawn(player, player) for player in range(3))
    away, new = e.CardsDiscarded(0, ("d1a",), 0, "played", 0), e.DeckReshuffled(20, ())
    assert [m.what for m in moments([a, away, b, new, c])] == [
        CardsDrawn((a, b)),
        away,
        new,
        CardsDrawn((c,)),
    ]


def test_new_cards_for_a_hand_given_up_are_one_moment_with_it() -> None:
    """Solo (AV-80): nobody draws a card of a round there. A hand that is kept is told alone."""
    swapped, kept = e.MulliganDecided(0, ("c1a", "c1b", "c2a", "c2b")), e.MulliganDecided(0, ())
    four = [e.CardDrawn(0, None) for _ in range(4)]
    begun = e.RoundStarted(1, None)
    found = moments([swapped, *four, begun])
    assert [(m.what, m.events) for m in found] == [(swapped, (swapped, *four)), (begun, (begun,))]
    assert lengths(found) == [draw_ms, 0]
    assert lengths(moments([kept, begun])) == [0, 0]


def test_a_reveal_is_two_moments_of_one_event() -> None:
    """First the cards, then what they come to."""
    reveal = e.CardsRevealed((), 12, 16)
    turned, judged = moments([reveal])
    assert (turned.what, turned.events) == (CardsTurned(reveal), (reveal,))
    assert (judged.what, judged.events) == (LimitJudged(reveal), ())


def test_what_is_not_told_stands_in_the_story_and_says_so() -> None:
    """Played cards that are put away, and what the game waits for; cards given up are told (AV-65)."""
    told = [
        m.told
        for m in moments([
            e.SelectionLocked(0), e.DecisionOpened(2, e.Phase.SELECT, (0,)), e.DisplayRefilled(("d1a",)),
            e.CardsDiscarded(0, ("d1a",), 1, "out"), e.CardsDiscarded(0, ("d1a",), 1, "half"),
        ])
    ]  # fmt: skip
    assert told == [False, False, False, False, True]


def test_what_several_do_at_once_is_one_run() -> None:
    rides = [e.SkierMoved(skier, 0, 2, 0, 2) for skier in range(3)]
    buried = [e.SkierBuried(0), e.SkierBuried(1)]
    found = moments([*rides[:2], jump, rides[2], *buried])
    assert list(runs(found)) == [[0, 1], [3], [4, 5]]


def test_a_speed_stack_that_is_cleared_does_not_part_two_crashes() -> None:
    """Nobody is told of it: both crash at the same time, for the clock as on the page (AV-97)."""
    crashes = [e.Crashed(0, ("controlled",)), e.Crashed(1, ("controlled",))]
    found = moments([crashes[0], e.StackCleared(0, ("d1a",)), crashes[1], e.StackCleared(1, ("d1b",))])
    assert list(runs(found)) == [[0, 2]]
    assert lengths(found) == [apart_ms, 0, 700, 0]
