"""What is sent of our scripts and styles: all that works, nothing that is only for who reads the source."""

import os
import re
from pathlib import Path

import pytest

from app.web.assets import asset, folder, imports, lean

scripts = sorted((folder / "js").rglob("*.js"))


def test_comments_and_indentation_of_a_script_stay_at_home_and_lines_where_they_are() -> None:
    source = "// Why.\nconst a = 1; // kept\n  // More.\n  go('https://x');\n"
    assert lean(source, ".js") == "\nconst a = 1; // kept\n\ngo('https://x');\n"


def test_a_stylesheet_keeps_its_rules_and_nothing_else() -> None:
    source = "/* Why,\n   at length. */\n.a {\n  color: red; /* so */\n}\n\n.b { top: 0; }\n"
    assert lean(source, ".css") == ".a {\ncolor: red;\n}\n.b { top: 0; }\n"


@pytest.mark.parametrize("file", scripts, ids=lambda file: file.stem)
def test_a_text_in_a_script_ends_on_its_line(file: Path) -> None:
    """What makes it safe to take lines away: none lies within a template literal or a block comment."""
    for line in file.read_text().splitlines():
        assert line.count("`") % 2 == 0, line
        assert line.count("/*") == line.count("*/"), line


def test_no_text_of_a_stylesheet_looks_like_a_comment() -> None:
    for file in (folder / "css").rglob("*.css"):
        assert not re.search(r"[\"'][^\"'\n]*/\*[^\"'\n]*[\"']", file.read_text()), file.name


@pytest.mark.parametrize("path", ["css/avalanche/table.css", "css/avalanche/film.css"])
def test_a_stylesheet_holds_what_it_imports_in_its_order(path: str) -> None:
    made = asset(path)
    assert made
    names = imports.findall((folder / path).read_text())
    parts = [asset(os.path.normpath(f"{Path(path).parent}/{name}")) for name in names]
    assert len(parts) > 5
    assert all(parts)
    assert made.plain == b"".join(part.plain for part in parts if part)
    assert b"@import" not in made.plain


@pytest.mark.parametrize("kind", ["js", "css"])
def test_what_every_game_shares_needs_nothing_of_one(kind: str) -> None:
    """Scripts and styles lie by platform and game: those of a game lie in its folder, and only they name it."""
    shared = sorted((folder / kind).glob(f"*.{kind}"))
    games = {path.name for path in (folder / kind).iterdir() if path.is_dir()}
    assert shared
    assert games
    for file in shared:
        for name in re.findall(r"""["'(](\.[\w./-]+)["')]""", file.read_text()):
            assert not games & set(Path(name).parts), f"{file.name}: {name}"


def test_what_others_wrote_is_sent_as_it_came() -> None:
    path = "vendor/htmx-4.0.1/htmx.min.js"
    vendored = asset(path)
    assert vendored
    assert vendored.plain == (folder / path).read_bytes()
