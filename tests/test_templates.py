"""Templates can be read: what a linter of HTML does not look at."""

from pathlib import Path

root = Path(__file__).parents[1]
longest = 160


def test_no_line_of_a_template_is_too_long_to_read() -> None:
    """Attributes, strings (two beside each other are one) and elements can all go on in the next line."""
    long = [
        f"{path.relative_to(root)}:{number}: {len(line)} signs"
        for path in sorted((root / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > longest
    ]
    assert not long
