"""The table's clock waits for the motion: both must mean the same length."""

import pytest

from app.games.avalanche.motion import motion_ms, patience_ms
from app.tables.model import EventsOf
from app.web.games.avalanche.samples.tables import SamplePlay, game
from app.web.games.avalanche.story.beats import tell


@pytest.mark.parametrize(
    ("players", "options"),
    [(1, ()), (2, ()), (3, ("racing",)), (4, ("drafting",)), (5, ()), (3, ("controlled_speed",))],
)
def test_it_is_as_long_as_the_beats_on_the_page(players: int, options: tuple[str, ...]) -> None:
    """Every transition of whole games: no event may be forgotten, or be counted twice."""
    for number in range(6):
        play = SamplePlay(players, options, f"motion {number}")
        long = 0
        for _ in range(2000):
            if not game.waiting_on(play.state):
                break
            play.step()
            part: EventsOf = play.story[-1]
            view = game.view(play.state, None)
            beats = sum(beat.ms for beat in tell([part], play.table(), view, "en"))
            shown = beats if beats <= patience_ms else max(beats // 2, patience_ms)
            assert motion_ms(part.events) == shown, (number, part)
            long += shown > 0
        assert long
