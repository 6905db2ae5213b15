"""How long a round is shown, which the table's clock waits for: the length of its beats, faster where it is long."""

from app.games.avalanche import events as e
from app.games.avalanche.game import Avalanche
from app.games.avalanche.motion import (
    apart_ms,
    jump_ms,
    lengths,
    motion_ms,
    patience_ms,
    settle_ms,
    space_ms,
    tension_ms,
    total_ms,
)
from app.games.avalanche.story import moments
from app.games.kernel.contract import Moving


def test_nothing_to_watch_takes_no_time() -> None:
    """A lock, a deal and the opening of a decision are not shown: the clock begins at once."""
    assert motion_ms([]) == 0
    assert (
        motion_ms([e.SelectionLocked(0), e.RoundStarted(2, 15), e.DecisionOpened(4, e.Phase.SELECT, (0,))])
        == 0
    )


def test_a_long_story_goes_faster() -> None:
    """Over twelve seconds it doubles its speed at most, and never becomes shorter than a story of twelve."""
    jump = e.RocketJumped(0, 1, 1, 3, "circle", wild=False)
    assert motion_ms([jump] * 15) == 15 * jump_ms
    assert motion_ms([jump] * 20) == patience_ms
    assert motion_ms([jump] * 40) == 20 * jump_ms


def test_skiers_to_whom_nothing_happens_ski_together() -> None:
    """They set off 120 ms apart; the story goes on when the last has arrived."""
    three = [e.SkierMoved(0, 3, 4, 0, 7), e.SkierMoved(1, 2, 3, 0, 5), e.SkierMoved(2, 1, 1, 0, 2)]
    assert lengths(moments(three)) == [apart_ms, apart_ms, 120 * 1 + 90 * 3 - 2 * 120 + settle_ms]
    assert lengths(moments([three[0], e.Crashed(1, ("limit",)), three[1]])) == [540, 700, 450]


def test_the_last_card_waits_only_where_it_can_decide() -> None:
    """A moment of nothing before the fastest card is spent on the question whether the limit holds (AV-08)."""

    def total(speeds: tuple[int, ...], limit: int | None) -> int:
        plays = tuple(e.RevealedPlay(s, s, ("c",), speed, jump=False) for s, speed in enumerate(speeds))
        return total_ms(e.CardsRevealed(plays, sum(speeds), limit))

    assert total((5, 4, 3), 10) - total((5, 4, 3), None) == tension_ms
    assert total((5, 4, 3), 6) == total((5, 4, 3), None)
    assert total((5, 1, 1), 12) == total((5, 1, 1), None)
    assert total((5,), None) == 0


def test_avalanche_says_how_long_it_moves() -> None:
    """The optional part of the contract: the table asks a game that has it."""
    game = Avalanche()
    assert isinstance(game, Moving)
    assert game.motion_ms([e.SkierMoved(0, 3, 4, 0, 7)]) == 4 * space_ms + settle_ms
