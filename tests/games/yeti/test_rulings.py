"""Every ruling of the dice game is named in its rules page."""

from pathlib import Path


def test_the_rules_name_every_ruling():
    """YT-01 to YT-46, and YT-50 to YT-57 for the table around the game."""
    text = Path("docs/rules/yeti.md").read_text(encoding="utf-8")
    numbers = [*range(1, 47), *range(50, 58)]
    assert [number for number in numbers if f"YT-{number:02}" not in text] == []
