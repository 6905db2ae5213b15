"""Code of others is kept as it was published."""

import base64
import hashlib

import pytest

from app.web.assets import folder


@pytest.mark.parametrize(
    ("file", "digest"),
    [
        (
            "htmx-4.0.1/htmx.min.js",
            "Qp9rdC8H7EqOoX+nR0P3RPG2Noji+qdwJlGpfzwQJsfOpp3sGwIdSP9xO3+UlEhn",
        ),
        (
            "swagger-ui-5.35.0/swagger-ui-bundle.js",
            "gjRm0bEPMeTmMh5jT2cHccIwCUZSTd8YC+j0d0sXw0MdGEfScduGpSyF3ZSSLkX9",
        ),
        (
            "swagger-ui-5.35.0/swagger-ui.css",
            "WlYgdmXYOOBWL5apwjDEZwN+U3HmXSSu5R6V5aGxEcf7z+KuRNwBhoxKVN1i3D5I",
        ),
    ],
)
def test_code_of_others_is_the_published_file(file: str, digest: str) -> None:
    """Pinned by version in its path and by its digest here; its licence lies beside it."""
    data = (folder / "vendor" / file).read_bytes()
    assert base64.b64encode(hashlib.sha384(data).digest()).decode() == digest
    assert (folder / "vendor" / file).with_name("LICENSE").is_file()


def test_modules_import_only_what_is_there() -> None:
    """Relative imports of the scripts lead to files, so no page stops at a missing module."""
    import re

    for script in (folder / "js").rglob("*.js"):
        for name in re.findall(r'from "(\.[\w./-]+)"|import[ (]"(\.[\w./-]+)"', script.read_text()):
            target = next(n for n in name if n)
            assert (script.parent / target).is_file(), f"{script.name}: {target}"
