"""Addresses of static files: one hash of the whole folder is part of the path, so every answer may be kept for ever.

One hash for all, because stylesheets and script modules name each other by relative paths: with a hash a file,
a changed module would go on being served under the unchanged hash of the one that imports it.
"""

import hashlib
from functools import cache
from pathlib import Path

folder = Path(__file__).resolve().parents[2] / "static"


@cache
def digest() -> str:
    """First 10 hex digits of the SHA-256 over all static files, paths and bytes, as they were at the first call."""
    total = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        total.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:10]


def static_url(path: str) -> str:
    """Path below `static/` -> "/static/<hash>/<path>". Raises FileNotFoundError for a file a template got wrong."""
    if not (folder / path).is_file():
        raise FileNotFoundError(path)
    return f"/static/{digest()}/{path}"
