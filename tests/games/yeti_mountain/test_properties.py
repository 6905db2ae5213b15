"""What holds in every game of the climb, over random and over eager play."""

import json
from collections import Counter

import pytest

from app.games.kernel.contract import BadSetup, IllegalAction, MalformedAction
from app.games.kernel.stream import Stream
from app.games.yeti_mountain import actions as a
from app.games.yeti_mountain.events import ClimbOver, ClimbPhase
from app.games.yeti_mountain.fold import blank, fold
from app.games.yeti_mountain.kit import CALM, standard
from app.games.yeti_mountain.open_way import keeps_ways_open
from app.games.yeti_mountain.state import AVALANCHE, SLOPE, YETI
from tests.games.yeti_mountain.play import OPTIONS, at_random, eager, game, seed_of, steps

GAMES = [
    (players, options, chooser)
    for players in (2, 3, 4)
    for options in OPTIONS
    for chooser in (at_random, eager)
]


@pytest.mark.parametrize(("players", "options", "chooser"), GAMES)
def test_a_game_from_its_first_card_to_its_end(players, options, chooser):
    """Cards and objects are conserved (YM-18), somebody is always awaited with a choice, nobody is walled in (YM-06),
    the fold of the events is the view, everything survives storing, and the game ends (YM-42).
    """
    view, last = None, None
    for number, (state, events) in enumerate(steps(players, options, 1, chooser)):
        view = fold(view or blank(standard.hash, players, tuple(sorted(options))), events)
        assert view == game.view(state, None)
        conserved(state, players, options)
        again = game.decode_state(json.loads(json.dumps(game.encode_state(state))))
        assert game.encode_state(again) == game.encode_state(state)
        assert [game.decode_event(json.loads(json.dumps(game.encode_event(e)))) for e in events] == list(
            events
        )
        if state.phase is not ClimbPhase.OVER:
            legal = game.legal_actions(state, state.awaited)
            assert len(legal) == len(set(legal)) >= 1
            assert all(len(carried) <= 4 for carried in state.carried)
            if not number % 9:
                assert keeps_ways_open(state, (1, 10_000))
        last = state
    outcome = game.outcome(last)
    assert outcome is not None
    assert outcome.winners
    assert outcome.reason in ("summit", "nightfall")


def conserved(state, players, options):
    kinds = Counter(card.kind for card in state.cards.values())
    drawn = state.phase is ClimbPhase.PLACE
    avalanches = 0 if CALM in options else standard.avalanches[players]
    assert kinds[SLOPE] + state.slopes.count("s") == standard.slopes[players]
    assert kinds[AVALANCHE] + state.slopes.count("a") + state.removed + drawn == avalanches
    assert kinds[YETI] + len(state.yetis) == len(standard.yetis) * standard.yeti_copies
    tokens = Counter(state.pouch)
    for lying in (*[card.objects for card in state.cards.values()], *state.carried):
        tokens.update(lying)
    assert tokens == dict.fromkeys(standard.objects, standard.tokens_each)


def test_eager_climbers_reach_the_summit():
    """A step onto a slope card of the summit level wins at once (YM-17)."""
    for number in range(12):
        *_, (state, events) = steps(2, ("short_climb",), number, eager)
        if state.reason == "summit":
            (over,) = [event for event in events if isinstance(event, ClimbOver)]
            (winner,) = over.winners
            assert state.at[winner][0] == standard.short_summit
            return
    raise AssertionError("nobody came up in twelve games")


def test_the_same_seed_gives_the_same_game():
    one = [game.encode_state(state) for state, _ in steps(3, (), 7)]
    assert one == [game.encode_state(state) for state, _ in steps(3, (), 7)]


def test_chance_is_drawn_in_the_order_of_the_rules():
    """Slope stack, yeti stack, pouch, first seat, line-up, then one number a search (YM-18)."""
    seed = seed_of("order")
    state = game.start((), 3, seed).state
    slopes, stream = Stream(seed).shuffled("s" * (48 - 5) + "a" * 16)
    yetis, stream = stream.shuffled(standard.yetis * 2)
    pouch, stream = stream.shuffled(standard.objects * 4)
    first, stream = stream.below(3)
    columns, stream = stream.shuffled([0, 2, 4])
    assert (state.slopes, state.yetis, state.pouch) == ("".join(slopes), tuple(yetis), tuple(pouch))
    assert (state.first, [column for _, column in state.at], state.stream) == (first, columns, stream)


@pytest.mark.parametrize(("players", "actions"), [(2, [1, 3]), (3, [1, 2, 3]), (4, [1, 2, 3, 3])])
def test_the_first_turns_are_shorter(players, actions):
    """YM-19; then three each (YM-15)."""
    state = game.start((), players, seed_of("first")).state
    had = []
    while state.round <= 2:
        had.append(state.left)
        state = game.apply(state, state.turn, a.EndTurn()).state
    assert had == [*actions, *[3] * players]


def test_nobody_sees_a_card_to_come():
    """Two games equal up to now and different from now on have equal views for everybody (YM-27)."""
    for state, _ in steps(3, (), 3):
        other = state.clone()
        other.slopes, other.yetis = state.slopes[::-1], state.yetis[::-1]
        other.pouch, other.stream = state.pouch[::-1], Stream(seed_of("another"), 8)
        for viewer in (None, 0, 1, 2):
            assert game.view(other, viewer) == game.view(state, viewer)


def test_apply_changes_nothing_it_was_given():
    for state, _ in steps(2, (), 2):
        kept = game.encode_state(state)
        for action in game.legal_actions(state, state.awaited)[:3]:
            game.apply(state, state.awaited, action)
        assert game.encode_state(state) == kept


UNLISTED = (
    a.LayCard((1, 1)), a.LayCard((0, 0)), a.StepTo((10, 0)), a.GiveYeti((3, 0), "sled"), a.SwapYeti("tea", "tea"),
    a.PickUp("sled"), a.OfferTrade(0, (), ()), a.OfferTrade(1, ("tea",) * 4, ("map",)), a.DropItem("sled"),
    a.PlaceAvalanche((1, 1)),
)  # fmt: skip


def test_what_is_not_listed_is_refused():
    for state, _ in steps(3, ("call_across",), 5):
        for action in UNLISTED:
            for seat in range(3):
                assert not game.is_legal(state, seat, action)
        for seat in range(3):
            if seat != state.awaited:
                assert game.legal_actions(state, seat) == []
                with pytest.raises(IllegalAction):
                    game.apply(state, seat, a.EndTurn())


@pytest.mark.parametrize(
    "raw", [None, [], {}, {"type": "lay"}, {"type": "lay", "at": [1]}, {"type": "offer", "to": 1}]
)
def test_what_is_no_action_is_malformed(raw):
    with pytest.raises(MalformedAction):
        game.decode_action(raw)


@pytest.mark.parametrize(
    ("seats", "options", "reason"), [(1, (), "seats"), (5, (), "seats"), (3, ("rain",), "unknown_option")]
)
def test_what_does_not_start(seats, options, reason):
    with pytest.raises(BadSetup) as refused:
        game.start(options, seats, bytes(32))
    assert refused.value.reason == reason
