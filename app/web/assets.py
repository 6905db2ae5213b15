"""Addresses of static files: one hash of the whole folder is part of the path, so every answer may be kept for ever.

One hash for all, because stylesheets and script modules name each other by relative paths: with a hash a file,
a changed module would go on being served under the unchanged hash of the one that imports it.
"""

import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import brotli

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


packed_endings = {".css", ".js", ".svg", ".webmanifest", ".txt", ".json"}
"""What shrinks by compression; fonts and pictures are compressed already."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A static file in memory. `packed`: as Brotli at its best, None where that gains nothing."""

    media_type: str
    plain: bytes
    packed: bytes | None


@cache
def asset(path: str) -> Asset | None:
    """The file below `static/`, compressed once for the life of the process; None if there is none."""
    file = (folder / path).resolve()
    if not file.is_relative_to(folder) or not file.is_file():
        return None
    plain = file.read_bytes()
    packed = brotli.compress(plain, quality=11) if file.suffix in packed_endings else None
    kind = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".js": "text/javascript"}
    guessed = kind.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Asset(guessed, plain, packed)
