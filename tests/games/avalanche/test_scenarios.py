"""Scenario files and the positions and choices they are made of."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from app.games.avalanche.choices import decode_choice, encode_choice
from app.games.avalanche.deck import standard
from app.games.avalanche.events import Phase
from app.games.avalanche.placement import place
from app.games.avalanche.position import position_of
from app.games.avalanche.scenario import read_scenario, run
from app.games.kernel.interchange import BadPosition, Failed
from tests.games.avalanche.board import SEED, game, position
from tests.games.avalanche.random_play import playing, seeds, starts

FILES = sorted(Path("tests/scenarios").glob("*.json"))


def test_the_scenarios_are_here():
    assert len(FILES) >= 202


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path):
    """Plays a file and compares everything it states."""
    run(read_scenario(path.read_text(encoding="utf-8")))


def scenario(**changes):
    raw = {
        "format": "avalanche-scenario/1",
        "name": "own",
        "rules": ["AV-10"],
        "start": position(hands=[["c3b"], [], []], at=[5, 1, 2], states={1: "buried", 2: "buried"}),
        "legal": {"selections": {"0": 1}, "yeti_routes": 4},
        "choices": [
            {"player": 0, "select": [{"skier": 0, "cards": ["c3b"]}]},
            {"player": 0, "yeti": ["1.1", "1.2"]},
        ],
        "expect": {
            "phase": "select",
            "round": 3,
            "skiers": [{"at": 8}, {"state": "buried"}, {}],
            "yeti": "1.2",
        },
    }
    for path, value in changes.items():
        inner = raw
        *way, last = path.split("__")
        for key in way:
            inner = inner[int(key) if isinstance(inner, list) else key]
        if value is ...:
            del inner[last]
        else:
            inner[int(last) if isinstance(inner, list) else last] = value
    return json.dumps(raw)


def test_a_scenario_that_holds():
    run(read_scenario(scenario()))
    run(read_scenario(scenario(legal=..., rules=...)))


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({"expect__round": 4}, "round expected 4 got 3"),
        ({"expect__yeti": "1.1"}, 'yeti expected "1.1" got "1.2"'),
        ({"expect__skiers__0__at": 9}, "skiers[0].at expected 9 got 8"),
        ({"expect__skiers__1__state": "racing"}, 'skiers[1].state expected "racing" got "buried"'),
        ({"expect__winners": [0]}, "winners expected [0] got null"),
        ({"expect__hands": [["c3b"], [], []]}, "hands[0] expected"),
        ({"legal__selections": {"0": 2}}, "legal.selections.0 expected 2 got 1"),
        ({"legal__selections": {"1": 1}}, "legal.selections.1 expected 1 got 0"),
        ({"legal__yeti_routes": 5}, "legal.yeti_routes expected 5 got 4"),
        ({"choices": []}, "legal.yeti_routes expected 4 got no decision"),
        ({"choices__0__select__0__cards": ["c2b"]}, "choices[0] expected a legal choice got not_your_card"),
        ({"choices__1__yeti": ["1.2"]}, "choices[1] expected a legal choice got yeti_not_next"),
        ({"choices__1__player": 1}, "choices[1] expected a legal choice got out_of_race"),
    ],
)
def test_what_does_not_hold_fails_with_path_expected_and_got(changes, verdict):
    with pytest.raises(Failed) as failed:
        run(read_scenario(scenario(**changes)))
    assert str(failed.value).startswith(verdict)


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"format": "avalanche-scenario/2"}, "scenario.format"),
        ({"name": ""}, "scenario.name"),
        ({"name": "two\nlines"}, "scenario.name"),
        ({"start": ...}, "scenario.start"),
        ({"expect": ...}, "scenario.expect"),
        ({"extra": 1}, "scenario"),
        ({"rules": "AV-1"}, "scenario.rules"),
        ({"legal": []}, "legal"),
        ({"legal__selections": {"3": 1}}, "legal.selections"),
        ({"legal__selections": [1]}, "legal.selections"),
        ({"legal__yeti_routes": "4"}, "legal.yeti_routes"),
        ({"choices": {}}, "choices"),
        ({"choices__0": 1}, "choices[0]"),
        ({"choices__0__player": 3}, "choices[0].player"),
        ({"choices__0__player": ...}, "choices[0].player"),
        ({"choices__0__draft": "c3b"}, "choices[0]"),
        ({"choices__0__wish": True}, "choices[0]"),
        ({"choices__0__select__0__skier": 9}, "choices[0].select[0].skier"),
        ({"choices__0__select__0__cards": ["z9z"]}, "choices[0].select[0].cards[0]"),
        ({"choices__0__select__0__jump": 1}, "choices[0].select[0].jump"),
        ({"choices__1__yeti": "1.1"}, "choices[1].yeti"),
        ({"choices__1__yeti": ["uphill"]}, "choices[1].yeti[0]"),
        ({"expect__nonsense": 1}, "expect"),
        ({"expect__skiers": []}, "expect.skiers"),
        ({"expect__skiers__0__height": 1}, "expect.skiers[0]"),
        ({"expect__skiers__0__stack": [3]}, "expect.skiers[0].stack[0]"),
        ({"expect__discard": ["z9z"]}, "expect.discard[0]"),
        ({"expect__hands": [[]]}, "expect.hands"),
        ({"expect__options": [1]}, "expect.options"),
        ({"expect__avalanche": {"at": 1, "depth": 2}}, "expect.avalanche"),
        ({"start__game": "chess"}, "start.game"),
        ({"start__players": 6}, "start.players"),
        ({"start__players": True}, "start.players"),
        ({"start__options": ["sledging"]}, "start.options"),
        ({"start__options": ["racing", "racing"]}, "start.options"),
        ({"start__heat": 2}, "start.heat"),
        ({"start__round": 0}, "start.round"),
        ({"start__round": 1.0}, "start.round"),
        ({"start__phase": "yeti"}, "start.phase"),
        ({"start__phase": "mulligan"}, "start.phase"),
        ({"start__phase": []}, "start.phase"),
        ({"start__mountain": ["d1a"]}, "start.mountain"),
        ({"start__mountain__0": "z9z"}, "start.mountain[0]"),
        ({"start__mountain__0": 7}, "start.mountain[0]"),
        ({"start__deck__0": "c3b"}, "start"),
        ({"start__discard": ["d1a"]}, "start"),
        ({"start__deck": ...}, "start.deck"),
        ({"start__hands": [["c3b"], []]}, "start.hands"),
        ({"start__hands__1": ["c3b"]}, "start"),
        ({"start__display": ["c5b"]}, "start.display"),
        ({"start__skiers": []}, "start.skiers"),
        ({"start__skiers__0__player": 1}, "start.skiers[0].player"),
        ({"start__skiers__0__state": "asleep"}, "start.skiers[0].state"),
        ({"start__skiers__0__at": 25}, "start.skiers[0].at"),
        ({"start__skiers__0__at": -1}, "start.skiers[0].at"),
        ({"start__skiers__0__line": 2}, "start.skiers"),
        ({"start__skiers__0__rockets": 1}, "start.skiers[0].rockets"),
        ({"start__skiers__0__stack": [["c5b"]]}, "start.skiers[0].stack"),
        ({"start__skiers__0__hat": 1}, "start.skiers[0]"),
        ({"start__skiers__0__state": "finished"}, "start.finished"),
        ({"start__skiers__0__state": "buried"}, "start.phase"),
        ({"start__yeti": "out"}, "start.yeti"),
        ({"start__yeti": "13.1"}, "start.yeti"),
        ({"start__yeti": 3}, "start.yeti"),
        ({"start__avalanche__at": 25}, "start.avalanche.at"),
        ({"start__avalanche__speed": -1}, "start.avalanche.speed"),
        ({"start__points": [0, 0]}, "start.points"),
        ({"start__finished": [0]}, "start.finished"),
        ({"start__winners": [0]}, "start.winners"),
        ({"start__colour": "red"}, "start"),
    ],
)
def test_what_is_no_scenario_is_malformed_with_its_path(changes, path):
    """Unknown and doubled cards, missing and unknown keys, wrong types, places that are not there."""
    with pytest.raises(BadPosition) as malformed:
        read_scenario(scenario(**changes))
    assert str(malformed.value).startswith(path + ":") or str(malformed.value).startswith(path + ".")


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", '{"a": 1, "a": 1}', "[" * 100_000, "\ufeff{}"])
def test_what_is_not_even_json(text):
    with pytest.raises(BadPosition):
        read_scenario(text)


def test_two_skiers_never_share_a_space():
    """AV-02: only on the start line."""
    with pytest.raises(BadPosition, match="one space"):
        place(position(hands=[["c3b"], ["s3b"], ["t3b"]], at=[5, 5, 2]), standard, SEED)
    place(position(hands=[["c3b"], ["s3b"], ["t3b"]], at=[0, 0, 2]), standard, SEED)


def test_a_mountain_has_two_to_twenty_four_cards():
    """AV-105."""
    cards = [card for card in standard.ids if card != "c3b"]
    for size in (2, 24):
        s = place(position(hands=[["c3b"], [], []], at=[0, 0, 0], mountain=cards[:size]), standard, SEED)
        assert s.mountain.length == size
    with pytest.raises(BadPosition, match="2 to 24"):
        place(position(hands=[["c3b"], [], []], at=[0, 0, 0], mountain=cards[:25]), standard, SEED)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(starts(), seeds)
def test_positions_and_choices_go_out_and_come_back(start, seed):
    """At the beginning of every round and at the end; each choice of a game."""
    for before, seat, action, after, _events in playing(start[0], seed):
        choice = json.loads(json.dumps(encode_choice(seat, action)))
        assert decode_choice(choice, "choice", before.deck, before.variant) == (seat, action)
        beginning = after.phase in (Phase.SELECT, Phase.MULLIGAN) and not any(after.selections)
        if beginning or after.phase is Phase.OVER:
            raw = json.loads(json.dumps(position_of(after)))
            again = place(copy.deepcopy(raw), after.deck, SEED)
            assert position_of(again) == raw
            assert game.legal_actions(again, seat) == game.legal_actions(after, seat)
