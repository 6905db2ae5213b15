"""One meaning a word: no two classes of the application have one name."""

import ast
from collections import defaultdict
from pathlib import Path

root = Path(__file__).parents[1]


def test_class_names_are_unique() -> None:
    """Sibling games included: their rules may not import each other, but a reader searches all of them at once."""
    found = defaultdict(list)
    for path in sorted((root / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path.relative_to(root).as_posix())
    twice = {name: paths for name, paths in found.items() if len(paths) > 1}
    assert not twice
