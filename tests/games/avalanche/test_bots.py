"""Bots play from a view and their legal actions alone."""

import pytest
from hypothesis import HealthCheck, given, settings

from app.games.avalanche.actions import Select, TakeBack
from app.games.kernel.stream import Draws
from tests.games.avalanche.random_play import game, playing, seeds, starts


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(starts(), seeds)
def test_a_snowplough_plays_legally_and_likes_to_jump(start, seed):
    """It never takes back, and always wishes to jump."""
    draws = Draws(seed)
    for before, _seat, _action, _after, _events in playing(start[0], seed):
        for seat in range(before.variant.players):
            legal = game.legal_actions(before, seat)
            if not legal:
                continue
            action = game.choose("snowplough", game.view(before, seat), legal, draws)
            assert action in legal
            assert not isinstance(action, TakeBack)
            if isinstance(action, Select):
                assert all(play.jump for play in action.plays)


def test_every_choice_comes_up():
    s = game.start((), 3, bytes(32)).state
    legal = game.legal_actions(s, 0)
    draws = Draws(bytes(32))
    chosen = {game.choose("snowplough", game.view(s, 0), legal, draws) for _ in range(300)}
    assert len(chosen) == len(legal) // 2


def test_a_level_that_does_not_exist_is_no_bot():
    s = game.start((), 3, bytes(32)).state
    assert game.bot_levels == ("snowplough", "carver")
    with pytest.raises(ValueError, match="level"):
        game.choose("black_run", game.view(s, 0), game.legal_actions(s, 0), Draws(bytes(32)))
