"""What the documents for operators name is there: files, settings, commands, tests."""

import argparse
import ast
import re
import shlex
from pathlib import Path

import pytest

from app.cli import COMMANDS

root = Path(__file__).parents[1]
operations = (root / "docs" / "operations.md").read_text()
threats = (root / "docs" / "threats.md").read_text()


def names_in(file: str) -> set[str]:
    tree = ast.parse((root / file).read_text())
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds) and node.name.startswith("test_")}


def test_every_line_of_the_threats_has_a_test_that_exists() -> None:
    """A line says what is so, and names a test of it, or that it is a limit nobody can test away."""
    lines = re.findall(r"^\| (?!They |It |---)(.+) \| (.+) \|$", threats, re.MULTILINE)
    assert len(lines) > 25
    for claim, shown in lines:
        if shown in ("Shown by", "(a limit)"):
            continue
        named = re.findall(r"`(tests/[\w/]+\.py)::(\w+|\*)`", shown)
        assert named, claim
        for file, test in named:
            there = names_in(file)
            assert there, file
            assert test == "*" or test in there, f"{file}::{test}"


def test_settings_that_are_named_are_known() -> None:
    known = set(re.findall(r"^([A-Z][A-Z_]+) ", (root / "app" / "settings.py").read_text(), re.MULTILINE))
    named = set(re.findall(r"`([A-Z][A-Z_]{3,})(?:=[^`]*)?`", operations))
    assert named - known <= {"YETI_HOST"}, named - known
    assert len(named & known) > 12


def test_files_that_are_named_are_there() -> None:
    named = re.findall(r"\b((?:deploy|docs|tests|app|tools)/[\w@.-]+(?:/[\w@.-]+)*)", operations)
    assert {"deploy/nginx.conf", "deploy/Caddyfile", "deploy/yeti@.service", "deploy/yeti.env"} <= set(named)
    assert [name for name in named if not (root / name.rstrip(".")).exists()] == []
    links = re.findall(r"\]\(([\w.]+\.md)\)", operations + threats)
    assert all((root / "docs" / link).exists() for link in links)
    headings = {
        re.sub(r"[^\w -]", "", h).lower().replace(" ", "-")
        for h in re.findall(r"^#+ (.+)$", operations, re.MULTILINE)
    }
    assert set(re.findall(r"\]\(#([\w-]+)\)", operations)) <= headings


def commands() -> list[str]:
    lines = re.findall(r"python -m app ([^`\n]+)", operations)
    return sorted({line.strip() for line in lines})


@pytest.mark.parametrize("line", commands())
def test_commands_that_are_shown_can_be_typed(line: str) -> None:
    """As far as the command line can say without doing it."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    subcommands = parser.add_subparsers(required=True)
    for add in COMMANDS:
        add(subcommands)
    words = shlex.split(line.replace("LINE", "7").replace("$(date +%F)", "today"))
    assert callable(parser.parse_args(words).run)


def test_numbers_to_watch_are_given_out() -> None:
    from prometheus_client import generate_latest

    from app.metrics import registry

    given = generate_latest(registry).decode()
    for name in set(re.findall(r"`(yeti_\w+)`", operations)):
        assert name in given, name


def test_the_dump_that_is_documented_is_the_one_the_command_names() -> None:
    from app.storage.backup import for_postgres

    assert "pg_dump --format=custom --file=" in for_postgres
    assert "pg_dump --format=custom --file=" in operations
