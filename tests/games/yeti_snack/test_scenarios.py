"""Scenario files of the puzzle race, and positions that are refused."""

import json
from pathlib import Path

import pytest

from app.games.kernel.interchange import BadPosition, Failed
from app.games.yeti_snack.menu import standard
from app.games.yeti_snack.placement import place
from app.games.yeti_snack.position import position_of
from app.games.yeti_snack.scenario import read_scenario, run

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.json"))


def test_the_scenarios_are_here():
    assert len(FILES) >= 125


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path):
    """Plays a file and compares everything it states."""
    run(read_scenario(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", FILES[::7], ids=lambda path: path.stem)
def test_every_position_can_be_read_again(path: Path):
    """Before and after: what is written and read is the same."""
    scenario = read_scenario(path.read_text(encoding="utf-8"))
    for state in (scenario.start, run(scenario)):
        written = position_of(state)
        assert position_of(place(written, standard)) == written


def changed(change):
    raw = json.loads(FILES[0].read_text(encoding="utf-8"))
    change(raw)
    return json.dumps(raw)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda r: r["legal"].update(par=9), "legal.par"),
        (lambda r: r["choices"][0].update(refused="out"), r"choices\[0\] expected out got taken"),
        (lambda r: r["choices"][2].pop("refused"), "to be taken got not_now"),
        (lambda r: r["expect"].update(round=23), "round"),
    ],
)
def test_what_does_not_hold_fails(change, told):
    with pytest.raises(Failed, match=told):
        run(read_scenario(changed(change)))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda r: r["start"].update(players=5), "players"),
        (lambda r: r["start"].update(options=["calm", "hungry"]), "hungry"),
        (lambda r: r["start"].update(model=None), "model"),
        (lambda r: r["start"].update(model="k99"), "model"),
        (lambda r: r["start"].update(used=[r["start"]["model"]]), "two places"),
        (lambda r: r["start"].update(reveal_at=None), "reveal_at"),
        (lambda r: r["start"].update(seats=[]), "seats"),
        (lambda r: r["start"].update(phase="hand_in"), "hand_in"),
        (lambda r: r["start"]["seats"][0].update(call={"time": 1, "folds": ["X1"]}), "folds"),
        (lambda r: r["start"].update(winners=[0]), "winners"),
        (lambda r: r["choices"][0].update(at=0), "at"),
        (lambda r: r.update(until=0), "until"),
    ],
)
def test_a_file_that_cannot_be_read_in_one_way_is_refused(change, told):
    with pytest.raises(BadPosition, match=told):
        read_scenario(changed(change))
