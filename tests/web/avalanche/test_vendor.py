"""Code of others is kept as it was published."""

import base64
import hashlib

from app.web.assets import folder


def test_htmx_is_the_published_file() -> None:
    """Pinned by version in its path and by its digest here."""
    data = (folder / "vendor/htmx-4.0.1/htmx.min.js").read_bytes()
    digest = base64.b64encode(hashlib.sha384(data).digest()).decode()
    assert digest == "Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn"


def test_modules_import_only_what_is_there() -> None:
    """Relative imports of the scripts lead to files, so no page stops at a missing module."""
    import re

    for script in (folder / "js").glob("*.js"):
        for name in re.findall(r'from "(\./[\w.-]+)"|import "(\./[\w.-]+)"', script.read_text()):
            target = next(n for n in name if n)
            assert (script.parent / target).is_file(), f"{script.name}: {target}"
