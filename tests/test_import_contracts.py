"""A new game stands in every import contract: else nothing would hold it apart from the others."""

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
