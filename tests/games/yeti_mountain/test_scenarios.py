"""Scenario files of the climb, and positions that are refused."""

import copy
import json
from pathlib import Path

import pytest

from app.games.kernel.interchange import BadPosition, Failed
from app.games.yeti_mountain.choices import decode_choice
from app.games.yeti_mountain.kit import standard
from app.games.yeti_mountain.placement import place
from app.games.yeti_mountain.position import encode_choice, position_of
from app.games.yeti_mountain.scenario import SEED, read_scenario, run
from tests.games.yeti_mountain.play import OPTIONS, game, steps

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.json"))


def test_the_scenarios_are_here():
    assert len(FILES) >= 128


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path):
    """Plays a file and compares everything it states."""
    run(read_scenario(path.read_text(encoding="utf-8")))


def scenario(change=None):
    raw = json.loads(FILES[0].read_text(encoding="utf-8"))
    raw = copy.deepcopy(raw)
    if change:
        change(raw)
    return json.dumps(raw)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda r: r["legal"][0].update(end=2), r"legal\[0\]"),
        (lambda r: r["illegal"].append(r["choices"][0]), "illegal"),
        (
            lambda r: r["choices"].insert(0, {"player": 0, "answer": True}) or r.pop("legal"),
            "expected a legal choice",
        ),
        (lambda r: r["expect"].update(round=23), "round"),
        (lambda r: r["expect"].update(cards_number=1), "cards_number"),
    ],
)
def test_what_does_not_hold_fails(change, told):
    """A wrong count, a refusal that does not come, an illegal choice, another outcome."""
    with pytest.raises(Failed, match=told):
        run(read_scenario(scenario(change)))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda p: p.update(players=5), "players"),
        (lambda p: p.update(options=["calm", "calm"]), "no option twice"),
        (lambda p: p["cards"].append(p["cards"][0]), "two cards"),
        (lambda p: p["cards"].append({"at": [11, 0], "kind": "avalanche"}), "level"),
        (
            lambda p: p["cards"].append({"at": [3, 90], "kind": "slope", "searched": False, "objects": []}),
            "yeti levels",
        ),
        (lambda p: p["climbers"].pop(), "climbers"),
        (lambda p: p["climbers"][0].update(at=[9, 99]), "under a climber"),
        (lambda p: p["climbers"][0].update(objects=["tea"] * 4), "objects"),
        (lambda p: p["climbers"][0].update(objects=["sled"]), "object of the game"),
        (lambda p: p.update(slopes="sax"), "slopes"),
        (lambda p: p.update(yetis=["y99"]), "yetis"),
        (lambda p: p.update(rolls=[7]), "rolls"),
        (lambda p: p.update(found="tea"), "found"),
        (lambda p: p.update(aimed=[2, 2]), "aimed"),
        (lambda p: p.update(offer={"to": 1, "give": ["tea"], "take": ["map"]}), "offer"),
        (lambda p: p.update(winners=[0]), "winners"),
        (lambda p: p.update(paw=1), "unknown key"),
    ],
)
def test_a_position_that_cannot_be_read_in_one_way_is_refused(change, told):
    """Each with the path of what is wrong (POSITION)."""
    position = position_of(next(iter(steps(3, (), 0)))[0])
    change(position)
    with pytest.raises(BadPosition, match=told):
        place(position, standard, SEED)


@pytest.mark.parametrize(
    "choice",
    [
        {}, [], {"player": 3, "end": True}, {"player": 0}, {"player": 0, "end": False}, {"player": 0, "lay": [2]},
        {"player": 0, "move": ["a", 1]}, {"player": 0, "give": {"to": [3, 0]}}, {"player": 0, "swap": {"give": "tea"}},
        {"player": 0, "pick": "sled"}, {"player": 0, "offer": {"to": 7, "give": [], "take": []}},
        {"player": 0, "answer": 1}, {"player": 0, "drop": None}, {"player": 0, "search": True, "end": True},
    ],
)  # fmt: skip
def test_a_malformed_choice_is_no_choice(choice):
    with pytest.raises(BadPosition):
        decode_choice(choice, "choice", standard, 3)


@pytest.mark.parametrize("options", OPTIONS[:4:3])
def test_every_position_of_play_can_be_read_again(options):
    """Positions and choices written and read are the same, all through a game."""
    for number, (state, _) in enumerate(steps(3, options, 1)):
        if number % 5:
            continue
        written = position_of(state)
        again = place(written, standard, SEED)
        assert position_of(again) == written
        for action in game.legal_actions(state, state.awaited):
            assert decode_choice(encode_choice(state.awaited, action), "", standard, 3) == (
                state.awaited,
                action,
            )
