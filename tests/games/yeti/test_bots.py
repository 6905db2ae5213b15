"""The level `simple` of the dice game (YT-55)."""

import pytest

from app.games.kernel.stream import Draws
from app.games.yeti.actions import KeepDice, MendTray, SpendTurn, TurnSnow
from app.games.yeti.bots import choose, simple
from app.games.yeti.parts import standard
from app.games.yeti.placement import place
from app.games.yeti.scenario import SEED
from app.games.yeti.simulation import random_choice, simple_choice, simulate
from app.games.yeti.turn import legal_actions
from tests.games.yeti.play import game, position, seed_of, steps


def chosen(**changes):
    state = place(position(**changes), standard, SEED)
    return simple(state, legal_actions(state))


def tray(**dice):
    return dict.fromkeys(("footprint", "sherpa", "tent", "coin", "snow"), 0) | dice


def test_it_keeps_the_kind_that_is_worth_most():
    """Three footprints on level 1 are six points, two coins three."""
    roll = ["footprint", "footprint", "footprint", "coin", "coin", "sherpa", "snow"]
    assert chosen(roll=roll) == KeepDice(("footprint",))
    assert chosen(roll=["coin"] * 4 + ["footprint"] * 2 + ["tent"], levels=[0, 0]) == KeepDice(("coin",))


def test_equal_kinds_go_by_their_order():
    """One footprint at the base camp is one point, and so is one coin."""
    assert chosen(roll=["coin", "footprint"], tray=tray(tent=5), levels=[0, 0]) == KeepDice(("footprint",))


def test_with_snow_it_keeps_nothing_that_is_worth_little():
    """Less than 1.5 a die, and two dice or more without Snow."""
    assert chosen(roll=["footprint", "coin", "snow"], tray=tray(tent=4), levels=[0, 0]) == KeepDice(())


def test_shovel_and_thaw_always_but_in_powder_joy():
    given = {"phase": "mend", "roll": [], "tray": tray(coin=5, snow=2), "tiles": [["shovel"], []]}
    display = [tile.id for tile in standard.tiles if tile.id != "shovel"]
    assert chosen(**given, display=display) == MendTray("shovel")
    stack = [[5, "good"], [1, "good"], [2, "good"], [3, "good"], [4, "good"], [6, "good"]]
    assert chosen(**given, display=display, options=["weather_good"], weather=stack) == MendTray("done")


def test_a_turned_snow_is_worth_its_best_spending():
    """With four tents a Sherpa gives a level that is kept; a fifth coin makes four points more."""
    given = {"phase": "turn", "roll": [], "snow": 3, "levels": [0, 0]}
    assert chosen(**given, tray=tray(tent=4, snow=3)) == TurnSnow("sherpa")
    owned = {"tiles": [["pack", "shovel", "lens", "yak", "canvas"], []], "display": ["penny", "rope"]}
    assert chosen(**given, **owned, tray=tray(coin=4, snow=3)) == TurnSnow("coin")


def test_it_spends_for_points_and_levels():
    """Two Sherpas and a tent: a level up, kept."""
    assert chosen(
        phase="spend", roll=[], tray=tray(footprint=4, sherpa=2, tent=1), levels=[0, 0]
    ) == SpendTurn(None, None, 1, tent=False)


def test_it_beats_chance():
    """At a table of two simple players wins nine games in ten; it draws nothing."""
    won = 0
    for number in range(40):
        mine = number % 2
        step = game.start((), 2, seed_of("duel", number))
        draws = Draws(seed_of("draws", number))
        while game.waiting_on(step.state):
            seat = step.state.turn
            legal = game.legal_actions(step.state, seat)
            level = "simple" if seat == mine else "random"
            action = choose(level, game.view(step.state, None), legal, draws)
            step = game.apply(step.state, seat, action)
        won += step.state.winners == (mine,)
    assert won >= 36


@pytest.mark.parametrize("chooser", [random_choice, simple_choice])
def test_simulations_are_repeatable(chooser):
    one = simulate(3, 5, ("weather",), seed_of("sim"), chooser)
    assert one == simulate(3, 5, ("weather",), seed_of("sim"), chooser)
    assert sum(one.wins) >= 5


def test_an_unknown_level_is_an_error():
    with pytest.raises(ValueError, match="no bot"):
        choose("yak", game.view(next(iter(steps(2, (), 0)))[0], None), [KeepDice(())], lambda _: 0)
