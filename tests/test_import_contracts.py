"""What holds the parts of the program apart: every new game and every new route stands in the import contracts, and no
part leaves something for another where no type shows it.
"""

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

root = Path(__file__).resolve().parents[1]
contracts: dict[str, dict[str, Any]] = {
    contract["name"]: contract
    for contract in tomllib.loads((root / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
}


def folders(of: str) -> set[str]:
    """Packages in a folder, by their full names."""
    found = (file.parent for file in (root / of).glob("*/__init__.py"))
    return {f"{of.replace('/', '.')}.{folder.name}" for folder in found}


games = folders("app/games") - {"app.games.kernel"}
fronts = folders("app/web/games")


@pytest.mark.parametrize(
    ("name", "field", "expected"),
    [
        ("Games do not know each other", "modules", games),
        (
            "The kernel knows no game; tables, players, storage and realtime know none either",
            "forbidden_modules",
            games,
        ),
        (
            "Web knows a game by its front alone: only the list of fronts names one",
            "forbidden_modules",
            games,
        ),
        ("A game's front is imported by the list of fronts alone", "protected_modules", fronts),
    ],
)
def test_every_game_stands_in_the_contract(name: str, field: str, expected: set[str]) -> None:
    assert set(contracts[name][field]) == expected


def test_each_front_may_import_its_own_rules_and_no_others() -> None:
    contract = contracts["Web knows a game by its front alone: only the list of fronts names one"]
    keys = sorted(front.rpartition(".")[2] for front in fronts)
    assert sorted(contract["ignore_imports"]) == [f"app.web.games.{k}.** -> app.games.{k}.**" for k in keys]


def test_every_route_of_the_api_stands_in_the_contract() -> None:
    """Those of the pages stand there by their folder."""
    contract = contracts[
        "No route imports a route: what routes share stands in the handlers, or in the API's calls"
    ]
    there = {f"app.web.api.{file.stem}" for file in (root / "app/web/api").glob("routes_*.py")}
    assert set(contract["modules"]) == there | {"app.web.routes.*"}


def hidden_channels(source: str) -> list[int]:
    """Lines that read or write the state of a request or a socket: `x.state` for any x but an app, `scope["state"]`."""
    tree, found = ast.parse(source), []
    names = {"request", "connection", "socket", "websocket"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "state":
            owner = node.value
            if isinstance(owner, ast.Name) and owner.id in names:
                found.append(node.lineno)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            owner = node.value
            scope = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
            if scope == "scope" and node.slice.value == "state":
                found.append(node.lineno)
    return found


@pytest.mark.parametrize(
    "line", ["request.state.x = 1", "getattr(request.state, 'x')", "scope['state']['x'] = 1"]
)
def test_a_hidden_channel_is_found(line: str) -> None:
    assert hidden_channels(line) == [1]
    assert hidden_channels("request.app.state.broadcaster, snapshot.state") == []


def test_nothing_is_handed_on_in_the_state_of_a_request() -> None:
    """What a refusal must know is a parameter of its route (`app/web/http/command_context.py`)."""
    found = {
        str(file.relative_to(root)): lines
        for file in sorted((root / "app").rglob("*.py"))
        if (lines := hidden_channels(file.read_text()))
    }
    assert found == {}
