"""What holds in every game of the dice race, over random legal play."""

import itertools
import json
from collections import Counter

import pytest

from app.games.kernel.contract import BadSetup, IllegalAction, MalformedAction
from app.games.kernel.stream import Stream
from app.games.yeti.actions import KeepDice, MendTray, SpendTurn, TurnSnow
from app.games.yeti.dice import throw
from app.games.yeti.evaluation import spend
from app.games.yeti.events import (
    DiceGameStarted,
    DiceRolled,
    LastRoundCalled,
    TurnEnded,
    TurnPhase,
    TurnStarted,
)
from app.games.yeti.fold import blank, fold
from app.games.yeti.parts import FACES, standard
from app.games.yeti.state import DISPLAY
from app.games.yeti.view import known_state
from tests.games.yeti.play import OPTIONS, game, seed_of, steps

GAMES = [(players, options, number) for players in (2, 3, 4, 5) for options in OPTIONS for number in range(2)]


@pytest.mark.parametrize(("players", "options", "number"), GAMES)
def test_a_game_from_its_first_throw_to_its_end(players, options, number):
    """Seven dice, every tile in one place, somebody awaited with two choices or more (YT-37), the fold of the events is
    the view (YT-56), everything survives storing, and the game ends (YT-45).
    """
    view, last = None, None
    for state, events in steps(players, options, number):
        view = fold(view or blank(standard.hash, players, tuple(sorted(options))), events)
        assert view == game.view(state, None)
        assert len(state.owner) == len(standard.tiles)
        assert all(owner == DISPLAY or 0 <= owner < players for owner in state.owner)
        assert sorted([*state.peaks, *[value for value in state.crowned if value is not None]]) == sorted(
            standard.peaks[:players]
        )
        again = game.decode_state(json.loads(json.dumps(game.encode_state(state))))
        assert game.encode_state(again) == game.encode_state(state)
        assert [game.decode_event(json.loads(json.dumps(game.encode_event(e)))) for e in events] == list(
            events
        )
        if state.phase is not TurnPhase.OVER:
            assert len(state.roll) + sum(state.tray) + sum(state.held) == standard.dice
            legal = game.legal_actions(state, state.turn)
            assert len(legal) == len(set(legal)) >= 2
            assert state.final or max(state.points) < state.yeti
        last = state
    outcome = game.outcome(last)
    assert outcome is not None
    assert outcome.winners


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_has_the_same_number_of_turns(players):
    """And the last round is announced before the next throw (YT-12, D12)."""
    for number in range(6):
        turns: Counter[int] = Counter()
        flat = [event for _, events in steps(players, ("weather",), number) for event in events]
        for event in flat:
            if isinstance(event, TurnStarted):
                turns[event.seat] += 1
        assert len(set(turns.values())) == 1
        calls = [place for place, event in enumerate(flat) if isinstance(event, LastRoundCalled)]
        assert len(calls) <= 1
        for place in calls:
            ends = next(at for at in range(place, len(flat)) if isinstance(flat[at], TurnEnded))
            assert not any(isinstance(event, DiceRolled) for event in flat[place:ends])


def test_the_same_seed_gives_the_same_game():
    one = [game.encode_state(state) for state, _ in steps(3, ("weather",), 7)]
    assert one == [game.encode_state(state) for state, _ in steps(3, ("weather",), 7)]


def test_the_order_of_random_draws():
    """Start player, good weather, stack, then each die as it is thrown, by the sides of the data file (YT-41)."""
    seed = seed_of("order")
    step = game.start(("weather",), 3, seed)
    first, stream = Stream(seed).below(3)
    order, stream = stream.shuffled([1, 2, 3, 4, 5, 6])
    stack, stream = stream.shuffled([1, 2, 3, 4, 5, 6])
    started = step.events[0]
    assert isinstance(started, DiceGameStarted)
    assert started.first == first
    assert started.weather == tuple((tile, "good" if tile in order[:3] else "bad") for tile in stack)
    faces = []
    for _ in range(5):
        side, stream = stream.below(6)
        faces.append(FACES[standard.die[side]])
    assert next(event for event in step.events if isinstance(event, DiceRolled)).faces == tuple(faces)


@pytest.mark.parametrize(
    ("players", "first_turns"), [(2, [6, 7]), (3, [5, 6, 7]), (4, [5, 6, 7, 7]), (5, [5, 6, 7, 7, 7])]
)
def test_the_first_turns_have_fewer_dice(players, first_turns):
    """Before blizzards (YT-01)."""
    for number in range(40):
        flat = [event for _, events in steps(players, (), number) for event in events]
        starts = [event for event in flat if isinstance(event, TurnStarted)][:players]
        if not any(type(event).__name__ == "DiceHeld" for event in flat[: flat.index(starts[-1])]):
            assert [event.dice for event in starts] == first_turns
            return
    raise AssertionError("a game without an early blizzard is needed")


def test_the_faces_are_fair():
    """Over 20,000 throws: each face within three standard deviations, whatever lay there before (D9)."""
    state = next(iter(steps(4, (), 0)))[0].clone()
    seen: Counter[int] = Counter()
    after: dict[int, Counter[int]] = {face: Counter() for face in range(len(FACES))}
    for _ in range(20_000):
        faces = throw(state, 7, None)
        seen.update(faces)
        for one, following in itertools.pairwise(faces):
            after[one][following] += 1
    for counts in (seen, *after.values()):
        total = sum(counts.values())
        for face in range(len(FACES)):
            share = standard.die.count(face) / len(standard.die)
            deviation = (share * (1 - share) / total) ** 0.5
            assert abs(counts[face] / total - share) < 3 * deviation


def test_nobody_sees_a_throw_to_come():
    """Two games equal up to now and different from now on have equal views for everybody (YT-50, D10)."""
    for state, _ in steps(3, ("weather",), 3):
        other = state.clone()
        other.stream = Stream(seed_of("another"), 8)
        for viewer in (None, 0, 1, 2):
            assert game.view(other, viewer) == game.view(state, viewer)


def test_a_preview_is_exact():
    """A choice of `spend` tried on what a player knows makes the points it makes in the game (D11)."""
    tried = 0
    for number in range(4):
        for state, _ in steps(3, ("weather",), number):
            if state.phase is not TurnPhase.SPEND:
                continue
            for action in game.legal_actions(state, state.turn):
                known = known_state(game.view(state, None))
                spend(known, action, None)
                step = game.apply(state, state.turn, action)
                made = next(event for event in step.events if isinstance(event, TurnEnded))
                assert made.points == known.points[state.turn] - state.before
                tried += 1
    assert tried > 300


def test_apply_changes_nothing_it_was_given():
    for state, _ in steps(2, ("weather_good",), 2):
        kept = game.encode_state(state)
        for action in game.legal_actions(state, state.turn)[:3]:
            game.apply(state, state.turn, action)
        assert game.encode_state(state) == kept


UNLISTED = (
    KeepDice(("footprint", "sherpa", "tent", "coin")), KeepDice(("paw",)), MendTray("yak"), MendTray("second_look"),
    TurnSnow("snow"), SpendTurn(9, None, 0, tent=False), SpendTurn(1, "yak", 0, tent=False),
    SpendTurn(None, "sled", 0, tent=False), SpendTurn(None, None, 4, tent=True),
)  # fmt: skip


def test_what_is_not_listed_is_refused():
    """For every seat and phase (YT-51, YT-52)."""
    for state, _ in steps(3, (), 5):
        for action in UNLISTED:
            for seat in range(3):
                assert not game.is_legal(state, seat, action)
                with pytest.raises(IllegalAction):
                    game.apply(state, seat, action)
        for seat in range(3):
            if seat != state.turn:
                assert game.legal_actions(state, seat) == []


@pytest.mark.parametrize(
    "raw", [None, [], {}, {"type": "keep"}, {"type": "keep", "kinds": "coin"}, {"type": 3}]
)
def test_what_is_no_action_is_malformed(raw):
    with pytest.raises(MalformedAction):
        game.decode_action(raw)


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (1, (), "seats"),
        (6, (), "seats"),
        (3, ("rain",), "unknown_option"),
        (3, ("weather", "weather_bad"), "option_group"),
    ],
)
def test_what_does_not_start(seats, options, reason):
    """YT-39: one kind of weather at most."""
    with pytest.raises(BadSetup) as refused:
        game.start(options, seats, bytes(32))
    assert refused.value.reason == reason
