"""A finished game laid open round by round."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings

from app.games.avalanche.deck import standard
from app.games.avalanche.events import CardsRevealed, Phase, RoundStarted
from app.games.avalanche.replay import open_view_of, positions_of
from app.games.avalanche.view import laid_open
from app.games.avalanche.views import OpenView
from app.games.kernel.stream import Draws
from tests.games.avalanche.random_play import game, seeds, variants


def played(players: int, options: tuple[str, ...], seed: bytes) -> tuple[list, list, list]:
    """A whole game by random choices: actions, the events of each transition, the open view after each."""
    draws = Draws(seed)
    state, first = (step := game.start(options, players, seed)).state, step.events
    actions, events, views = [], [first], [laid_open(state)]
    while game.outcome(state) is None:
        seat = game.waiting_on(state)[0]
        legal = game.legal_actions(state, seat)
        action = legal[draws(len(legal))]
        step = game.apply(state, seat, action)
        state = step.state
        actions.append((seat, action))
        events.append(step.events)
        views.append(laid_open(state))
    return actions, events, views


def as_stored(view: OpenView) -> OpenView:
    """A stored position counts its decision as number 1."""
    return replace(view, public=replace(view.public, decision=1))


@settings(max_examples=60, deadline=None)
@given(variant=variants(), seed=seeds)
def test_every_round_is_laid_open_as_it_was(variant: tuple[int, tuple[str, ...]], seed: bytes) -> None:
    """One position a round, heats included; read back it is the view of that moment, and folding the events that
    followed leads to the public view of the next round and to the end (the replay's whole base).
    """
    players, options = variant
    actions, events, views = played(players, options, seed)
    found, last = positions_of(options, players, seed, actions, standard)
    assert laid_open(last) == views[-1]
    rounds = sum(isinstance(event, RoundStarted) for part in events for event in part)
    reveals = sum(isinstance(event, CardsRevealed) for part in events for event in part)
    assert rounds == reveals == len(found)
    ends = [*(taken for taken, _ in found[1:]), len(actions)]
    for (taken, position), end in zip(found, ends, strict=True):
        opened = open_view_of(json.loads(json.dumps(position)), standard)
        assert opened == as_stored(views[taken])
        assert opened.public.phase is Phase.SELECT
        between = [event for part in events[taken + 1 : end + 1] for event in part]
        after = game.fold(opened.public, between)
        assert replace(after, decision=0) == replace(views[end].public, decision=0)


def test_nothing_of_a_running_game_is_laid_open() -> None:
    """Even its first round: hands and deck would show."""
    seed = bytes(32)
    actions, _, _ = played(3, (), seed)
    for count in (0, 1, len(actions) - 1):
        with pytest.raises(ValueError, match="only when it is over"):
            positions_of((), 3, seed, actions[:count], standard)
