"""What beats carry for the page beside their motion: few bytes, and always the fold of the events told so far."""

import json
from itertools import zip_longest

import pytest

from app.web.games.avalanche.mountain.layout import layout_of
from app.web.games.avalanche.pieces.board import board
from app.web.games.avalanche.samples.tables import SamplePlay, game
from app.web.games.avalanche.story.beats import tell
from app.web.games.avalanche.story.facts import facts, told_after
from app.web.games.avalanche.table.screen import public_of, screen
from app.web.games.avalanche.words.voice import cast_of, voice_of


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    "options", [(), ("drafting",), ("controlled_speed",), ("racing",), ("last_skier_wins",)]
)
def test_the_moment_after_the_last_beat_is_the_truth(players: int, options: tuple[str, ...]) -> None:
    """All that beats carry, one after the other, is what the next selection begins with, unless a heat has ended; and
    it weighs less than 180 bytes a beat before it is packed.
    """
    if players == 1 and options not in {(), ("controlled_speed",)}:
        pytest.skip("solo has no such option")
    play = SamplePlay(players, options, f"facts {players}")
    weights = []
    compared = 0
    while game.waiting_on(play.state):
        before = public_of(game.view(play.state, None))
        play.step()
        after = public_of(game.view(play.state, None))
        told = screen.beats(play.story[-1:], play.table(), "en", after, before)
        weights += [len(json.dumps(beat["f"], separators=(",", ":"))) for beat in told if "f" in beat]
        if not told or after.heat != before.heat:
            continue
        known: dict[str, object] = {}
        where: list[str] = []
        for beat in told:
            changed = dict(beat.get("f", {}))
            spots = changed.pop("s", ())
            where = [now or then for now, then in zip_longest(spots, where)]
            known |= changed
        beats = tell(play.story[-1:], play.table(), after, "en", before)
        last = next((one for one in reversed(list(told_after(before, beats))) if one), None)
        if last is None or last.view.round != after.round:
            continue
        layout = layout_of(after.deck_hash, after.mountain)
        truth = facts(after, layout, board(after, layout).next, cast_of(play.table(), voice_of("en")))
        assert known["p"] == truth.places
        assert known["c"] == last.view.hand_sizes  # what is given up without a word comes with the truth
        assert known["w"] == truth.won
        assert known["b"] == truth.behind
        assert where == list(truth.spots)
        compared += 1
    assert compared > 3
    assert sum(weights) / len(weights) < 180


def test_without_the_view_before_nothing_is_guessed() -> None:
    """A page that was away is told the story alone; the truth comes with its end."""
    play = SamplePlay(4, (), "unknown")
    for _ in range(4):
        play.step()
    assert not any(
        "f" in beat for beat in screen.beats(play.story, play.table(), "en", game.view(play.state, None))
    )
