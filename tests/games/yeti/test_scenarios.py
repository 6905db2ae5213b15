"""Scenario files of the dice game, and positions that are refused."""

import json
from pathlib import Path

import pytest

from app.games.kernel.interchange import BadPosition, Failed
from app.games.yeti.parts import standard
from app.games.yeti.placement import decode_choice, place
from app.games.yeti.position import encode_choice, position_of
from app.games.yeti.scenario import SEED, read_scenario, run
from tests.games.yeti.play import OPTIONS, game, position, steps

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.json"))


def test_the_scenarios_are_here():
    assert len(FILES) >= 139


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path):
    """Plays a file and compares everything it states."""
    run(read_scenario(path.read_text(encoding="utf-8")))


def scenario(**changes):
    raw = {
        "format": "yeti-scenario/1",
        "name": "own",
        "start": position(rolls=[["coin", "coin", "tent", "tent"]]),
        "legal": [5, 2],
        "choices": [{"player": 0, "keep": ["footprint"]}],
        "expect": {
            "phase": "keep",
            "roll": ["tent", "coin", "tent", "coin"],
            "tray": {"footprint": 2, "snow": 1},
        },
    }
    return json.dumps(raw | changes)


def test_a_scenario_of_our_own():
    run(read_scenario(scenario()))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"legal": [4, 2]}, r"legal\[0\] expected 4 got 5"),
        ({"choices": [{"player": 0, "keep": ["coin", "tent"]}]}, "expected a legal choice"),
        ({"choices": [{"player": 1, "keep": ["coin"]}]}, "expected a legal choice"),
        ({"expect": {"round": 4}}, "round expected 4 got 3"),
        ({"start": position(rolls=[["coin", "coin", "tent", "tent"], ["snow"]])}, "rolls left"),
        ({"start": position(rolls=[["coin"] * 3])}, "a throw of 4 dice is due, 3 are given"),
    ],
)
def test_what_does_not_hold_fails(changes, told):
    """A wrong count, an illegal choice, another outcome, throws left over: a failure that names the first."""
    with pytest.raises(Failed, match=told):
        run(read_scenario(scenario(**changes)))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"players": 1}, "players"),
        ({"options": ["weather", "weather_bad"]}, "option_group"),
        ({"options": ["snow"]}, "unknown_option"),
        ({"options": ["weather"]}, "weather"),
        ({"points": [10]}, "points"),
        ({"points": [50, 0]}, "final"),
        ({"levels": [4, 0]}, "levels"),
        ({"tiles": [["yak"], []]}, "two places"),
        ({"display": ["penny"]}, "missing"),
        ({"display": ["penny", "sled"]}, "unknown tile"),
        ({"peaks": [6, 8]}, "highest"),
        ({"crowned": [8, None]}, "peak tiles"),
        ({"held": [1, 0], "roll": ["coin"] * 6}, "held"),
        ({"roll": ["coin"] * 6}, "7 dice"),
        ({"roll": []}, "7 dice"),
        ({"roll": ["paw"] * 7}, "roll"),
        ({"roll": ["coin"] * 7}, "at least two choices"),
        ({"used": ["shovel"]}, "used"),
        ({"snow": 2}, "snow"),
        ({"phase": "turn", "roll": [], "tray": {"coin": 7}}, "no Snow may be turned"),
        ({"phase": "mend", "roll": [], "tray": {"coin": 7}}, "at least two choices"),
        ({"phase": "spend", "roll": [], "tray": {"coin": 3, "snow": 4}, "snow": 4}, "snow"),
        ({"phase": "over"}, "no dice"),
        ({"winners": [0]}, "winners"),
        ({"yeti": "far"}, "yeti"),
        ({"paw": 1}, "unknown key"),
    ],
)
def test_a_position_that_cannot_be_read_in_one_way_is_refused(changes, told):
    """Each with the path of what is wrong (POSITION)."""
    with pytest.raises(BadPosition, match=told):
        place(position(**changes), standard, SEED)


@pytest.mark.parametrize(
    "choice",
    [
        {}, [], {"player": 2, "keep": []}, {"player": 0}, {"player": 0, "keep": ["coin"], "turn": None},
        {"player": 0, "keep": ["coin", "coin"]}, {"player": 0, "keep": ["snow"]}, {"player": 0, "mend": "yak"},
        {"player": 0, "mend": {"from": "coin"}}, {"player": 0, "turn": "snow"}, {"player": 0, "spend": {}},
        {"player": 0, "spend": {"buy": {"photo": 8}, "climb": 0, "tent": False}},
        {"player": 0, "spend": {"buy": {"tile": "sled"}, "climb": 0, "tent": False}},
        {"player": 0, "spend": {"buy": None, "climb": True, "tent": False}},
    ],
)  # fmt: skip
def test_a_malformed_choice_is_no_choice(choice):
    with pytest.raises(BadPosition):
        decode_choice(choice, "choice", standard, 2)


@pytest.mark.parametrize("options", OPTIONS)
def test_every_position_of_play_can_be_read_again(options):
    """Positions and choices written and read are the same, at every decision of whole games."""
    for players in (2, 5):
        for state, _ in steps(players, options, 1):
            written = position_of(state)
            assert position_of(place(written, standard, SEED)) == written
            for action in game.legal_actions(state, state.turn):
                assert decode_choice(encode_choice(state.turn, action), "", standard, players) == (
                    state.turn,
                    action,
                )
