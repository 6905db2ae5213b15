"""`make catalog`: finds every text of the product and brings the catalogues of all languages up to date.

New texts come in empty and are translated by hand; texts that are gone leave. Nothing is guessed, so nothing is
ever fuzzy. The template stays in memory: the sources are the truth, and the `.po` files are all that is kept.
"""

import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from app.web.templating import locales, root

keywords = {**DEFAULT_KEYWORDS, "say": None, "count": (1, 2)}
"""What marks a text besides gettext's own words: a voice's `say` and `count`."""

searched = frozenset({"app", "templates"})


def extracted() -> Catalog:
    """Every text as it stands in the sources now, without translations."""
    with (root / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file, "babel.cfg")  # type: ignore[no-untyped-call]  # Babel brings none
    found = Catalog()
    sources = extract_from_dir(root, methods, options, keywords, directory_filter=is_searched)
    for path, line, message, _comments, context in sorted(sources, key=lambda source: source[:2]):
        found.add(message, None, [(path, line)], context=context)
    for path, line, message in said_in_place():
        found.add(message, None, [(path, line)])
    return found


def said_in_place() -> Iterator[tuple[str, int, str]]:
    """Path, line and text of translations spoken where their language is chosen, as in `gettext_of(language)("...")`:
    such calls have no name that Babel could look for.
    """
    for path in sorted((root / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Call(func=ast.Name("gettext_of")), args=[ast.Constant(str(text))]):
                    yield path.relative_to(root).as_posix(), node.lineno, text


def is_searched(folder: str) -> bool:
    """Whether texts are looked for in this folder, given by its whole path."""
    return Path(folder).relative_to(root).parts[0] in searched


def kept(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def update(path: Path) -> int:
    """Brings one catalogue up to date; how many of its texts wait for a translation."""
    catalogue = kept(path)
    catalogue.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    with path.open("wb") as file:
        write_po(file, catalogue, width=110, ignore_obsolete=True, include_lineno=False)
    return len([message for message in catalogue if message.id and not all(forms(message.string))])


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """A text's or a translation's forms: one, or one for each plural."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def main() -> int:
    waiting = 0
    for path in sorted(locales.glob("*.po")):
        missing = update(path)
        print(f"{path.name}: {f'{missing} texts wait for a translation' if missing else 'complete'}")
        waiting += missing
    return 1 if waiting else 0


if __name__ == "__main__":
    sys.exit(main())
