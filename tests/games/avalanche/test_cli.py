"""The command line: what it prints and with which status it ends."""

import json
from pathlib import Path

import pytest

from app.cli import main
from tests.games.avalanche.test_scenarios import FILES, scenario

pytestmark = pytest.mark.usefixtures("capsys")


@pytest.fixture
def files(tmp_path: Path):
    def write(**texts: str) -> list[str]:
        paths = []
        for name, text in texts.items():
            path = tmp_path / f"{name}.json"
            path.write_text(text, encoding="utf-8")
            paths.append(str(path))
        return paths

    return write


def test_all_hold(capsys, files):
    """One line each, status 0."""
    assert main(["scenario", *files(a=scenario(), b=scenario(name="other"))]) == 0
    assert capsys.readouterr().out == "ok own\nok other\n"


def test_one_fails(capsys, files):
    """Status 1, and the first thing that does not hold."""
    assert main(["scenario", *files(a=scenario(expect__round=9), b=scenario())]) == 1
    assert capsys.readouterr().out == "FAIL own: round expected 9 got 3\nok own\n"


@pytest.mark.parametrize("order", ["bad", "good"])
def test_one_is_malformed(capsys, files, order):
    """Status 2 with a clear message; the others are played all the same, wherever it stands."""
    texts = {"bad": "{}", "fails": scenario(expect__round=9), "good": scenario()}
    names = sorted(texts, reverse=order == "good")
    assert main(["scenario", *files(**{name: texts[name] for name in names})]) == 2
    told = capsys.readouterr()
    assert sorted(told.out.splitlines()) == ["FAIL own: round expected 9 got 3", "ok own"]
    assert "bad.json: scenario.format: missing" in told.err


def test_a_file_that_cannot_be_read(capsys, tmp_path):
    """A missing file, a folder, a file that is no text: status 2."""
    (tmp_path / "raw.json").write_bytes(b"\xff\xfe\x00")
    good = str(FILES[0])
    for path in ("nowhere.json", ".", "raw.json"):
        assert main(["scenario", str(tmp_path / path), good]) == 2
        told = capsys.readouterr()
        assert "cannot be read" in told.err
        assert told.out.startswith("ok ")


def test_simulate_reports_in_json(capsys):
    arguments = [
        "simulate",
        "--players",
        "3",
        "--games",
        "20",
        "--option",
        "racing",
        "--seed",
        "abc",
        "--json",
    ]
    assert main(arguments) == 0
    report = json.loads(capsys.readouterr().out)
    assert list(report) == [
        "players", "games", "options", "seed", "rounds_mean", "wins_by_seat", "nobody_won", "buried_mean", "choices",
        "choices_per_second",
    ]  # fmt: skip
    assert (report["players"], report["games"], report["options"], report["seed"]) == (
        3,
        20,
        ["racing"],
        "abc",
    )
    assert sum(report["wins_by_seat"]) + report["nobody_won"] >= 20
    assert report["rounds_mean"] > 6
    assert main(arguments) == 0
    again = json.loads(capsys.readouterr().out)
    del report["choices_per_second"], again["choices_per_second"]
    assert again == report


def test_simulate_for_people(capsys):
    assert main(["simulate", "--players", "1", "--games", "5"]) == 0
    assert "won by nobody" in capsys.readouterr().out


def test_simulate_refuses_what_does_not_fit(capsys):
    assert main(["simulate", "--players", "1", "--games", "5", "--option", "racing"]) == 2
    assert "option_does_not_fit" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [[], ["ski"], ["scenario"], ["simulate", "--players", "9", "--games", "1"]]
)
def test_a_wrong_command_line_ends_with_2(capsys, arguments):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"expect__round": "one"}, "expect.round"),
        ({"expect__phase": "slect"}, "expect.phase"),
        ({"expect__points": ["a"]}, "expect.points[0]"),
        ({"expect__avalanche": {"at": 1.5}}, "expect.avalanche.at"),
        ({"expect__heat": float("nan")}, "NaN"),
    ],
)
def test_a_slip_of_the_pen_in_what_is_expected_is_malformed_and_no_failure(capsys, files, change, told):
    """Status 2 and the path of what is wrong: a wrong kind of value could never hold."""
    assert main(["scenario", *files(a=scenario(**change))]) == 2
    assert told in capsys.readouterr().err


def test_a_key_that_stands_twice_is_named(capsys, files):
    text = scenario().replace('"expect":', '"expect": {}, "expect":', 1)
    assert main(["scenario", *files(a=text)]) == 2
    assert "'expect' stands twice" in capsys.readouterr().err


def test_a_reader_who_has_seen_enough_ends_the_command_quietly():
    """`scenario FILE... | head -1`: no traceback."""
    import subprocess
    import sys

    command = [sys.executable, "-m", "app", "scenario", *map(str, FILES * 20)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


def test_simulate_plays_the_dice_game(capsys):
    """`--game yeti`, with a level of its own; an unknown level is told."""
    assert (
        main(["simulate", "--game", "yeti", "--players", "3", "--games", "2", "--level", "simple", "--json"])
        == 0
    )
    report = json.loads(capsys.readouterr().out)
    assert report["players"] == 3
    assert sum(report["wins_by_seat"]) >= 2
    assert main(["simulate", "--game", "yeti", "--players", "3", "--games", "2", "--level", "yak"]) == 2
    assert "random, simple" in capsys.readouterr().err


def test_scenarios_of_several_games_in_one_call(capsys):
    """Each file is played by the game its format names."""
    dice = min(Path("tests/games/yeti/scenarios").glob("*.json"))
    assert main(["scenario", str(FILES[0]), str(dice)]) == 0
    assert capsys.readouterr().out.count("ok ") == 2
