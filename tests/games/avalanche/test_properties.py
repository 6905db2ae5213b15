"""What holds in every game, whatever is played: random legal play over all player counts, options and odd decks."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.games.avalanche import codec
from app.games.avalanche.actions import Action, Select, TakeBack
from app.games.avalanche.events import Event, Phase
from app.games.avalanche.fold import blank, fold
from app.games.avalanche.heats import every_card
from app.games.avalanche.selection import selections_of
from app.games.avalanche.state import RaceState
from app.games.kernel.contract import IllegalAction
from app.games.kernel.stream import Draws, Stream
from tests.games.avalanche.random_play import game, odd_starts, playing, seeds, starts, starved_starts

DEALT = st.one_of(starts(), odd_starts())
ANY = st.one_of(starts(), odd_starts(), starved_starts())
many = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
some = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


def jsoned(raw: object) -> object:
    return json.loads(json.dumps(raw))


@many
@given(ANY, seeds)
def test_play_ends_and_until_then_somebody_is_awaited(start, seed):
    """Every game comes to an end (AV-106 included); decisions rise by one; cards are never lost nor doubled (AV-60)."""
    s, _ = start
    everything = every_card(s)
    for before, _seat, _action, after, _events in playing(s, seed):
        assert after.decision - before.decision in (0, 1)
        assert every_card(after) == everything
        assert bool(after.awaited) is (after.phase is not Phase.OVER)
        assert (game.outcome(after) is None) is bool(after.awaited)
        taken = [after.at[skier] for skier in after.racing if after.at[skier]]
        assert len(set(taken)) == len(taken)
        s = after
    assert game.legal_actions(s, 0) == []


@many
@given(DEALT, seeds)
def test_folding_the_events_over_the_view_before_gives_the_view_after(start, seed):
    """Events are complete: not one thing on the table changes without one."""
    s, events = start
    view = fold(blank(s.variant, s.deck.hash), events)
    assert view == game.view(s, None)
    for _before, _seat, _action, after, told in playing(s, seed):
        view = fold(view, told)
        assert view == game.view(after, None)


@some
@given(starved_starts(), seeds)
def test_the_events_are_complete_where_cards_run_out(start, seed):
    """AV-106: the same, begun in the middle."""
    view = game.view(start[0], None)
    for _before, _seat, _action, after, told in playing(start[0], seed):
        view = fold(view, told)
        assert view == game.view(after, None)


@some
@given(ANY, seeds)
def test_apply_leaves_the_state_it_was_given(start, seed):
    for before, _seat, _action, _after, _events in playing(start[0], seed):
        text = game.encode_state(before)
        legal = game.legal_actions(before, before.awaited[0])
        game.apply(before, before.awaited[0], legal[-1])
        assert game.encode_state(before) == text


@some
@given(ANY, seeds)
def test_everything_goes_through_json_and_back(start, seed):
    """States, actions, events, views."""
    for _before, seat, action, after, events in playing(start[0], seed):
        assert game.decode_action(jsoned(game.encode_action(action))) == action
        for event in events:
            assert game.decode_event(jsoned(game.encode_event(event))) == event
        raw = jsoned(game.encode_state(after))
        again = game.decode_state(raw)
        assert game.encode_state(again) == raw
        assert game.view(again, seat) == game.view(after, seat)
        assert game.legal_actions(again, seat) == game.legal_actions(after, seat)
        view = game.view(after, seat)
        assert codec.decode_view(jsoned(codec.encode_view(view))) == view


@some
@given(starts(), seeds)
def test_the_same_seed_and_actions_are_the_same_game(start, seed):
    """Through stored states, too: nothing outside the state decides."""
    s = start[0]
    other = game.decode_state(jsoned(game.encode_state(s)))
    for _before, seat, action, after, events in playing(s, seed):
        transition = game.apply(other, seat, action)
        assert transition.events == events
        other = game.decode_state(jsoned(game.encode_state(transition.state)))
        assert game.encode_state(other) == game.encode_state(after)


def probes(s: RaceState, draws: Draws) -> list[tuple[int, Action]]:
    """Actions of this state and of its neighbours, most of them wrong for the seat they are tried with."""
    legal = {seat: list(game.legal_actions(s, seat)) for seat in range(s.variant.players)}
    pool: list[Action] = [TakeBack(), Select(())]
    for actions in legal.values():
        pool += [actions[draws(len(actions))] for _ in range(3) if actions]
    everything = tuple(range(len(s.deck)))
    at_random = tuple(sorted({everything[draws(len(everything))] for _ in range(3)}))
    for skiers in ((0,), (0, 1), (2, 3)):
        found = selections_of(s.deck, at_random, skiers)
        pool += [found[draws(len(found))]]
    return [(seat, action) for seat in (*legal, -1, 5) for action in pool]


@some
@given(ANY, seeds)
def test_what_is_not_listed_is_refused_and_what_is_listed_is_taken(start, seed):
    """Legality by structure is membership in the list, and `apply` agrees with it."""
    draws = Draws(seed)
    for number, (before, _seat, _action, _after, _events) in enumerate(playing(start[0], seed)):
        if number % 3:
            continue
        listed = {seat: game.legal_actions(before, seat) for seat in range(-1, 6)}
        for seat, action in probes(before, draws):
            legal = action in listed[seat]
            assert game.is_legal(before, seat, action) is legal
            if not legal:
                with pytest.raises(IllegalAction) as refused:
                    game.apply(before, seat, action)
                assert refused.value.reason
        for seat, actions in listed.items():
            assert all(game.is_legal(before, seat, action) for action in actions[:40])


def elsewhere(s: RaceState, seat: int, draws: Draws) -> RaceState:
    """The same table with everything hidden from this seat dealt anew: others' hands and selections, deck, seed."""
    other = s.clone()
    hidden = [card for player, hand in enumerate(s.hands) if player != seat for card in hand]
    hidden += s.pile[s.drawn :]
    hidden.sort()
    for last in range(len(hidden) - 1, 0, -1):
        chosen = draws(last + 1)
        hidden[last], hidden[chosen] = hidden[chosen], hidden[last]
    for player, hand in enumerate(s.hands):
        if player != seat:
            other.hands[player] = tuple(sorted(hidden[: len(hand)]))
            del hidden[: len(hand)]
            if s.selections[player] is not None:
                ways = selections_of(s.deck, other.hands[player], s.racing_of(player))
                other.selections[player] = ways[draws(len(ways))]
    other.pile, other.drawn = (*s.pile[: s.drawn], *hidden), s.drawn
    other.stream = Stream(bytes([draws(256) for _ in range(32)]), draws(1000))
    return other


@some
@given(ANY, seeds)
def test_what_others_hide_never_changes_a_view(start, seed):
    """Views are built from what one may know: any other deal of the hidden cards looks the same."""
    draws = Draws(seed)
    for _before, _seat, _action, after, _events in playing(start[0], seed):
        for viewer in (None, *range(after.variant.players)):
            other = elsewhere(after, -1 if viewer is None else viewer, draws)
            assert game.view(other, viewer) == game.view(after, viewer)


@some
@given(ANY, seeds)
def test_locking_in_tells_nothing_but_that(start, seed):
    """The events of a lock are the same whatever was chosen."""
    for before, seat, action, after, events in playing(start[0], seed):
        if not isinstance(action, Select) or not after.awaited or after.phase is not before.phase:
            continue
        if after.decision != before.decision:
            continue
        for other in game.legal_actions(before, seat)[::3]:
            if isinstance(other, Select):
                assert game.apply(before, seat, other).events == events


@some
@given(starts(), seeds)
def test_simulations_play_the_same_rules_without_events(start, seed):
    """The switch that leaves events out changes nothing else."""
    from app.games.avalanche.rounds import take

    quiet = start[0].clone()
    loud: list[Event] = []
    for _before, seat, action, after, events in playing(start[0], seed):
        take(quiet, seat, action, None)
        loud += events
        assert game.encode_state(quiet) == game.encode_state(after)
    assert loud
