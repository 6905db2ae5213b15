"""An upgrade puts the next version's files in place while a process of this one still runs: it reads none of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.main import create_app
from app.settings import Settings
from app.web import assets, templating
from app.web.games.avalanche.mountain import places


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the program as small as can be; what was read of the real one is forgotten before and after."""
    for name in ("templates/page.html", "static/page.css", "locales/de.po"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("")
    monkeypatch.setattr(templating, "root", tmp_path)
    monkeypatch.setattr(templating, "locales", tmp_path / "locales")
    monkeypatch.setattr(assets, "folder", tmp_path / "static")
    forget()
    yield tmp_path
    monkeypatch.undo()
    forget()


def forget() -> None:
    for module in (assets, templating):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear") and kept.__module__ == module.__name__:
                kept.cache_clear()


def test_a_process_goes_on_with_the_files_it_began_with(installed: Path) -> None:
    """A template that meets older code is a fault; a file under an older address is kept by browsers for a year."""
    (installed / "templates" / "page.html").write_text("{{ _('before') }}")
    (installed / "static" / "page.css").write_text("a{color:red}")
    (installed / "locales" / "de.po").write_text('msgid "before"\nmsgstr "vorher"\n')
    create_app(Settings())
    (installed / "templates" / "page.html").write_text("{{ only_later }}")
    (installed / "static" / "page.css").unlink()
    (installed / "locales" / "de.po").write_text('msgid "before"\nmsgstr "later"\n')
    assert templating.environment("de").get_template("page.html").render() == "vorher"
    style = assets.asset("page.css")
    assert style
    assert style.plain == b"a{color:red}\n"


def test_a_fault_in_a_template_names_its_file(installed: Path) -> None:
    """So that the traceback in the log leads there."""
    page = installed / "templates" / "page.html"
    assert templating.environment("en").get_template("page.html").filename == str(page)


def test_drawings_are_named_after_the_code_that_draws_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not after the code that lies on the disk by then: what is drawn would be kept under the next version's name."""
    places.drawn_by.cache_clear()
    named = places.drawn_by()  # and with it everything else that is read once
    places.drawn_by.cache_clear()
    monkeypatch.setattr(Path, "read_bytes", lambda _path: b"the next version's code")
    assert places.drawn_by() == named
