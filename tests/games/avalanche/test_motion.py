"""How long a round is shown, which the table's clock waits for: the length of its beats, faster where it is long."""

from app.games.avalanche import events as e
from app.games.avalanche.game import Avalanche
from app.games.avalanche.motion import motion_ms, patience_ms
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
    assert motion_ms([e.AvalancheAdvanced(0, 36)]) == 11_700
    assert motion_ms([e.AvalancheAdvanced(0, 50)]) == patience_ms
    assert motion_ms([e.AvalancheAdvanced(0, 100)]) == 16_250


def test_avalanche_says_how_long_it_moves() -> None:
    """The optional part of the contract: the table asks a game that has it."""
    game = Avalanche()
    assert isinstance(game, Moving)
    assert game.motion_ms([e.SkierMoved(0, 3, 4, 0, 7)]) == 640
