"""What is counted and claimed of a race is what its events show: properties over random play of every kind."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.avalanche import causes as c
from app.games.avalanche import events as e
from app.games.avalanche.course import RaceRound, order, own_skiers, rounds_of
from app.games.avalanche.deck import standard
from app.games.avalanche.game import Avalanche
from app.games.avalanche.heats import new_game
from app.games.avalanche.tally import Highlight, numbers, short, signs, to_line, yeti_numbers
from app.games.avalanche.variant import variant_of
from app.games.avalanche.verdict import burial, causes, stranded
from app.games.avalanche.views import PublicView, SkierState
from tests.games.avalanche.random_play import playing, seeds, starved_starts, variants

game = Avalanche()


@st.composite
def races(draw: Any) -> tuple[list[e.Event], PublicView]:
    """All events of a whole race, and the public view after them."""
    players, options = draw(variants())
    log: list[e.Event] = []
    state = new_game(standard, variant_of(players, options), draw(seeds), log)
    for _before, _seat, _action, after, events in playing(state, draw(seeds)):
        log += events
        state = after
    view = game.view(state, None)
    assert isinstance(view, PublicView)
    return log, view


def read(log: list[e.Event], view: PublicView) -> tuple[RaceRound, ...]:
    return rounds_of(log, view.players, view.options, view.deck_hash)


@settings(max_examples=60, deadline=None)
@given(races())
def test_a_race_is_read_whole(race: tuple[list[e.Event], PublicView]) -> None:
    """One round a RoundStarted, numbered from 1 in each heat; the last view is the view at the end."""
    log, view = race
    rounds = read(log, view)
    started = [event for event in log if isinstance(event, e.RoundStarted)]
    assert [one.number for one in rounds] == [event.round for event in started]
    assert rounds[-1].after == view
    assert sum(len(one.events) for one in rounds) + len(started) <= len(log)
    assert rounds_of(log[1:], view.players, view.options, view.deck_hash) == ()


@settings(max_examples=60, deadline=None)
@given(races())
def test_numbers_are_the_events_counted(race: tuple[list[e.Event], PublicView]) -> None:
    """Jumps, crashes and hits are as many as there are events; nobody leads by more than the mountain is long."""
    log, view = race
    counted = numbers(read(log, view))
    for kind, name in ((e.RocketJumped, "jumps"), (e.Crashed, "crashes"), (e.YetiHit, "hits")):
        found = Counter(event.skier for event in log if isinstance(event, kind))
        assert [getattr(one, name) for one in counted] == [found[s] for s in range(len(counted))]
    heats = view.heat
    for skier, one in enumerate(counted):
        assert 0 <= one.lead <= one.spaces or one.lead == 0
        if heats == 1:
            assert one.spaces == view.skiers[skier].at
    yeti = yeti_numbers(read(log, view))
    assert (yeti is None) == (view.players > 1)


@settings(max_examples=60, deadline=None)
@given(races())
def test_a_ribbon_shows_the_strongest_thing_of_each_round(race: tuple[list[e.Event], PublicView]) -> None:
    """One sign for each round in which the player still had a skier; it is there exactly if its event is."""
    log, view = race
    rounds = read(log, view)
    ranks = list(Highlight)
    kinds: dict[Highlight, type[Any]] = {
        Highlight.FINISH: e.SkierFinished,
        Highlight.BURIED: e.SkierBuried,
        Highlight.CRASH: e.Crashed,
        Highlight.HIT: e.YetiHit,
        Highlight.JUMP: e.RocketJumped,
    }
    for player in range(view.players):
        shown = {(one.heat, one.round): one.sign for one in signs(rounds, player)}
        for one in rounds:
            mine = [s for s in own_skiers(view, player) if one.before.skiers[s].state is SkierState.RACING]
            if not mine:
                assert (one.heat, one.number) not in shown
                continue
            sign = shown[one.heat, one.number]
            happened = [mark for mark, kind in kinds.items() if one.of(kind, mine)]
            if happened:
                assert sign is min(happened, key=ranks.index)
            else:
                assert sign in (Highlight.NEAR, Highlight.SKI)


@settings(max_examples=60, deadline=None)
@given(races())
def test_no_cause_claims_what_the_events_do_not_show(race: tuple[list[e.Event], PublicView]) -> None:
    """Every claim of every cause, for every reader, is found again in the log; there is always one."""
    log, view = race
    rounds = read(log, view)
    for player in (None, *range(view.players)):
        found = list(causes(rounds, player))
        assert isinstance(found[-1], c.Length)
        for cause in found:
            check(cause, rounds, view, player)


def at(rounds: tuple[RaceRound, ...], number: int) -> RaceRound:
    """The round of this number; heats have causes of their own."""
    return next(one for one in rounds if one.number == number)


def check(cause: c.Cause, rounds: tuple[RaceRound, ...], view: PublicView, player: int | None) -> None:
    mine = own_skiers(view, player) if player is not None else ()
    lost = player is not None and player not in (view.winners or ())
    last = rounds[-1]
    match cause:
        case c.OwnJump():
            assert lost
            assert all(view.skiers[s].state is SkierState.BURIED for s in mine)
            assert at(rounds, cause.jumped).of(e.RocketJumped, mine)
            gone = at(rounds, cause.buried)
            caught = [event.skier for event in gone.of(e.SkierBuried, mine)]
            assert cause.short in {short(gone.after, s) for s in caught}
            advances = [
                a for one in rounds for a in one.all(e.AvalancheAdvanced)
                if cause.jumped <= one.number <= cause.buried
            ]  # fmt: skip
            assert len(advances) >= cause.short, "without that jump it would not have come so far"
        case c.SymbolTaken():
            one = at(rounds, cause.round)
            refused = [r for r in one.of(e.JumpRefused, mine) if r.reason == "blocked" and r.by == cause.by]
            assert refused
            assert refused[0].symbol == cause.symbol
            assert cause.by not in mine
            assert [j for j in one.of(e.RocketJumped, [cause.by]) if j.symbol == cause.symbol]
            assert not one.of(e.Crashed, [refused[0].skier])
            speeds = {play.skier: play.speed for play in one.all(e.CardsRevealed)[0].plays}
            assert cause.faster == (speeds[cause.by] > speeds[refused[0].skier])
        case c.RivalCrash():
            assert not lost
            assert cause.rival not in mine
            assert cause.second not in mine
            assert at(rounds, cause.crashed).of(e.Crashed, [cause.rival])
            winner = last.of(e.SkierFinished, mine)[0].skier
            assert cause.round == last.number
            assert [p.speed for p in last.all(e.CardsRevealed)[0].plays if p.skier == winner] == [cause.speed]
            assert cause.jumped == bool(last.of(e.RocketJumped, [winner]))
            assert cards_to_go(view, cause.second, cause.card)
        case c.HitAtBadTime():
            refused = [
                r for r in at(rounds, cause.round).of(e.JumpRefused, mine) if r.reason == "rockets_out"
            ]
            assert refused
            assert any(at(rounds, cause.hit).of(e.YetiHit, [r.skier]) for r in refused)
            assert cause.hit == cause.round - 1
            assert at(rounds, cause.round).of(e.RocketJumped, [cause.by])
        case c.AllBuried():
            assert view.winners == ()
            assert len(last.all(e.SkierBuried)) == cause.last
            assert cause.jumps == sum(len(one.all(e.RocketJumped)) for one in rounds)
            assert cause.speed == view.avalanche_speed
            assert view.skiers[cause.closest].at == max(s.at for s in view.skiers)
        case c.BeatYeti():
            assert view.winners == (0,)
            assert last.of(e.SkierFinished, [0])
            assert cause.over is None or cause.over in {j.over for j in last.all(e.RocketJumped)}
        case c.YetiFirst():
            assert view.reason == "yeti"
            assert view.yeti == "out"
            assert cards_to_go(view, 0, cause.card)
        case c.NoCard():
            assert view.reason == "no_card"
            assert last.of(e.YetiHit, [0])
        case c.Caught():
            assert at(rounds, cause.round).of(e.SkierBuried, mine)
            assert cause.speed == at(rounds, cause.round).after.avalanche_speed
        case c.LastSkiing():
            assert view.reason == "last_skier"
            assert last.of(e.SkierBuried, [cause.last])
            assert next(s.player for s in view.skiers if s.state is SkierState.RACING) == cause.winner
        case c.HeatPoints():
            assert sum(cause.points) == view.points[cause.player]
            assert len(cause.points) == view.heat
        case c.Ahead():
            assert 0 < cause.rounds <= cause.of == len(rounds)
        case c.Length():
            assert cause.rounds == len(rounds)


def cards_to_go(view: PublicView, skier: int, card: int) -> bool:
    """Whether the skier stands on this card."""
    return to_line(view, skier)[0] == len(view.mountain) - card


@settings(max_examples=40, deadline=None)
@given(starved_starts(), seeds)
def test_who_had_no_card_was_not_caught(start: tuple[Any, Any], seed: bytes) -> None:
    """A heat that ends because nobody can move fetches everybody (AV-106): nobody is told of an avalanche then."""
    state, _events = start
    log: list[e.Event] = []
    before = game.view(state, None)
    assert isinstance(before, PublicView)
    for _before, _seat, _action, after, events in playing(state, seed):
        log += events
        state = after
    view = game.view(state, None)
    assert isinstance(view, PublicView)
    one = RaceRound(before, view, tuple(log))
    for player in range(view.players):
        gone = burial((one,), own_skiers(view, player))
        if gone is not None and stranded(*gone):
            kinds = {type(cause) for cause in causes((one,), player)}
            assert not kinds & {c.OwnJump, c.Caught, c.AllBuried}


def test_an_order_has_everybody_once() -> None:
    """Over the line first, the buried last."""
    log: list[e.Event] = []
    state = new_game(standard, variant_of(5, ()), b"0" * 32, log)
    for _before, _seat, _action, after, _events in playing(state, b"1" * 32):
        state = after
    view = game.view(state, None)
    assert isinstance(view, PublicView)
    found = order(view)
    assert sorted(found) == list(range(5))
    states = [view.skiers[s].state for s in found]
    ranks = [SkierState.FINISHED, SkierState.RACING, SkierState.BURIED]
    assert [ranks.index(state) for state in states] == sorted(ranks.index(state) for state in states)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_nothing_is_said_without_the_events(players: int) -> None:
    """A race whose beginning is missing has no numbers, no ribbon and no reason."""
    assert rounds_of((), players, (), standard.hash) == ()
    assert numbers(()) == ()
    assert signs((), 0) == ()
    assert list(causes((), 0)) == [c.Length(0)]
