"""Addresses of static files: one hash of the whole folder is part of the path, so every answer may be kept for ever.

One hash for all, because stylesheets and script modules name each other by relative paths: with a hash a file,
a changed module would go on being served under the unchanged hash of the one that imports it.

Our own scripts and styles are sent without their comments and indentation (`lean`), and a stylesheet with what it
imports in one file: every answer has a head, and what sheets share is packed once.
"""

import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import brotli

folder = Path(__file__).resolve().parents[2] / "static"


@cache
def contents() -> Mapping[Path, bytes]:
    """Every static file, as it was at the first call: what an upgrade puts on the disk meanwhile must not go out under
    the address of the version that runs, to be kept for a year.
    """
    return {path: path.read_bytes() for path in sorted(p for p in folder.rglob("*") if p.is_file())}


@cache
def digest() -> str:
    """First 10 hex digits of the SHA-256 over all static files, paths and bytes, as they were at the first call."""
    total = hashlib.sha256()
    for path, content in contents().items():
        total.update(path.relative_to(folder).as_posix().encode() + b"\0" + content + b"\0")
    return total.hexdigest()[:10]


@cache
def static_url(path: str) -> str:
    """Path below `static/` -> "/static/<hash>/<path>". Raises FileNotFoundError for a file a template got wrong."""
    if folder / path not in contents():
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


path_form = re.compile(r"[A-Za-z0-9._-]{1,100}(?:/[A-Za-z0-9._-]{1,100}){0,5}")
"""What our files are called. Anything else is not even looked for: no system takes a NUL, nor names of any length."""


def asset(path: str) -> Asset | None:
    """The file below `static/`, made lean and compressed once for the life of the process; None if there is none."""
    if not path_form.fullmatch(path):
        return None
    file = (folder / path).resolve()
    return _read(file) if file in contents() else None


def lean(text: str, suffix: str) -> str:
    """A script (".js") or stylesheet (".css") of ours without comments and indentation.

    Only comments that have their lines to themselves go from a script. Its lines stay where they were, so that an
    error in a browser names the line of the source.
    """
    if suffix == ".css":
        return re.sub(r"\s*\n\s*", "\n", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)).strip() + "\n"
    return re.sub(r"^[ \t]+", "", re.sub(r"^[ \t]*//.*$", "", text, flags=re.MULTILINE), flags=re.MULTILINE)


imports = re.compile(r'^@import "([\w./-]+)";\n', re.MULTILINE)
"""A line of a stylesheet that stands for another one, by its path from here."""


def _source(file: Path) -> bytes:
    """What is sent of a file. What others wrote goes out as it came, with its licence."""
    if file.suffix not in {".css", ".js"} or "vendor" in file.parts:
        return contents()[file]
    text = lean(contents()[file].decode(), file.suffix)
    if file.suffix == ".css":
        text = imports.sub(lambda found: _source((file.parent / found[1]).resolve()).decode(), text)
    return text.encode()


large = 500_000
"""Bytes from which a file is packed a little less well: at its best Brotli would hold the server for seconds."""


@cache
def _read(file: Path) -> Asset:
    """Kept for files there are: names that somebody makes up must not fill the memory."""
    plain = _source(file)
    quality = 11 if len(plain) < large else 9
    packed = brotli.compress(plain, quality=quality) if file.suffix in packed_endings else None
    kind = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".js": "text/javascript"}
    guessed = kind.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Asset(guessed, plain, packed)
