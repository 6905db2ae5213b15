"""The table's clock waits for the motion: both must mean the same length."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from app.games.avalanche.events import Phase
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


def test_what_the_page_shows_at_once_is_what_the_clock_counts_at_once() -> None:
    """The script joins neighbours of one kind: the moments that begin while the one before goes on, also where a speed
    stack is cleared between two crashes (AV-97).
    """
    script = (Path(__file__).resolve().parents[3] / "static/js/avalanche/motion.js").read_text()
    table = re.search(r"const joined = \{(.*?)\}", script)
    assert table
    kinds = re.findall(r"(\w+): \"", table[1])
    assert sorted(kinds) == ["buried", "crash", "ski"]
    met = set()
    for players, options in ((5, ("controlled_speed",)), (5, ()), (2, ()), (1, ())):
        for number in range(6):
            play = SamplePlay(players, options, f"at once {number}").until(
                lambda view: view.phase is Phase.OVER
            )
            for part in play.story:
                beats = tell([part], play.table(), game.view(play.state, None), "en")
                for one, following in pairwise(beats):
                    joins = one.kind == following.kind and one.kind in kinds
                    assert following.moment is not None
                    assert following.moment.together == joins, (one, following)
                    met |= {one.kind} if joins else set()
    assert met == set(kinds)
