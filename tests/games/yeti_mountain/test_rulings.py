"""Every ruling of the climb is named in its rules page."""

from pathlib import Path


def test_the_rules_name_every_ruling():
    text = Path("docs/rules/yeti_mountain.md").read_text(encoding="utf-8")
    numbers = [*range(1, 35), 41, 42, *range(50, 54), 60, 61, 70, 71]
    assert [number for number in numbers if f"YM-{number:02}" not in text] == []
