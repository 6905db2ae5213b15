"""Golden games play as they were recorded, to the end they were chosen for."""

import copy

import pytest

from app.games.avalanche.position import position_of
from app.games.avalanche.record import replay, states_of
from app.games.kernel.interchange import BadPosition
from tests.golden.regenerate import ENDINGS, TRANSCRIPT, ending_of, file_of, options_for, read, transcript

IDS = [f"{players}-{ending}" for players, ending in ENDINGS]


def golden(players: int, ending: str):
    return read(file_of(players, ending).read_text(encoding="utf-8"))


@pytest.mark.parametrize(("players", "ending"), ENDINGS, ids=IDS)
def test_a_recorded_game_ends_as_it_did(players, ending):
    """Every way to end at every player count: start, each decision's number, every card in its place at the end."""
    raw = golden(players, ending)
    assert raw["record"]["players"] == players
    assert set(options_for(players, ending)) <= set(raw["record"]["options"])
    s = replay(raw["record"])
    assert ending_of(s) == raw["ending"] == ending
    assert position_of(s) == raw["end"]


def test_the_transcript_is_what_everybody_saw():
    """Events and views word for word; read its difference before regenerating it."""
    assert transcript(golden(3, "line")) == TRANSCRIPT.read_text(encoding="utf-8")


def test_a_record_gives_every_state_on_the_way():
    raw = golden(3, "line")["record"]
    rounds = [s.round for s, _seat, _action in states_of(raw)]
    assert len(rounds) == len(raw["choices"]) + 1
    assert rounds == sorted(rounds)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["seed"], "00" * 32),
        (["seed"], "xy"),
        (["seed"], "00"),
        (["format"], "avalanche-record/0"),
        (["rules_version"], 99),
        (["deck_hash"], "0" * 64),
        (["players"], 4),
        (["options"], ["sledging"]),
        (["outcome"], {"winners": [], "reason": "buried"}),
        (["choices", 0, "decision"], 2),
        (["choices", 0, "player"], 7),
        (["choices", 3], {"decision": 2, "player": 0, "yeti": ["12.1"]}),
        (["choices", 0], 5),
    ],
)
def test_a_record_that_was_tampered_with_is_refused(path, value):
    raw = copy.deepcopy(golden(3, "line")["record"])
    inner = raw
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(BadPosition):
        replay(raw)


def test_a_record_cut_short_is_refused():
    raw = golden(3, "line")["record"]
    raw["choices"] = raw["choices"][:-1]
    with pytest.raises(BadPosition, match="outcome"):
        replay(raw)
