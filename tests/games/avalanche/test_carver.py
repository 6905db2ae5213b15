"""Carver: plays by the rules, from its view alone, and well."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings

from app.games.avalanche.actions import MoveYeti, Play, Select
from app.games.avalanche.carver import FRESH_HAND, Sense, carver
from app.games.avalanche.outcomes import JUMPS, SPEEDS, crash_chance, jumps_chance
from app.games.avalanche.views import PrivateView, SkierState
from app.games.kernel.ladder import rung
from app.games.kernel.stream import Draws
from tests.games.avalanche.random_play import game, playing, seeds, starts


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(starts(), seeds)
def test_it_plays_legally_everywhere(start, seed):
    """Every number of players, option and phase."""
    draws = Draws(seed)
    for before, _seat, _action, _after, _events in playing(start[0], seed):
        for seat in range(before.variant.players):
            legal = game.legal_actions(before, seat)
            if legal:
                assert game.choose("carver", game.view(before, seat), legal, draws) in legal


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(starts(), seeds)
def test_two_worlds_with_one_view_are_one_choice(start, seed):
    """What its seat cannot see changes nothing: other hands, other selections and the deck are dealt anew."""
    for before, _seat, _action, _after, _events in playing(start[0], seed):
        for seat in game.waiting_on(before):
            world = before.clone()
            hidden = [card for other, hand in enumerate(world.hands) if other != seat for card in hand]
            hidden = list(reversed([*hidden, *world.pile[world.drawn :]]))
            for other, hand in enumerate(world.hands):
                if other != seat:
                    world.hands[other] = tuple(sorted(hidden.pop() for _ in hand))
            world.pile = (*world.pile[: world.drawn], *hidden)
            one, two = game.view(before, seat), game.view(world, seat)
            assert one == two
            legal = game.legal_actions(before, seat)
            assert game.choose("carver", one, legal, Draws(seed)) == game.choose(
                "carver", two, legal, Draws(seed)
            )
        break


@pytest.mark.parametrize("seats", [2, 4])
def test_it_beats_snowploughs(seats):
    """Among random bots it wins far more than its share (the ladder has intervals)."""
    found = rung(game, "carver", "snowplough", seats=seats, games=60 if seats == 4 else 16, seed=b"fixed")
    assert found.share > 0.55 if seats == 4 else found.share > 0.8


def test_the_chance_of_a_crash_is_counted_right():
    """Against two rivals, by trying all their speeds (AV-07, AV-08)."""
    for speed, limit in product(range(1, 11), (5, 9, 13)):
        tried = sum(
            SPEEDS[a] * SPEEDS[b]
            for a, b in product(SPEEDS, SPEEDS)
            if max(a, b) <= speed and a + b + speed > limit
        )
        assert crash_chance(speed, 0, 2, limit) == pytest.approx(tried)
    assert crash_chance(5, 0, 3, None) == 0.0
    assert crash_chance(3, 4, 0, 6) == 1.0, "the own second skier counts"


def test_the_chance_of_jumps_is_counted_right():
    """AV-38: each jump is one snowbank more."""
    assert jumps_chance(3, 0) == 1.0
    assert jumps_chance(3, 3) == pytest.approx(JUMPS**3)
    assert jumps_chance(2, 1) == pytest.approx(1 - (1 - JUMPS) ** 2)
    assert jumps_chance(2, 3) == 0.0


def first_view(players: int = 4, seed: bytes = b"carver") -> PrivateView:
    state = game.start((), players, seed.ljust(32)).state
    view: PrivateView = game.view(state, 0)
    return view


def test_it_does_not_stay_where_the_avalanche_comes():
    """A slow card that is buried for sure is worth less than a quick one that is not (AV-53)."""
    view = first_view()
    hand = ("d1a", "d5a", *view.hand[2:])
    public = replace(view.public, avalanche_at=0, avalanche_speed=2, limit=None)
    sense = Sense.of(replace(view, hand=hand, public=public))
    slow, quick = (Select((Play(0, (card,), False),)) for card in ("d1a", "d5a"))
    assert sense.worth(quick) > sense.worth(slow) + 5


def test_it_spares_itself_and_hits_the_leader():
    """AV-43: whoever stands on a space he enters is hit."""
    view = first_view()
    mountain = Sense.of(view).mountain
    crossings = [s for s in range(1, mountain.spaces + 1) if mountain.crossing[s] >= 0][:3]
    skiers = list(view.public.skiers)
    for number, space in zip((0, 1, 2), crossings, strict=True):
        skiers[number] = replace(skiers[number], at=space, state=SkierState.RACING)
    sense = Sense.of(replace(view, public=replace(view.public, skiers=tuple(skiers))))
    me, other, leader = (MoveYeti((mountain.names[mountain.crossing[s]],)) for s in crossings)
    assert sense.worth(me) < sense.worth(MoveYeti(())) < sense.worth(other) < sense.worth(leader)


def test_without_spread_it_takes_the_best():
    view = first_view()
    legal = list(game.legal_actions(game.start((), 4, b"carver".ljust(32)).state, 0))
    sense = Sense.of(view)
    best = max(sense.worth(action) for action in legal)
    assert sense.worth(carver(view, legal, Draws(bytes(32)), 0.0)) == best


def test_it_gives_a_poor_hand_back():
    """Solo, before the first round (AV-80): a hand below the average, and no other."""
    given = []
    for number in range(40):
        state = game.start((), 1, bytes([number]) * 32).state
        view = game.view(state, 0)
        sense = Sense.of(view)
        action = game.choose("carver", view, game.legal_actions(state, 0), Draws(bytes(32)))
        assert action.take == (sense.hand_worth(sense.hand, sense.own[0].at) < FRESH_HAND)
        given.append(action.take)
    assert 8 < sum(given) < 32
