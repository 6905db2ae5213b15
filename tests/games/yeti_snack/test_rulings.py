"""Every ruling of the puzzle race is named in its rules page."""

from pathlib import Path


def test_the_rules_name_every_ruling():
    text = Path("docs/rules/yeti_snack.md").read_text(encoding="utf-8")
    numbers = [*range(1, 6), *range(7, 39), *range(40, 47), *range(50, 55), 60, 61, *range(70, 79)]
    missing = [number for number in numbers if f"YS-{number:02}" not in text]
    assert [number for number in missing if number != 6] == []
